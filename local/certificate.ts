/**
 * The self-signed certificate of the second sample organization's backup service, for `localhost` and `127.0.0.1`. Made
 * once with `openssl req -x509`; its key is public and protects nothing.
 */
import { X509Certificate } from 'node:crypto';
import type { Tls } from './stand-in/serve.ts';

export const SELF_SIGNED: Tls = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsqbt7DHt6Zw7WPEX
v3x2xJj5URvigM0nDccLJrpeB16hRANCAARE4NULhuuaWN4E/mx1dNSgvYkR+hOt
FxSZjrAv46fNV/T+BBPZJjNyYmHZYCUS6KMnACdZRrRbits+VysvqYG6
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBuTCCAV+gAwIBAgIUR7+g61gluR1YRwR5t12E6ZV9KnUwCgYIKoZIzj0EAwIw
IzEhMB8GA1UEAwwYTGluZGVuaG9mIGJhY2t1cCBzZXJ2aWNlMCAXDTI2MTEyMDE0
NDY1OFoYDzIxMjYxMDI3MTQ0NjU4WjAjMSEwHwYDVQQDDBhMaW5kZW5ob2YgYmFj
a3VwIHNlcnZpY2UwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARE4NULhuuaWN4E
/mx1dNSgvYkR+hOtFxSZjrAv46fNV/T+BBPZJjNyYmHZYCUS6KMnACdZRrRbits+
VysvqYG6o28wbTAdBgNVHQ4EFgQUiOH0hUp3CMvFPiksf1jfDHH36zgwHwYDVR0j
BBgwFoAUiOH0hUp3CMvFPiksf1jfDHH36zgwDwYDVR0TAQH/BAUwAwEB/zAaBgNV
HREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwIDSAAwRQIgd/FTbEGw
PT5PGcOEIIxuQXmAfIkxFWj/KrdUzmAsh1wCIQD34aw+rZ1kZLnT06EZlQw9xJqm
t5D0QmkAF6GLe2otpQ==
-----END CERTIFICATE-----
`,
};

/** SHA-256, as `BACKUP_SERVICE_FINGERPRINT256` takes it. */
export function fingerprintOf({ cert }: Pick<Tls, 'cert'>): string {
  return new X509Certificate(cert).fingerprint256;
}

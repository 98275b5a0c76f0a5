/** Whether a host is this machine and nothing else: `URL.hostname`, or an address with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|\[?::1\]?|127(?:\.\d{1,3}){3})$/i.test(host);
}

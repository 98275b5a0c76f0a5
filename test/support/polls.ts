/** Polls for device codes as the identity provider saw them. */
import type { Stack } from '../../local/stack.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Times of arrival by device code, in the order of their first polls. */
export function pollsAt({ identityProvider }: Pick<Stack, 'identityProvider'>): ReadonlyMap<string, readonly number[]> {
  const byCode = new Map<string, number[]>();
  for (const { path, body, receivedAt } of identityProvider.received) {
    const form = path.endsWith('/token') ? new URLSearchParams(body) : new URLSearchParams();
    if (form.get('grant_type') !== GRANT) continue;
    const code = form.get('device_code') ?? '';
    byCode.set(code, [...(byCode.get(code) ?? []), receivedAt]);
  }
  return byCode;
}

/** Milliseconds between one poll and the next of the same code. */
export function gapsOf(times: readonly number[] = []): readonly number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

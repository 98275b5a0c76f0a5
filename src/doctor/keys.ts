/** What the sealing keys still hold, so that it is known when an old one can be removed. */
import { createSealer } from '../state/blobs/encryption.ts';
import { createContainer, createStorageConnection } from '../state/azure/storage.ts';
import { storageCode } from '../state/azure/calls.ts';
import { SealedBlobs } from '../state/sealed-blobs.ts';
import { MUTE, ok, report, skipped, warning, type Context, type Finding } from './check.ts';

export async function checkKeys({ settings, clock }: Context): Promise<readonly Finding[]> {
  const { stateContainer, storage, proxy, identityClientId, stateEncryptionKeys } = settings;
  const container = createContainer(storage, stateContainer, createStorageConnection({ proxy, identityClientId }));
  const sealer = createSealer(stateEncryptionKeys);
  let counts;
  try {
    counts = await new SealedBlobs({ container, sealer, log: MUTE, clock }).count();
  } catch (error) {
    return report('keys', '', skipped(`what they have sealed cannot be counted (${storageCode(error)})`));
  }
  const held = (kid: string | undefined): string | undefined =>
    counts
      .get(kid)
      ?.entries()
      .map(([kind, count]) => `${count} in ${kind}/`)
      .toArray()
      .join(', ');
  const configured = stateEncryptionKeys.map(({ kid }, index) => {
    const holds = held(kid);
    if (index === 0) return report('keys', kid, ok(`seals whatever is written; ${holds ?? 'nothing yet'}`));
    if (holds === undefined)
      return report('keys', kid, ok('seals nothing: it can be removed once all instances seal with another'));
    return report('keys', kid, ok(`still seals ${holds}; keep it, the daily sweep seals them with ${sealer.kid}`));
  });
  const others = [...counts.keys()].filter((kid) => kid === undefined || !sealer.has(kid));
  const missing = others.map((kid) => {
    const found = `${kid === undefined ? 'no readable seal' : 'not configured, and seals'}: ${held(kid)}, which count as signed out`;
    return report(
      'keys',
      kid ?? '',
      warning(found, 'Add the key again at the end of STATE_ENCRYPTION_KEYS, or leave them to the sweep.'),
    );
  });
  return [...configured, ...missing].flat();
}

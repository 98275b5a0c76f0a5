/** A start with hundreds of organizations, and what it means for a card. */
import tls from 'node:tls';
import { createApp } from '../../../src/app.ts';
import { renderView } from '../../../src/cards/render.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { Organizations } from '../../../src/sign-in/state/organizations.ts';
import { SELF_SIGNED } from '../../support/certificates.ts';
import { TENANT, entry, environment } from '../../support/environment.ts';
import { createRecordingLog } from '../../fakes/records.ts';

const file = { ORGANIZATIONS_FILE: '/bot/organizations.json', ORGANIZATION: undefined, BACKUP_SERVICE_URL: undefined };

/** Each with a service and a certificate file of its own. */
function organizations(count: number): Readonly<Record<string, string>> {
  const list = Array.from({ length: count }, (_, index) =>
    entry({
      organization: `customer-${index}.onmicrosoft.com`,
      displayName: `Customer number ${index}`,
      backupServiceUrl: `https://backup-${index}.example:4443`,
      backupServiceCa: `ca-${index}.pem`,
    }),
  );
  const certificates = list.map((_, index) => [`/bot/ca-${index}.pem`, SELF_SIGNED.cert] as const);
  return { '/bot/organizations.json': JSON.stringify(list), ...Object.fromEntries(certificates) };
}

test('a start with 500 organizations reads each file once and builds no TLS context before the first call', () => {
  const createSecureContext = jest.spyOn(tls, 'createSecureContext');
  const files = organizations(500);
  const reads: string[] = [];
  const settings = readSettings(environment(file), (path) => {
    reads.push(path);
    return files[path] ?? '';
  });
  createApp(settings, createRecordingLog());
  expect(reads.toSorted()).toEqual(Object.keys(files).toSorted());
  expect(createSecureContext).not.toHaveBeenCalled();
  createSecureContext.mockRestore();
});

test('a choice among 500 fits on a card that Teams takes', () => {
  const files = organizations(500);
  const settings = readSettings(environment(file), (path) => files[path] ?? '');
  const service = { portalSettings: () => Promise.reject(new Error('not asked')) };
  const chooser = new Organizations({ organizations: settings.organizations, service, clock: { now: () => 0 } });
  const last = 'customer-499.onmicrosoft.com';
  const drawn = () => {
    const chosen = chooser.choose(TENANT, 'operator', undefined);
    if (chosen.kind !== 'several') throw new Error(chosen.kind);
    return renderView(
      { kind: 'choose-organization', flow: 'operator', choices: chosen.choices, last },
      { place: 'personal', owner: { userId: '29:1', id: 'mark' }, audience: 'everyone' },
    );
  };
  const { card } = drawn();
  expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThan(28_000);
  // The one chosen before is among those that find room.
  expect(JSON.stringify(card)).toContain(last);
});

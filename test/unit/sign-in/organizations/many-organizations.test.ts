/** A start with hundreds of organizations, and what it means for a card. */
import { createApp } from '../../../../src/app.ts';
import { renderView } from '../../../../src/cards/render.ts';
import { readSettings } from '../../../../src/settings/read-settings.ts';
import { createOrganizations } from '../../../../src/sign-in/organizations/organizations.ts';
import { SELF_SIGNED } from '../../../support/certificates.ts';
import { createKeptLog } from '../../../support/chat-bench.ts';
import { TENANT, entry, environment } from '../../../support/environment.ts';
import { leastCost } from '../../../support/cost.ts';

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

/** What of a start depends on the settings, in milliseconds. */
const startTakes = (files: Readonly<Record<string, string>>): number =>
  leastCost(() =>
    createApp(
      readSettings(environment(file), (path) => files[path] ?? ''),
      createKeptLog(),
    ),
  );

test('a start with 500 organizations takes at most 100 ms more than a start with one', () => {
  const [one, many] = [organizations(1), organizations(500)];
  expect(startTakes(many) - startTakes(one)).toBeLessThan(100);
});

test('a choice among 500 is answered at once, on a card that Teams takes', () => {
  const files = organizations(500);
  const settings = readSettings(environment(file), (path) => files[path] ?? '');
  const service = { portalSettings: () => Promise.reject(new Error('not asked')) };
  const chooser = createOrganizations({ organizations: settings.organizations, service, clock: { now: () => 0 } });
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
  expect(leastCost(drawn)).toBeLessThan(1_000);
  expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThan(28_000);
  // The one chosen before is among those that find room.
  expect(JSON.stringify(card)).toContain(last);
});

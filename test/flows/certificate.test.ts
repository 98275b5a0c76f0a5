/** With a certificate an administrator restores without a code: after somebody else has approved it, one press in the chat is all it takes. */
import { PETRA } from '../../local/people.ts';
import { namesOf, MAIL, restores, restoring } from '../support/approved-restores.ts';
import { buttonsOf, textsOf } from '../support/cards-seen.ts';
import { RESTORE_PFX } from '../support/certificates.ts';
import { flow, isOpen } from '../support/explore-flows.ts';
import { eventually } from '../support/eventually.ts';
import { secretsIn, sought } from '../support/secrets-sought.ts';
import { stored } from '../support/stored.ts';

const ACCOUNT = 'restore@fernweh.example';
const environment = {
  RESTORE_CERTIFICATE: RESTORE_PFX.whole,
  RESTORE_CERTIFICATE_PASSWORD: RESTORE_PFX.password,
  RESTORE_IMPERSONATION_ACCOUNT: ACCOUNT,
  APPROVAL: 'others',
  APPROVERS: PETRA.objectId,
};

flow(
  'the certificate is sent after Approve, and is neither stored nor logged',
  async (bot) => {
    const { mika, id, until } = await restoring(bot, {}, PETRA);
    expect(buttonsOf(mika.card(id))).toEqual(['Approve', 'Cancel']);
    expect(textsOf(mika.card(id)).join(' ')).toMatch(/no code is needed/);
    expect(restores(bot)).toBe(0);
    await mika.press(id, 'Approve');
    await until(['Restored', 'Restored, with warnings']);
    expect(namesOf(bot)).toContain(MAIL);
    expect(restores(bot)).toBe(1);
    await isOpen(bot, 0);

    const codes = await eventually('the audit of the approval', async () => {
      const all = (await stored(bot.environment).audit()).filter(({ event }) => String(event).includes('-code-'));
      return all.length >= 2 ? all : undefined;
    });
    expect(codes.map(({ event, outcome }) => [event, outcome])).toEqual([
      ['restore-code-shown', 'certificate'],
      ['restore-code-used', 'certificate'],
    ]);
    const secrets = [
      sought('certificate', RESTORE_PFX.whole.replaceAll(/\s/g, '')),
      sought('its password', RESTORE_PFX.password),
      sought('its account', ACCOUNT),
    ];
    const written = [...bot.lines, JSON.stringify(await stored(bot.environment).audit())].join('\n');
    expect(secretsIn(written, secrets)).toEqual([]);
    expect(secretsIn(JSON.stringify(await stored(bot.environment).all('')), secrets)).toEqual([]);
  },
  { environment },
);

flow(
  'after a restart Approve still works, once',
  async (bot) => {
    const first = await restoring(bot, {}, PETRA);
    await bot.restart();
    await first.mika.press(first.id, 'Approve');
    await first.until(['Restored', 'Restored, with warnings']);
    expect(restores(bot)).toBe(1);
    await isOpen(bot, 0);
  },
  { environment },
);

flow(
  'Cancel in place of Approve sends nothing',
  async (bot) => {
    const { mika, id, until } = await restoring(bot, {}, PETRA);
    await mika.press(id, 'Cancel');
    await until(['The restore was stopped']);
    expect(restores(bot)).toBe(0);
    await isOpen(bot, 0);
  },
  { environment },
);

/** An administrator restores in the chat: each restore is approved by a code of its own. */
import { ALEX } from '../../local/people.ts';
import { APPROVE, MAIL, namesOf, restores, restoring } from '../support/approved-restores.ts';
import { buttonsOf, textsOf } from '../support/cards-seen.ts';
import { readCode } from '../support/chatter.ts';
import { flow, isOpen, open } from '../support/explore-flows.ts';
import { eventually } from '../support/eventually.ts';
import { secretsIn, sought } from '../support/secrets-sought.ts';
import { stored } from '../support/stored.ts';

flow('a code that somebody uses approves one restore, and is nowhere but on the card', async (bot) => {
  const { mika, id, until, code } = await restoring(bot);
  const card = mika.card(id);
  expect(textsOf(card)).toEqual(expect.arrayContaining(['Your code', expect.stringContaining('As administrator')]));
  expect(buttonsOf(card)).toEqual(
    ['Open 127.0.0.1', 'New code', 'Cancel'].map((title) => expect.stringContaining(title)),
  );
  expect(restores(bot)).toBe(0);
  // The one that was browsed in is closed, the restore has its own.
  expect(open(bot)).toBe(1);
  const { userCode } = code();

  await mika.approve(code());
  await until(['Restored', 'Restored, with warnings']);
  expect(namesOf(bot)).toContain(MAIL);
  expect(restores(bot)).toBe(1);
  await isOpen(bot, 0);

  const lines = await eventually('the audit of its end', async () => {
    const all = (await stored(bot.environment).audit()).filter(({ event }) => String(event).startsWith('restore-'));
    return all.length >= 4 ? all : undefined;
  });
  expect(lines.map(({ event, flow: kind, outcome }) => [event, kind, outcome])).toEqual([
    ['restore-code-shown', 'app-only', undefined],
    ['restore-code-used', 'app-only', 'check'],
    ['restore-started', 'app-only', undefined],
    ['restore-ended', 'app-only', 'success'],
  ]);
  const codes = [sought('user code', userCode), sought('user code', userCode.replace('-', ''))];
  const written = [...bot.lines, JSON.stringify(await stored(bot.environment).audit())];
  expect(secretsIn(written.join('\n'), codes)).toEqual([]);
  expect(secretsIn(JSON.stringify(await stored(bot.environment).all('')), codes)).toEqual([]);
});

flow('a code that nobody uses expires: nothing was sent; a retry gets another one', async (bot) => {
  const { mika, id, until, code } = await restoring(bot, { codeSeconds: 6 });
  const { userCode } = code();
  const ended = await until(["The restore wasn't approved"]);
  expect(textsOf(ended)).toContain('Nothing was restored.');
  expect(restores(bot)).toBe(0);
  await isOpen(bot, 0);

  bot.backupService.restore.tenant.codeSeconds = Infinity;
  const before = new Set(mika.messages.map((message) => message.id));
  await mika.press(id, 'Retry failed (1)');
  const retry = await bot.connector.waitFor(() => mika.messages.find((message) => !before.has(message.id)));
  await mika.becomes(retry.id, APPROVE);
  const again = readCode(retry.id, mika.card(retry.id));
  expect(again?.userCode).not.toBe(userCode);
  await mika.press(retry.id, 'Cancel');
  await mika.becomes(retry.id, 'The restore was stopped');
  expect(textsOf(mika.card(retry.id))).toContain('Nothing was restored.');
  expect(restores(bot)).toBe(0);
  await isOpen(bot, 0);
});

flow('**New code** and a restart in between: the code on the card is the one that counts', async (bot) => {
  const { mika, id, until, code } = await restoring(bot);
  const first = code();
  await mika.press(id, 'New code');
  await eventually('another code', () => ![undefined, first.userCode].includes(readCode(id, mika.card(id))?.userCode));
  await bot.restart();
  const second = code();
  await mika.approve(second);
  await until(['Restored', 'Restored, with warnings']);
  expect(restores(bot)).toBe(1);
});

flow('where the service cannot tell, the person says that they have signed in; the call waits for it', async (bot) => {
  const { mika, id, until, code } = await restoring(bot, { check: 'errs', unusedCode: 'awaited' });
  await until([APPROVE], 'I have signed in');
  const waiting = code();
  await mika.press(id, 'I have signed in');
  await eventually('the call is sent', () => restores(bot) === 1);
  expect(namesOf(bot)).not.toContain(MAIL);
  await mika.approve(waiting);
  await until(['Restored', 'Restored, with warnings']);
  expect(restores(bot)).toBe(1);
});

flow('somebody without the role signs in: nothing is restored, and the card says which role it takes', async (bot) => {
  const { mika, until, code } = await restoring(bot);
  await mika.approve(code(), ALEX);
  const ended = await until(['The restore failed']);
  expect(textsOf(ended).join(' ')).toMatch(/does not have permission/);
  expect(textsOf(ended).join(' ')).toMatch(/Global or Exchange Administrator/);
  expect(namesOf(bot)).not.toContain(MAIL);
  await isOpen(bot, 0);
});

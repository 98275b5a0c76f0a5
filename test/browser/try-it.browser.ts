/** docs/try-it.md, word by word: `npm run local` as a process of its own, and a browser that does what the page says. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { ALEX, DANA, HAKON, MIKA, NOOR, PETRA, type SamplePerson } from '../../local/people.ts';
import { openChat, outOfView, RESULTS, type ChatTab } from './chat-tab.ts';
import { launchChromium } from './chromium.ts';
import { isListening, runInShell, startNpmLocal, type NpmLocal } from './npm-local.ts';
import { codeOn, decideAs } from './sign-in-page.ts';
import { eventually } from '../support/eventually.ts';
import { openRow, press, pressInRow } from './pressing.ts';

/** A restore takes seconds, and so does the next poll of a sign-in. */
const LIMIT = { timeout: 30_000 };
const TWO_MINUTES = 120_000;

let browser: Browser;
let local: NpmLocal;
let folder: string;
let shots = 0;

beforeAll(async () => {
  await mkdir(RESULTS, { recursive: true });
  browser = await launchChromium();
  folder = await mkdtemp(join(tmpdir(), 'try-it-'));
  local = await startNpmLocal(folder);
}, 90_000);

afterAll(async () => {
  await local?.kill();
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
}, 30_000);

interface Visitor extends ChatTab {
  /** The newest card, once it shows these words; all of it can be seen then. */
  readonly see: (words: string | RegExp) => Promise<Locator>;
  /** Presses a button of the newest card. */
  readonly press: (button: string) => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** A tab of the chat page at a small laptop's height, as this person. */
async function visit(person: SamplePerson): Promise<Visitor> {
  const tab = await openChat(browser, local.url, { viewport: { width: 1280, height: 700 } });
  if (person !== ALEX) await tab.become(person);
  const newest = (): Locator => tab.page.getByTestId('card').last();
  return {
    ...tab,
    async see(words) {
      const card = newest();
      const shot = `t${String((shots += 1)).padStart(2, '0')}`;
      try {
        await card.filter({ hasText: words }).waitFor(LIMIT);
      } finally {
        await tab.page.screenshot({ path: `${RESULTS}/${shot}.png` });
      }
      expect([words, await outOfView(tab.page)]).toEqual([words, undefined]);
      return card;
    },
    press: (button) => press(newest(), button),
    async leave() {
      expect(tab.complaints).toEqual([]);
      await tab.close();
    },
  };
}

/** What "Sign in" says, from the card with the code on. */
async function signInAs(visitor: Visitor, person: SamplePerson): Promise<void> {
  const card = await visitor.see('Sign in to restore data');
  await decideAs(visitor, card, person, 'approve');
}

async function chooseNoor(visitor: Visitor): Promise<Locator> {
  const form = await visitor.see(/^Whose data\?/);
  await form.getByRole('combobox').first().pressSequentially('noor');
  await visitor.page.getByTestId('choice').filter({ hasText: NOOR.name }).click();
  return form;
}

/** The row of one thing that was found. */
const rowOf = (card: Locator, name: RegExp): Locator => card.locator('.ac-columnSet').filter({ hasText: name });

const checked = (card: Locator): Promise<number> => card.getByRole('checkbox', { checked: true }).count();

async function tick(card: Locator, ...names: readonly RegExp[]): Promise<void> {
  for (const name of names) await rowOf(card, name).getByRole('checkbox').check();
}

test('the printed address shows the chat as Alex, who signs in with the code', async () => {
  const alex = await visit(ALEX);
  await alex.see(/^Hello/);
  await alex.say('restore login');
  await signInAs(alex, ALEX);
  await alex.see(/^Signed in/);
  await alex.leave();
}, 60_000);

test('Alex finds the mails about Kyoto as of 4 days ago and restores them, the locked one at the second attempt', async () => {
  const alex = await visit(ALEX);
  await alex.see(/^Signed in/);
  await alex.say('restore find kyoto of noor as of 4 days ago');

  const found = await alex.see(/^What I found/);
  const mails = await found.getByRole('checkbox').all();
  expect(mails).toHaveLength(6);
  await alex.press('Select all (6)');
  await eventually('all are selected', async () => (await checked(found)) === 6);
  await alex.press('Restore…');
  await alex.see(/^Ready to restore\?/);
  await alex.press('Restore');
  await alex.see('Item is locked.');
  await alex.press('Retry failed (1)');
  await alex.see('Everything you selected has been restored.');
  await alex.leave();
}, 120_000);

test('Alex brings back the version of the spreadsheet from before it was overwritten', async () => {
  const alex = await visit(ALEX);
  await alex.see('Everything you selected has been restored.');
  await alex.press('Find items to restore');
  const form = await chooseNoor(alex);
  await form.getByLabel('Which kind?').selectOption('Files');
  await form.getByLabel('Keywords').fill('Itinerary');
  await alex.press('Search');
  await pressInRow(await alex.see('Itinerary Kyoto.xlsx'), 'Itinerary Kyoto.xlsx', 'Versions');
  const versions = await alex.see(/^Earlier versions/);
  await versions.locator('.ac-columnSet').filter({ hasText: '214 kB' }).getByRole('checkbox').check();
  await alex.press('Restore…');
  await (await alex.see(/^Ready to restore\?/)).getByLabel('Overwrite it').check();
  await alex.press('Restore');
  await alex.see('This overwrites one item');
  await alex.press('Overwrite and restore');
  await alex.see(/^Restored.*Everything you selected has been restored\./s);
  await alex.leave();
}, 120_000);

test('Alex looks in earlier backups for a file that is in none of the deleted items', async () => {
  const alex = await visit(ALEX);
  await alex.say('restore find gion of noor in files');
  await alex.see('Nothing was found.');
  await alex.press('Look in earlier backups');
  await alex.see(/^Looking in earlier backups/);
  const found = await alex.see(/Last seen in the backup from/);
  expect(await found.innerText()).toContain('Gion map.pdf');
  await alex.press('Done');
  await alex.see('Task closed');
  await alex.leave();
}, 120_000);

test('Alex asks what is missing from the OneDrive of Noor', async () => {
  const alex = await visit(ALEX);
  await alex.say('restore find ryokan of noor in files');
  await alex.see('Nothing was found.');
  await alex.press('What is missing?');
  const lost = await alex.see('Ryokan bookings.docx');
  expect(await lost.innerText()).not.toContain('Gion map.pdf');
  await alex.press('Compare with an earlier backup');
  await alex.see(/^What is missing.*Gion map\.pdf/s);
  await alex.press('Done');
  await alex.see('Task closed');
  await alex.leave();
}, 120_000);

test('Alex restores a document and a list item of a site, and a document on hold fails', async () => {
  const alex = await visit(ALEX);
  await alex.say('restore find handbook of tour guides as of 4 days ago');
  await tick(await alex.see(/^What I found/), /Handbook for guides\.docx/);
  await alex.press('Restore…');
  await alex.see(/^Ready to restore\?/);
  await alex.press('Restore');
  await alex.see(/^Restored.*Everything you selected has been restored\./s);

  await alex.say('restore find "kyoto in november" of tour guides');
  const listed = await alex.see(/^What I found.*List item/s);
  await pressInRow(listed, /^Kyoto in November/, 'Versions');
  await tick(await alex.see(/^Earlier versions/), /Version 2\.0/);
  await alex.press('Restore…');
  const options = await alex.see(/^Ready to restore\?/);
  await options.getByLabel('Also restore what still exists but has changed').check();
  await alex.press('Restore');
  await alex.see('A list item that still exists is deleted and recreated with a new number');
  await alex.press('Overwrite and restore');
  await alex.see(/^Restored.*Everything you selected has been restored\./s);

  await alex.say('restore find contract of tour guides as of 5 days ago');
  await tick(await alex.see(/^What I found/), /Contract Tromsø\.docx/);
  await alex.press('Restore…');
  await alex.see(/^Ready to restore\?/);
  await alex.press('Restore');
  await alex.see('it is on hold or is blocked by a retention policy');
  await alex.leave();
}, 180_000);

test('Alex restores what a team lost: a file, then a post and a tab, and one tab that nobody can restore', async () => {
  const alex = await visit(ALEX);
  const line = 'restore find cabin of team northern lights as of 4 days ago';
  await alex.say(line);
  await tick(await alex.see(/^What I found/), /Cabin list\.xlsx/);
  await alex.press('Restore…');
  const options = await alex.see(/^Ready to restore\?/);
  expect(await options.innerText()).not.toContain("Posts aren't restored as posts");
  await options.getByLabel('Overwrite what has changed in Teams since').check();
  await alex.press('Restore');
  await alex.see('This overwrites one item');
  await alex.press('Overwrite and restore');
  await alex.see(/^Restored.*Everything you selected has been restored\./s);

  await alex.say(line);
  await tick(await alex.see(/^What I found/), /Cabin list(?!\.)/, /Cabins/);
  await alex.press('Restore…');
  await alex.see("Posts aren't restored as posts. The service writes them to a page");
  await alex.press('Restore');
  await alex.see(/^Restored.*Everything you selected has been restored\./s);

  await alex.say('restore find survey of team northern lights as of 4 days ago');
  await tick(await alex.see(/^What I found/), /Survey/);
  await alex.press('Restore…');
  await alex.see(/^Ready to restore\?/);
  await alex.press('Restore');
  await alex.see('tabs of this type are not supported');
  await alex.leave();
}, 180_000);

test('Alex restores a list of a file, a document of a subsite and a post at once', async () => {
  const alex = await visit(ALEX);
  for (const [line, name] of [
    ['restore find ryokan of noor in files as of 4 days ago', /Ryokan bookings\.docx/],
    ['restore find "northern lights" of tour guides as of 4 days ago', /Northern lights\.docx/],
    ['restore find 京都 of 日本チーム as of 4 days ago', /京都の旅程/],
  ] as const) {
    await alex.say(line);
    const found = await alex.see(name);
    await tick(found, name);
    await alex.press('Add to list');
    await alex.see('One item was added to your list.');
  }
  await alex.press('Show list (3)');
  await alex.see(/^Your list.*Noor Haddad's files.*Tour guides.*Team 日本チーム/s);
  await alex.press('Restore…');
  await alex.see('Restore 3 items from 3 places');
  await alex.press('Restore');
  await alex.see(/^Restored.*Everything you selected has been restored\./s);
  await alex.leave();
}, 180_000);

test('Alex gets a post as a file', async () => {
  const alex = await visit(ALEX);
  await alex.say('restore find departure of team northern lights');
  await tick(await alex.see(/^What I found/), /Departure on 12 March/);
  await alex.press('Export');
  await alex.see('The export is ready');
  await alex.page.getByRole('button', { name: 'Allow', exact: true }).click();
  await alex.see('The file is in your OneDrive');
  await alex.page.getByTestId('file').getByText('in your OneDrive').waitFor();
  // The results are still there, above the export.
  const task = alex.page.getByTestId('card').filter({ hasText: /^(?:What I found|In this folder)/ });
  const pressOnTask = (name: string) => press(task.last(), name);
  await pressOnTask('Browse folders');
  for (const folder of ['General', 'All posts']) await openRow(task.last(), folder);
  await task.filter({ hasText: 'Departure on 12 March' }).last().waitFor();
  await pressOnTask('Clear selection');
  await task.last().getByText('Departure on 12 March').waitFor();
  await pressOnTask('Export');
  // Who has scrolled up stays there.
  const card = alex.page.getByTestId('card').last();
  await card.filter({ hasText: /^The export is ready.*All posts: General/s }).waitFor(LIMIT);
  await alex.page.getByRole('button', { name: 'Decline', exact: true }).click();
  await card.filter({ hasText: 'Export declined' }).waitFor(LIMIT);
  await pressOnTask('Done');
  await alex.page.getByTestId('card').filter({ hasText: 'Task closed' }).last().waitFor();
  await alex.leave();
}, 120_000);

test('Alex gets one item as a file', async () => {
  const alex = await visit(ALEX);
  await alex.say('restore find "Itinerary Kyoto" of noor in files');
  const found = await alex.see(/^What I found/);
  await pressInRow(found, 'Itinerary Kyoto.xlsx', 'Download');
  await alex.see('The download is ready');
  await alex.page.getByRole('button', { name: 'Allow', exact: true }).click();
  await alex.see('Downloaded');
  await alex.page
    .getByTestId('file')
    .filter({ hasText: /Itinerary Kyoto .*\.xlsx/ })
    .getByText('in your OneDrive')
    .waitFor();
  const task = alex.page.getByTestId('card').filter({ hasText: /^What I found/ });
  await press(task.last(), 'Done');
  await alex.page.getByTestId('card').filter({ hasText: 'Task closed' }).last().waitFor();
  await alex.leave();
}, 120_000);

test('the picker finds names, and too many results say how to narrow them', async () => {
  const alex = await visit(ALEX);
  await alex.say('restore scope');
  const form = await alex.see(/^Whose data\?/);
  const picker = form.getByRole('combobox').first();
  const choices = alex.page.getByTestId('choice');
  for (const [typed, names] of [
    ['jonas', ['Jonas', 'Jonas']],
    ['田中', ['田中']],
    ['soren', ['Søren']],
    ['reservations', ['Reservations']],
  ] as const) {
    await picker.fill(typed);
    const [first] = names;
    await choices.filter({ hasText: first }).first().waitFor();
    expect(await choices.allTextContents()).toEqual(names.map((name) => expect.stringContaining(name)));
  }
  await choices.last().click();
  await form.getByLabel('Keywords').fill('confirmation');
  await alex.press('Search');
  await alex.see(/^What I found/);
  await alex.leave();
}, 60_000);

test('in the group chat a second tab as Noor sees only who is signing in', async () => {
  const alex = await visit(ALEX);
  await alex.open('groupChat');
  await alex.say('restore login');
  const own = await alex.see('Sign in to restore data');
  const code = await codeOn(own);
  const noor = await visit(NOOR);
  await noor.open('groupChat');
  await noor.see('Alex Sommer is signing in');
  await noor.press('Show my code');
  await noor.page.getByTestId('card-note').filter({ hasText: 'Only the person who started it' }).waitFor();
  expect(await noor.page.locator('body').innerText()).not.toContain(code);
  await signInAs(alex, ALEX);
  await alex.see('Alex Sommer is signed in');
  await noor.see('Alex Sommer is signed in');
  await noor.leave();
  await alex.leave();
}, 60_000);

/** What the card shows after the code has been typed. */
async function approveAs(visitor: Visitor, person: SamplePerson): Promise<void> {
  const card = await visitor.see(/^Approve this restore/);
  await visitor.see(/[A-Z]{4}-[A-Z]{4}/);
  await decideAs(visitor, card, person, 'approve');
}

test('Mika restores mails of a stranger as administrator; Håkon may not approve that; a cancelled one restores nothing', async () => {
  const mika = await visit(MIKA);
  await mika.say('restore login app-only');
  await signInAs(mika, MIKA);
  await mika.see(/^Signed in.*Administrator \(app-only\)/s);

  const restoreMails = async (...names: readonly RegExp[]): Promise<void> => {
    await mika.say('restore find kyoto of noor as of 4 days ago');
    const found = await mika.see(/^What I found.*As administrator/s);
    await tick(found, ...names);
    await mika.press('Restore…');
    const confirm = await mika.see(/^Ready to restore\?/);
    await confirm.getByRole('textbox').last().fill('Asked for by Noor');
    await mika.press('Restore');
  };
  await restoreMails(/ryokan in Gion/, /trains and passes/);
  await approveAs(mika, MIKA);
  await mika.see(/^Restored/);
  await restoreMails(/Kyoto itinerary, final/);
  await approveAs(mika, HAKON);
  await mika.see(/Failed to open mailbox/);

  await mika.say('restore find handbook of tour guides in sites as of 4 days ago');
  const found = await mika.see(/^What I found/);
  await tick(found, /Handbook for guides\.docx/);
  await mika.press('Restore…');
  const confirm = await mika.see(/^Ready to restore\?/);
  await confirm.getByRole('textbox').last().fill('Asked for by the guides');
  await mika.press('Restore');
  await mika.see(/^Approve this restore.*[A-Z]{4}-[A-Z]{4}/s);
  await mika.press('Cancel');
  await mika.see(/stopped|cancelled/i);
  await mika.say('restore logout');
  await mika.see(/^Logged out/);
  await mika.leave();
}, 120_000);

test('Mika signs in as a person who may restore only their own data', async () => {
  const mika = await visit(MIKA);
  await mika.say('restore login');
  await signInAs(mika, MIKA);
  await mika.see(/^Signed in.*Restore operator/s);
  await mika.press('Find items to restore');
  await mika.see(/^What are you looking for\?/);
  await mika.leave();
}, 60_000);

test('Dana chooses between two backup services', async () => {
  const dana = await visit(DANA);
  await dana.say('restore login');
  const organization = await dana.see(/^Which organization\?/);
  await organization.getByRole('combobox').click();
  const choices = dana.page.getByTestId('choice');
  expect(await choices.allTextContents()).toEqual(['Lindenhof Clinics', 'Lindenhof Clinics, archive']);
  await choices.last().click();
  await dana.press('Continue');
  await signInAs(dana, DANA);
  await dana.see(/^Signed in.*Lindenhof Clinics, archive/s);
  await dana.leave();
}, 60_000);

test('the backup service refuses Petra', async () => {
  const petra = await visit(PETRA);
  await petra.say('restore login');
  await signInAs(petra, PETRA);
  await petra.see("doesn't allow this account to restore");
  await petra.leave();
}, 60_000);

test('a sign-in that somebody else approved is rejected', async () => {
  const noor = await visit(NOOR);
  await noor.say('restore login');
  await signInAs(noor, ALEX);
  const refused = await noor.see(/^Not signed in.*An account other than yours/s);
  expect(await refused.innerText()).not.toMatch(/alex/i);
  await noor.leave();
}, 60_000);

test('the printed command runs the doctor, and it finds everything in order', async () => {
  const [, command = ''] = /^.*:\s+(.*\bdoctor\b.*)$/m.exec(local.output) ?? [];
  const { code, output } = await runInShell(command);
  expect(output).not.toMatch(/^problem /m);
  expect(code).toBe(0);
}, 60_000);

test('two minutes after its start it is still up; Ctrl-C ends it with exit code 0, and nothing is left of it', async () => {
  const ports = await local.ports();
  expect(ports.length).toBeGreaterThan(6);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, local.startedAt + TWO_MINUTES - Date.now())));
  expect(local.isUp()).toBe(true);
  for (const port of ports) expect([port, await isListening(port)]).toEqual([port, true]);
  await stopAndExpectNothingLeft(ports);
}, 150_000);

test('the next start continues where it stopped', async () => {
  local = await startNpmLocal(folder);
  const alex = await visit(ALEX);
  await alex.say('status');
  await alex.see(/^You're signed in/);
  await alex.say('restore sessions');
  await alex.see('Noor Haddad · Files');
  await alex.leave();
  await stopAndExpectNothingLeft(await local.ports());
}, 90_000);

test('started with --approval others, Noor asks, and Alex restores it once Petra approves', async () => {
  const own = await mkdtemp(join(tmpdir(), 'try-it-approval-'));
  local = await startNpmLocal(own, ['--approval', 'others']);
  const [noor, alex, petra] = [await visit(NOOR), await visit(ALEX), await visit(PETRA)];
  await petra.say('help');
  await petra.see('You can approve the restores of others.');
  await alex.say('restore login');
  await signInAs(alex, ALEX);
  await alex.see(/^Signed in/);
  await alex.say('restore on duty');
  await alex.see("You're on duty");

  await noor.open('groupChat');
  await noor.page.getByTestId('mention-toggle').click();
  await noor.say('My mails about Kyoto are gone');
  const said = noor.page.getByTestId('message').last();
  await said.hover();
  await press(said, 'Ask for a restore');
  const dialog = noor.page.getByTestId('dialog');
  await dialog.getByLabel('What is missing?').fill('kyoto');
  await dialog.getByRole('combobox').selectOption({ label: 'Mail' });
  const fourDaysAgo = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('When was it last there?').fill(fourDaysAgo);
  await press(dialog, 'Send request');
  await press(dialog, 'Close');

  await alex.see(`${NOOR.name} asks for a restore`);
  await alex.press('Take it');
  await tick(await alex.see(/^What I found/), /Kyoto itinerary: trains/);
  await alex.press('Restore…');
  await alex.see(/^Ready to restore\?/);
  await alex.press('Ask for approval');
  await alex.see(/^Approval requested/);
  await petra.see(/^Approve this restore\?/);
  await petra.press('Approve');
  await petra.see(/^Approved/);
  await alex.see(/^Your restore was approved/);
  await noor.open('personal');
  await noor.see(/^Your request is done.*1 item was restored\./s);
  for (const each of [noor, alex, petra]) await each.leave();
  await stopAndExpectNothingLeft(await local.ports());
  await rm(own, { recursive: true, force: true });
}, 150_000);

async function stopAndExpectNothingLeft(ports: readonly number[]): Promise<void> {
  const { code, signal, output } = await local.interrupt();
  expect({ code, signal, output }).toEqual({ code: 0, signal: null, output });
  expect(local.isLeft()).toBe(false);
  for (const port of ports) expect([port, await isListening(port)]).toEqual([port, false]);
}

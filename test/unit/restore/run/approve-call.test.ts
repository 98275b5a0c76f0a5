import type { RestorePress } from '../../../../src/restore/state/presses.ts';
import { withApproval } from '../../../../src/restore/state/code-approval.ts';
import type { Approval, Restore } from '../../../../src/restore/state/restore.ts';
import { renderView } from '../../../../src/cards/render.ts';
import { START } from '../../../fakes/clock.ts';
import { notFound } from '../../../fakes/explorer.ts';
import {
  aFault,
  anAddress,
  anAsker,
  aPersonState,
  aRestoreState,
  aSession,
  entries,
} from '../../../support/builders.ts';
import { aContext } from '../../../support/views.ts';
import {
  approvalShown,
  asker,
  codeShown,
  createApprovingBench,
  press,
  restoring,
  use,
} from '../../../support/approving-bench.ts';
import { key, serviceTakes, type Bench } from '../../../support/restoring-bench.ts';

const MINUTE = 60_000;

const count = (bench: Bench, method: string): number => bench.explorer.methods.filter((each) => each === method).length;
const audited = ({ audit }: Bench): readonly string[] =>
  audit.records.filter(({ event }) => event.startsWith('restore-')).map(({ event, outcome }) => `${event} ${outcome}`);
const asked = (bench: Bench, kind: 'new-code' | 'signed-in'): RestorePress => ({
  kind,
  asked: approvalShown(bench).code?.askedAt ?? 0,
});
/** Explore sessions that are still open. */
const open = ({ explorer }: Bench): number => explorer.working.filter(({ request }) => request !== undefined).length;

function ended(bench: Bench) {
  const view = bench.shown();
  if (view?.kind !== 'restore-ended') throw new Error(`The card shows ${view?.kind}.`);
  return view;
}

describe('a restore as administrator', () => {
  test('is approved by a code for a session of its own, which is sent and then forgotten', async () => {
    const bench = createApprovingBench();
    serviceTakes(bench, 30);
    await restoring(bench);
    expect(approvalShown(bench)).toMatchObject({
      group: 0,
      amount: { items: 3 },
      code: { expiresAt: START + 15 * MINUTE },
    });
    expect(bench.explorer.restored).toEqual([]);
    const userCode = codeShown(bench);

    await bench.clock.advance(3 * MINUTE);
    expect(bench.explorer.restored).toEqual([]);
    use(bench, userCode);
    await bench.clock.advance(6_000);
    expect(bench.explorer.restored).toMatchObject([{ credentials: { kind: 'code', userCode } }]);
    expect(bench.shown()?.kind).toBe('restore-running');
    await bench.drain();
    expect(ended(bench).result).toBe('success');
    expect(JSON.stringify(bench.store.stateOf(key))).not.toContain(userCode);
    expect(open(bench)).toBe(0);
    expect(audited(bench)).toEqual([
      'restore-code-shown undefined',
      'restore-code-used check',
      'restore-started undefined',
      'restore-ended success',
    ]);
    expect(JSON.stringify(bench.audit.records)).not.toContain(userCode);
    expect(bench.log.text()).not.toContain(userCode);
    const accepted = bench.log.lines.map(({ fields }) => fields).filter((fields) => 'ownSession' in fields);
    expect(accepted).toEqual([
      {
        event: 'restore-call-accepted',
        reference: expect.any(String) as string,
        call: 1,
        ownSession: expect.any(Boolean),
        sessionsListed: true,
        counted: true,
      },
    ]);
    expect(JSON.stringify(bench.jobs.queued)).not.toContain(userCode);
  });

  test('says what it does before there is a code', async () => {
    const bench = createApprovingBench();
    let give: (() => void) | undefined;
    bench.explorer.during.requestRestoreCode = () => new Promise((resolve) => (give = resolve));
    await restoring(bench);
    expect(approvalShown(bench).code).toBeUndefined();
    give?.();
    await bench.clock.settle();
    expect(approvalShown(bench).code).toBeDefined();
  });

  test('takes one code for all calls of a session, and another one for another session', async () => {
    const bench = createApprovingBench();
    serviceTakes(bench, 5);
    const files = entries(2).map((entry) => ({ ...entry, kind: 'document', containerId: 'drive-1' }));
    const scope = { kind: 'organization', name: 'Contoso' } as const;
    const point = { kind: 'latest' } as const;
    await restoring(bench, {
      list: [
        ...entries(2),
        ...entries(1).map((entry) => ({ ...entry, key: 'k-other', containerId: 'mailbox-2' })),
        { scope, workload: 'onedrive', point, showDeleted: true, entries: files },
      ],
      options: { exchange: {}, onedrive: { action: 'keep' } },
    });
    expect(approvalShown(bench)).toMatchObject({ group: 0, amount: { items: 3 }, restore: { groups: [{}, {}] } });
    use(bench, codeShown(bench));
    await bench.clock.advance(MINUTE);
    expect(bench.explorer.restored).toHaveLength(2);
    expect(approvalShown(bench)).toMatchObject({ group: 1, amount: { items: 2 } });
    expect(codeShown(bench)).toBe('CODE-2');
    use(bench, 'CODE-2');
    await bench.drain();
    expect(bench.explorer.restored.map(({ credentials }) => credentials)).toEqual(
      ['CODE-1', 'CODE-1', 'CODE-2'].map((userCode) => ({ kind: 'code', userCode })),
    );
    expect(ended(bench).result).toBe('success');
    expect(open(bench)).toBe(0);
  });

  test('calls somebody back who has stopped waiting, once for each code', async () => {
    const bench = createApprovingBench();
    let give: (() => void) | undefined;
    bench.explorer.during.openExplore = () => new Promise((resolve) => (give = resolve));
    await restoring(bench);
    expect(bench.announcer.acts).not.toContain('post restore-approval-due');
    await bench.clock.advance(3 * MINUTE);
    give?.();
    await bench.clock.advance(MINUTE);
    expect(bench.announcer.acts.filter((act) => act === 'post restore-approval-due')).toHaveLength(1);
  });
});

describe('a code that nobody uses', () => {
  test('ends the restore: nothing was sent, no session is open, and a retry gets a new code', async () => {
    const bench = createApprovingBench();
    const process = await restoring(bench);
    const userCode = codeShown(bench);
    await bench.clock.advance(16 * MINUTE);
    expect(ended(bench)).toMatchObject({ result: 'refused', trouble: 'approval-expired', retryable: 3 });
    expect(bench.explorer.restored).toEqual([]);
    expect(open(bench)).toBe(0);
    expect(JSON.stringify(bench.store.stateOf(key))).not.toContain(userCode);
    expect(audited(bench)).toEqual([
      'restore-code-shown undefined',
      'restore-code-expired undefined',
      'restore-ended refused',
    ]);

    await press(bench, process, { kind: 'retry-failed' });
    await bench.clock.settle();
    expect(bench.shown('card-2')).toMatchObject({ kind: 'restore-approval', code: { userCode: 'CODE-2' } });
  });

  test('was used in time if the service says so at its last check', async () => {
    const bench = createApprovingBench();
    serviceTakes(bench, 5);
    await restoring(bench);
    bench.explorer.faults.isCodeUsed = Array.from({ length: 500 }, () => aFault('NO_ANSWER'));
    await bench.clock.advance(14 * MINUTE + 58_000);
    use(bench, codeShown(bench));
    bench.explorer.faults.isCodeUsed = [];
    await bench.drain();
    expect(ended(bench).result).toBe('success');
    // One line for all of them.
    expect(bench.log.text().match(/restore-code-check-failed/g)).toHaveLength(1);
  });

  test('ends what is left of a restore whose first part was approved', async () => {
    const bench = createApprovingBench();
    bench.explorer.restoresInExplore = true;
    const other = entries(1).map((entry) => ({ ...entry, key: 'k-other', containerId: 'mailbox-2' }));
    await restoring(bench, { list: [...entries(2), ...other] });
    use(bench, codeShown(bench));
    await bench.clock.advance(6_000);
    const counted = { total: 2, restored: 2, failed: 0, skipped: 0, warnings: [], errors: [], items: [] };
    bench.explorer.change('session-1', { statistics: counted });
    await bench.clock.advance(4 * MINUTE);
    // The explore session was used up, and a new one needs a new code.
    expect(codeShown(bench)).toBe('CODE-2');
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(ended(bench)).toMatchObject({ result: 'warning', trouble: 'approval-expired', retryable: 1 });
    expect(open(bench)).toBe(0);
  });
});

describe('a card that is looked at again', () => {
  test('is told the present code, and nothing is edited, posted or stored, signed in or not', async () => {
    const bench = createApprovingBench();
    const process = await restoring(bench);
    const { id } = bench.restore();
    const effects = () => [bench.announcer.acts.length, bench.store.written.length];
    const before = effects();

    const shown = await bench.clock.run(process.look(asker, id));
    expect(shown).toEqual({ kind: 'render', view: approvalShown(bench) });
    bench.people.put(key, aPersonState({ session: undefined }));
    expect(await bench.clock.run(process.look(asker, id))).toEqual(shown);
    expect(await bench.clock.run(process.look(asker, 'other'))).toMatchObject({
      view: { notice: { code: 'restore-unknown' } },
    });
    expect(effects()).toEqual(before);
  });

  test('in a shared place says nothing of it', async () => {
    const bench = createApprovingBench();
    const process = await restoring(bench);
    const elsewhere = anAsker({ address: anAddress({ place: 'channel' }) });
    const { view } = await bench.clock.run(process.look(elsewhere, bench.restore().id));
    expect(view).toMatchObject({ kind: 'restore-notice', notice: { code: 'personal-only' } });
  });
});

describe('**New code**', () => {
  test('replaces the code in the same session, once however often it is pressed', async () => {
    const bench = createApprovingBench();
    serviceTakes(bench, 5);
    const process = await restoring(bench);
    const pressed = asked(bench, 'new-code');
    await bench.clock.advance(20_000);
    await press(bench, process, pressed);
    await bench.clock.settle();
    expect(codeShown(bench)).toBe('CODE-2');
    await press(bench, process, pressed);
    await bench.clock.advance(20_000);
    expect(codeShown(bench)).toBe('CODE-2');
    expect(count(bench, 'openExplore')).toBe(1);

    // The old one approves nothing any more.
    use(bench, 'CODE-1');
    await bench.clock.advance(MINUTE);
    expect(bench.explorer.restored).toEqual([]);
    use(bench, 'CODE-2');
    await bench.drain();
    expect(bench.explorer.restored).toMatchObject([{ credentials: { userCode: 'CODE-2' } }]);
    expect(bench.announcer.acts).not.toContain('post restore-approval-due');
  });

  test('does nothing once the code was used', async () => {
    const bench = createApprovingBench();
    serviceTakes(bench, 60);
    const process = await restoring(bench);
    const pressed = asked(bench, 'new-code');
    use(bench, codeShown(bench));
    await bench.clock.advance(6_000);
    await press(bench, process, pressed);
    await bench.drain();
    expect(count(bench, 'requestRestoreCode')).toBe(1);
    expect(ended(bench).result).toBe('success');
  });
});

test('**Cancel** sends nothing, ends at once and leaves no session open', async () => {
  const bench = createApprovingBench();
  const process = await restoring(bench);
  use(bench, codeShown(bench));
  await press(bench, process, { kind: 'stop' });
  await bench.clock.advance(1_000);
  expect(ended(bench)).toMatchObject({ result: 'stopped', retryable: 0 });
  await bench.drain();
  expect(bench.explorer.restored).toEqual([]);
  expect(open(bench)).toBe(0);
  expect(JSON.stringify(bench.store.stateOf(key))).not.toContain('CODE-1');
});

test('**Cancel** that meets a call which has just started stops that, and the audit log says so once', async () => {
  const bench = createApprovingBench();
  serviceTakes(bench, 600);
  await restoring(bench);
  let isBefore = true;
  const other = bench.process(async (label, call) => {
    if (label === 'store.write' && isBefore) {
      isBefore = false;
      use(bench, codeShown(bench));
      await bench.clock.sleep(10_000);
    }
    return call();
  });
  await press(bench, other, { kind: 'stop' });
  await bench.drain();
  expect(ended(bench).result).toBe('stopped');
  const stops = bench.audit.records.filter(({ event }) => event === 'session-stopped');
  expect(stops).toMatchObject([{ outcome: 'success', flow: 'app-only' }]);
});

test('into somebody else’s mailbox, the call names it and a folder that stays the same, and so does a retry', async () => {
  const bench = createApprovingBench({ restoreElsewhere: true });
  const target = { id: 'm-2', type: 'User', name: 'Mika', detail: 'mika@contoso.com', echo: '{}' } as const;
  const point = { kind: 'at', id: 'p', backupTime: Date.UTC(2026, 10, 3, 12) } as const;
  bench.explorer.faults.restore = [aFault('REFUSED', { status: 409, description: 'Busy.' })];
  const process = await restoring(bench, { target, point });
  use(bench, codeShown(bench));
  await bench.drain();
  expect(ended(bench)).toMatchObject({
    result: 'refused',
    restore: { groups: [{ target: { name: 'Mika', detail: 'mika@contoso.com' } }] },
  });
  const { id, calls } = bench.restore();
  // Where that day is another one.
  const elsewhere = { ...asker, address: { ...asker.address, zone: 'Pacific/Kiritimati' } };
  await bench.clock.run(process.press(elsewhere, id, { kind: 'retry-failed' }));
  await bench.clock.advance(0);
  const [retry] = bench.store.stateOf(key)?.restores ?? [];
  expect(retry?.calls.map(({ folder }) => folder)).toEqual([calls[0]?.folder]);
  serviceTakes(bench, 5);
  use(bench, [...bench.explorer.codes.keys()].at(-1));
  await bench.drain();
  expect(retry?.groups).toMatchObject([{ target, options: {} }]);
  expect(bench.explorer.restored.map((sent) => sent.target)).toEqual([
    { item: target, folder: expect.stringMatching(/^Restored from \S.* 2026-11-03 [\da-z]{6}$/) as string },
  ]);
  const records = bench.audit.records.filter(({ event }) => event === 'restore-started');
  expect(records.map(({ restore }) => restore?.administrator?.target)).toEqual(['m-2', 'm-2']);
});

describe('into somebody else’s mailbox, once the settings no longer allow it', () => {
  const target = { id: 'm-2', type: 'User', name: 'Mika', detail: 'mika@contoso.com', echo: '{}' } as const;

  test('a retry asks for no approval and sends nothing', async () => {
    const bench = createApprovingBench({ restoreElsewhere: true });
    bench.explorer.faults.restore = [aFault('REFUSED', { status: 409, description: 'Busy.' })];
    await restoring(bench, { target });
    use(bench, codeShown(bench));
    await bench.drain();
    const after = createApprovingBench({ ...bench, restoreElsewhere: false });
    const { id } = after.restore();
    // Whatever it ended with before.
    const { view } = await after.process().press(asker, id, { kind: 'failures-page', page: 0 });
    expect(view).toMatchObject({ kind: 'restore-ended', retryable: 0 });
    await after.clock.run(after.process().press(asker, id, { kind: 'retry-failed' }));
    await after.drain();
    expect(after.restore()).toMatchObject({
      groups: [{ target }],
      calls: [{ progress: { trouble: 'elsewhere-off' } }],
    });
    expect(after.restore().id).not.toBe(id);
    expect([after.explorer.restored, count(after, 'requestRestoreCode'), open(after)]).toEqual([[], 1, 0]);
  });

  test('what waits for its approval ends, and no other code is asked for', async () => {
    const bench = createApprovingBench({ restoreElsewhere: true });
    await restoring(bench, { target });
    const after = createApprovingBench({ ...bench, restoreElsewhere: false });
    await press(after, after.process(), asked(after, 'new-code'));
    await after.drain();
    expect(ended(after)).toMatchObject({ result: 'refused', trouble: 'elsewhere-off', retryable: 0 });
    // A card that is drawn anew goes by the settings of today.
    const { id } = after.restore();
    const again = createApprovingBench({ ...after, restoreElsewhere: true });
    expect((await again.process().press(asker, id, { kind: 'failures-page', page: 0 })).view).toMatchObject({
      retryable: 3,
    });
    expect([after.explorer.restored, count(after, 'requestRestoreCode'), open(after)]).toEqual([[], 1, 0]);
  });
});

describe('with a certificate', () => {
  const withCertificate = ['contoso.onmicrosoft.com'];

  test('Approve is awaited instead of a code, which nobody is asked for', async () => {
    const bench = createApprovingBench({ withCertificate });
    serviceTakes(bench, 5);
    const process = await restoring(bench);
    await bench.clock.advance(3 * MINUTE);
    expect(approvalShown(bench).code).toMatchObject({ certificate: true, expiresAt: START + 15 * MINUTE });
    expect(bench.explorer.restored).toEqual([]);
    await press(bench, process, { kind: 'signed-in', asked: START - 1 });
    await bench.clock.advance(MINUTE);
    expect(bench.explorer.restored).toEqual([]);

    await press(bench, process, asked(bench, 'signed-in'));
    await bench.drain();
    expect(bench.explorer.restored).toMatchObject([{ credentials: { kind: 'certificate' } }]);
    expect(ended(bench).result).toBe('success');
    expect([count(bench, 'requestRestoreCode'), count(bench, 'isCodeUsed'), open(bench)]).toEqual([0, 0, 0]);
    expect(audited(bench)).toEqual([
      'restore-code-shown certificate',
      'restore-code-used certificate',
      'restore-started undefined',
      'restore-ended success',
    ]);
    const restores = bench.audit.records.filter(({ restore }) => restore?.administrator !== undefined);
    const approvals = restores.map(({ event, restore }) => [event, restore?.administrator?.approval]);
    expect(approvals).toEqual(
      expect.arrayContaining([
        ['restore-started', 'certificate'],
        ['restore-ended', 'certificate'],
      ]),
    );
  });

  test('nothing is sent where nobody presses Approve in time', async () => {
    const bench = createApprovingBench({ withCertificate });
    await restoring(bench);
    await bench.clock.advance(16 * MINUTE);
    expect(ended(bench)).toMatchObject({ result: 'refused', trouble: 'approval-expired', retryable: 3 });
    expect(bench.explorer.restored).toEqual([]);
    await bench.drain();
    expect(open(bench)).toBe(0);
    expect(audited(bench)).toContain('restore-code-expired certificate');
  });

  test('a service that refuses it is not asked again, for nobody can sign in instead', async () => {
    const bench = createApprovingBench({ withCertificate });
    const description = 'AADSTS700027: the certificate has expired.';
    bench.explorer.faults.restore = [aFault('REFUSED', { status: 400, description })];
    const process = await restoring(bench);
    await press(bench, process, asked(bench, 'signed-in'));
    await bench.drain();
    expect(ended(bench)).toMatchObject({ result: 'refused', trouble: 'approval-certificate', retryable: 3 });
    expect(ended(bench).remarks).toEqual([description]);
    expect(ended(bench).restore.byCertificate).toBe(true);
    expect(bench.explorer.restored).toEqual([]);
  });

  test('once the settings have it no more, what waits for Approve takes a code', async () => {
    const configured = [...withCertificate];
    const bench = createApprovingBench({ withCertificate: configured });
    serviceTakes(bench, 5);
    await restoring(bench);
    configured.length = 0;
    await press(bench, bench.process(), asked(bench, 'signed-in'));
    await bench.clock.advance(6_000);
    expect(codeShown(bench)).toBe('CODE-1');
    expect(bench.explorer.restored).toEqual([]);
    use(bench, 'CODE-1');
    await bench.drain();
    expect(bench.explorer.restored).toMatchObject([{ credentials: { kind: 'code', userCode: 'CODE-1' } }]);
  });
});

describe('where the service does not say that the code was used', () => {
  test('a refusal of the check is believed: the button is there at once, and the check is not repeated', async () => {
    const bench = createApprovingBench();
    serviceTakes(bench, 5);
    bench.explorer.faults.isCodeUsed = [notFound()];
    const process = await restoring(bench);
    await bench.clock.advance(MINUTE);
    expect(approvalShown(bench).code?.unchecked).toBe(true);
    expect(count(bench, 'isCodeUsed')).toBe(1);
    expect(bench.explorer.restored).toEqual([]);

    use(bench, codeShown(bench));
    await press(bench, process, asked(bench, 'signed-in'));
    await bench.drain();
    expect(bench.explorer.restored).toMatchObject([{ credentials: { userCode: 'CODE-1' } }]);
    expect(audited(bench)).toContain('restore-code-used person');
  });

  test('faults are repeated; after three in a row the button is there, and the check goes on', async () => {
    const bench = createApprovingBench();
    serviceTakes(bench, 5);
    await restoring(bench);
    bench.explorer.faults.isCodeUsed = [aFault('NO_ANSWER'), aFault('FAILED', { status: 500 })];
    await bench.clock.advance(12_000);
    expect(approvalShown(bench).code?.unchecked).toBeUndefined();
    bench.explorer.faults.isCodeUsed = [aFault('TIMED_OUT')];
    await bench.clock.advance(5_000);
    expect(approvalShown(bench).code?.unchecked).toBe(true);
    use(bench, codeShown(bench));
    await bench.drain();
    expect(ended(bench).result).toBe('success');
    expect(audited(bench)).toContain('restore-code-used check');
  });

  test("Microsoft's reason for that is on the card at once, and nowhere in the log", async () => {
    const bench = createApprovingBench();
    serviceTakes(bench, 5);
    await restoring(bench);
    const said = 'AADSTS65001: nobody has consented.';
    bench.explorer.faults.isCodeUsed = [aFault('FAILED', { status: 500, description: said })];
    await bench.clock.advance(6_000);
    expect(approvalShown(bench).code).toMatchObject({ unchecked: true, said });
    expect(bench.log.text()).not.toContain('consented');
    use(bench, codeShown(bench));
    await bench.drain();
    expect(ended(bench).result).toBe('success');
  });

  test('a check that says no for long may be wrong: the person may say otherwise', async () => {
    const bench = createApprovingBench();
    serviceTakes(bench, 5);
    const process = await restoring(bench);
    await bench.clock.advance(80_000);
    // Before that the button is not there, and its press is a forged one.
    await press(bench, process, asked(bench, 'signed-in'));
    await bench.clock.settle();
    expect(approvalShown(bench).code?.unchecked).toBeUndefined();
    await bench.clock.advance(20_000);
    expect(approvalShown(bench).code?.unchecked).toBe(true);
    expect(bench.explorer.restored).toEqual([]);
  });
});

describe('no code', () => {
  test('after a fault it is asked for again, for a minute', async () => {
    const bench = createApprovingBench();
    bench.explorer.faults.requestRestoreCode = [aFault('FAILED', { status: 503 }), aFault('NO_ANSWER')];
    await restoring(bench);
    await bench.clock.advance(20_000);
    expect(codeShown(bench)).toBe('CODE-1');
  });

  test.each([
    ['a refusal', [aFault('REFUSED', { status: 400, description: 'AADSTS700016: unknown application. Trace' })]],
    [
      'faults for longer',
      Array.from({ length: 20 }, () =>
        aFault('FAILED', { status: 500, description: 'AADSTS700016: unknown application.' }),
      ),
    ],
  ])('%s ends the restore, in the words of the service', async (_, faults) => {
    const bench = createApprovingBench();
    bench.explorer.faults.requestRestoreCode = faults;
    await restoring(bench);
    await bench.clock.advance(3 * MINUTE);
    expect(ended(bench)).toMatchObject({
      result: 'refused',
      trouble: 'approval-unavailable',
      remarks: ['AADSTS700016: unknown application.'],
      retryable: 3,
    });
    expect(open(bench)).toBe(0);
    expect(bench.log.text()).not.toContain('unknown application');
  });

  test.each([0, -5])('a code that is valid for %s seconds is none, and is asked for once', async (expiresInSeconds) => {
    const bench = createApprovingBench();
    const request = bench.explorer.requestRestoreCode.bind(bench.explorer);
    bench.explorer.requestRestoreCode = async (...asking) => ({ ...(await request(...asking)), expiresInSeconds });
    await restoring(bench);
    expect(ended(bench)).toMatchObject({ result: 'refused', trouble: 'approval-unavailable' });
    expect(count(bench, 'requestRestoreCode')).toBe(1);
    expect(open(bench)).toBe(0);
  });

  test('a code that was given too late is none', async () => {
    const bench = createApprovingBench();
    const request = bench.explorer.requestRestoreCode.bind(bench.explorer);
    bench.explorer.requestRestoreCode = async (...asking) => {
      await bench.clock.sleep(6_000);
      return { ...(await request(...asking)), expiresInSeconds: 5 };
    };
    await restoring(bench);
    await bench.clock.advance(30_000);
    expect(ended(bench)).toMatchObject({ result: 'refused', trouble: 'approval-unavailable' });
    expect(count(bench, 'requestRestoreCode')).toBe(1);
  });

  test('a session that is over is opened again', async () => {
    const bench = createApprovingBench();
    bench.explorer.faults.requestRestoreCode = [notFound()];
    bench.explorer.faults.session = [notFound()];
    await restoring(bench);
    expect(count(bench, 'openExplore')).toBe(2);
    expect(codeShown(bench)).toBe('CODE-1');
  });

  test('a code for a page that is not known is not shown, and nothing of the page', async () => {
    const bench = createApprovingBench();
    const request = bench.explorer.requestRestoreCode.bind(bench.explorer);
    bench.explorer.requestRestoreCode = async (...asking) => ({
      ...(await request(...asking)),
      verificationUri: 'https://login.microsoftonline.com/organizations/v2.0/adminconsent?client_id=x',
    });
    await restoring(bench);
    expect(ended(bench)).toMatchObject({ result: 'refused', trouble: 'approval-page' });
    expect(JSON.stringify(bench.announcer.cards)).not.toMatch(/CODE-1|adminconsent/);
    expect(bench.log.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ event: 'restore-code-page-untrusted' }),
      }),
    );
  });

  test('a code that was stored with such a page is not shown again, and is replaced by another one', async () => {
    const bench = createApprovingBench();
    const process = await restoring(bench);
    const { restores, ...state } = bench.store.stateOf(key) ?? aRestoreState();
    const verificationUri = 'https://microsoft.com/link';
    const changed = restores.map((restore) => ({
      ...restore,
      groups: restore.groups.map((group) => ({
        ...group,
        approval: { ...group.approval, verificationUri } as Approval,
      })),
    }));
    bench.store.put(key, { ...state, restores: changed });
    const shown = await press(bench, process, { kind: 'failures-page', page: 0 });
    expect(shown.view).toMatchObject({ kind: 'restore-approval', code: undefined });
    await bench.clock.advance(6_000);
    expect(codeShown(bench)).toBe('CODE-2');
  });

  test('the card names the application of the settings', async () => {
    const bench = createApprovingBench({ organization: { restoreApplicationName: 'Contoso Backup' } });
    await restoring(bench);
    const { card } = renderView(approvalShown(bench), aContext());
    expect(JSON.stringify(card)).toContain('Contoso Backup');
  });
});

test('a code whose sign-in may not restore is replaced by another one, and the card says why', async () => {
  const bench = createApprovingBench();
  serviceTakes(bench, 5);
  const said = 'AADSTS50105: not assigned to a role.';
  bench.explorer.faults.restore = [aFault('REFUSED', { status: 400, description: said })];
  await restoring(bench);
  use(bench, codeShown(bench));
  await bench.clock.advance(MINUTE);
  expect(approvalShown(bench)).toMatchObject({ code: { userCode: 'CODE-2' }, refused: { said } });
  use(bench, 'CODE-2');
  await bench.drain();
  expect(ended(bench).result).toBe('success');
  expect(bench.explorer.restored).toHaveLength(1);
});

test.each<[string, (restore: Restore) => Restore, string]>([
  ['Stop', (restore) => ({ ...restore, stopping: true }), 'restore-ended'],
  ['that the approval no longer counts', (restore) => withApproval(restore, 0, undefined), 'restore-approval'],
])('%s, stored in the same moment as the claim on the call, prevents the sending', async (_, change, shown) => {
  const bench = createApprovingBench();
  await restoring(bench);
  const { store } = bench;
  const write = store.write.bind(store);
  let claims = 0;
  store.write = async (person, state, over) => {
    const isClaim = state.restores.some(({ calls }) => calls.some(({ progress }) => progress.kind === 'sending'));
    const present = store.stateOf(person);
    if (isClaim && present && (claims += 1) === 1)
      store.put(person, { ...present, restores: present.restores.map(change) });
    return write(person, state, over);
  };
  use(bench, codeShown(bench));
  await bench.clock.advance(MINUTE);
  expect(claims).toBe(1);
  expect(count(bench, 'restore')).toBe(0);
  expect(bench.shown()?.kind).toBe(shown);
});

describe('who may', () => {
  const notListed = ['somebody-else'];

  test.each(['before the code is used', 'after it was used'])(
    'somebody taken off the list %s sends nothing any more',
    async (when) => {
      const adminUserIds = [anAsker().person.objectId ?? ''];
      const bench = createApprovingBench({ adminUserIds });
      await restoring(bench);
      if (when === 'after it was used') {
        // The list changes between the approval and the call.
        bench.explorer.during.isCodeUsed = async () => void adminUserIds.splice(0, 1, ...notListed);
      } else adminUserIds.splice(0, 1, ...notListed);
      use(bench, codeShown(bench));
      await bench.drain();
      expect(bench.explorer.restored).toEqual([]);
      expect(ended(bench)).toMatchObject({ result: 'refused', trouble: 'approval-not-allowed', retryable: 3 });
      expect(JSON.stringify(bench.store.stateOf(key))).not.toContain('CODE-1');
    },
  );

  test('after a log-out nothing is sent; an operator of the same name does not continue it', async () => {
    const bench = createApprovingBench();
    const process = await restoring(bench);
    const pressed = asked(bench, 'new-code');
    bench.people.put(key, aPersonState({ session: aSession({ expiresAt: START + 86_400_000 }) }));
    use(bench, codeShown(bench));
    await press(bench, process, pressed);
    await bench.drain();
    expect(count(bench, 'requestRestoreCode')).toBe(1);
    expect(count(bench, 'isCodeUsed')).toBe(0);
    expect(bench.explorer.restored).toEqual([]);
    expect(ended(bench).trouble).toBe('approval-session-over');
  });

  test('a log-out ends what waits for its approval, and its session is closed with the last of the token', async () => {
    const bench = createApprovingBench();
    const process = await restoring(bench);
    const { session } = bench.people.stateOf(key) ?? {};
    if (session === undefined) throw new Error('Nobody is signed in.');
    bench.people.put(key, aPersonState({ session: undefined }));
    await process.over(session);
    expect(open(bench)).toBe(0);
    await bench.drain();
    expect(ended(bench)).toMatchObject({ result: 'refused', trouble: 'approval-session-over' });
    expect(bench.explorer.restored).toEqual([]);
  });

  test('nobody presses in a group chat, and nobody a restore of somebody else', async () => {
    const bench = createApprovingBench();
    const process = await restoring(bench);
    const pressed = asked(bench, 'new-code');
    const inGroup = anAsker({ address: { ...anAsker().address, place: 'group chat' } });
    const other = anAsker({ key: { conversationId: 'a:other', personId: 'other' } });
    for (const [asker, code] of [
      [inGroup, 'personal-only'],
      [other, 'restore-unknown'],
    ] as const) {
      const reply = await bench.clock.run(process.press(asker, bench.restore().id, pressed));
      expect(reply).toMatchObject({ view: { kind: 'restore-notice', notice: { code } } });
    }
    expect(count(bench, 'requestRestoreCode')).toBe(1);
  });
});

test('the audit log claims no option of a call that takes none', async () => {
  const bench = createApprovingBench();
  bench.explorer.optionsSent = (_, { entries: [first] }) => (first?.kind === 'mailbox' ? { changedItems: false } : {});
  await restoring(bench);
  use(bench, codeShown(bench));
  await bench.drain();
  const facts = bench.audit.records.flatMap(({ restore }) => restore?.administrator ?? []);
  expect(facts.length).toBeGreaterThan(0);
  for (const { options, withoutOptions } of facts) expect([options, withoutOptions]).toEqual([{}, undefined]);
});

/** Whatever people do, in whatever order, and wherever the process dies: nothing is sent without an approval, and nothing twice. */
import fc from 'fast-check';
import { approvalsOf, presentRule } from '../../../../src/restore/state/four-eyes.ts';
import { createFourEyesBench, olga, paula, quentin, type FourEyesBench } from '../../../support/four-eyes-bench.ts';
import { key, serviceTakes } from '../../../support/restoring-bench.ts';

const HOUR = 3_600_000;
const killed = new Error('killed');

type Act =
  | { readonly kind: 'approve' | 'decline'; readonly who: 'paula' | 'quentin' | 'olga' }
  | { readonly kind: 'withdraw' | 'log-out' | 'sign-in' | 'settle' | 'change' }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'crash'; readonly after: number };

const who = fc.constantFrom('paula', 'quentin', 'olga');
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constantFrom('approve', 'decline'), who }),
  fc.record({ kind: fc.constantFrom('withdraw', 'log-out', 'sign-in', 'settle', 'settle', 'change') }),
  fc.record({ kind: fc.constant('wait'), hours: fc.constantFrom(1, 13, 23) }),
  fc.record({ kind: fc.constant('crash'), after: fc.integer({ min: 0, max: 40 }) }),
);
const PEOPLE = { paula, quentin, olga };

async function play(bench: FourEyesBench, { kind, ...about }: Act): Promise<void> {
  const state = bench.people.stateOf(key);
  switch (kind) {
    case 'approve':
    case 'decline': {
      const person = PEOPLE['who' in about ? about.who : 'olga'];
      await bench.press(person, { kind, reason: kind === 'decline' ? 'No' : undefined });
      return;
    }
    case 'withdraw': {
      const { heldFiles, restores } = bench.parts().feature;
      const isFile = bench.request().of === 'file';
      const press = { kind: 'stop' } as const;
      await bench.clock.run(
        isFile ? heldFiles.withdraw(olga, bench.id()) : restores.press(olga, bench.id(), press, 'card-0'),
      );
      return;
    }
    case 'log-out':
      if (state?.session) {
        const { session, ...others } = state;
        bench.people.put(key, others);
        const event = { kind: 'over', key, why: 'logged-out', session, open: session } as const;
        await bench.clock.run(bench.parts().sessionEvents.tell(event));
      }
      return;
    case 'sign-in':
      if (state !== undefined && state.session === undefined) {
        bench.people.put(key, { ...state, session: { ...bench.session, signInId: `again-${bench.clock.now()}` } });
        await bench.clock.run(bench.parts().sessionEvents.tell({ kind: 'began', key }));
      }
      return;
    case 'settle':
      return bench.settle();
    case 'change': {
      const record = bench.files.exports.record(bench.id());
      const found = await record.read(key);
      if (found.kind === 'found' && found.state.progress.kind === 'held')
        await record.write(key, { ...found.state, reason: 'Something else' }, found.version);
      const stored = bench.store.stateOf(key);
      const restores = stored?.restores.map((restore) =>
        restore.calls.every(({ sent }) => sent !== true) && restore.endedAt === undefined
          ? { ...restore, reason: 'Something else' }
          : restore,
      );
      if (stored && restores) bench.store.put(key, { ...stored, restores });
      return;
    }
    case 'wait':
      return bench.clock.advance(('hours' in about ? about.hours : 0) * HOUR);
    case 'crash': {
      let left = 'after' in about ? about.after : 0;
      bench.restart(async (_, call) => {
        left -= 1;
        if (left < 0) throw killed;
        return call();
      });
      await bench.settle(25);
      bench.jobs.abandon(killed);
      bench.restart();
      return;
    }
  }
}

test.each(['restore', 'file'] as const)(
  'no call of a %s without a valid approval, none twice, one outcome for each person',
  async (of) => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 9 }), async (acts) => {
        const bench = await createFourEyesBench();
        serviceTakes(bench, 5);
        await (of === 'file' ? bench.askFile() : bench.ask());
        for (const each of acts) await play(bench, each);
        // Whatever was left over is done, and the request is over.
        for (const each of [{ kind: 'settle' }, { kind: 'wait', hours: 23 }, { kind: 'settle' }] as const)
          await play(bench, each);
        await play(bench, { kind: 'wait', hours: 2 } as never);
        await bench.settle();

        const saved = bench.explorer.calls.filter(({ method }) => method === 'save').length;
        const sent = bench.explorer.restored.length + saved;
        expect(sent).toBeLessThanOrEqual(1);
        const request = bench.fourEyes.approvals.states.get(bench.id());
        if (sent === 1) {
          const rule = await presentRule(bench.fourEyes, olga.address, request);
          const [first] = request === undefined ? [] : approvalsOf(request, rule);
          expect(first).toMatchObject({ kind: 'approve' });
          expect(request?.decisions.every(({ objectId }) => objectId !== 'oid-of-olga')).toBe(true);
          if (of === 'restore') expect(bench.restore().reason).toBe('Ticket 4711');
          else expect(bench.audit.records.every(({ download }) => download?.reason !== 'Something else')).toBe(true);
          expect(request?.outcome?.kind).toBe('approved');
        }
        // What the service has is followed by whoever signs in again.
        if (of === 'file') expect(bench.file()).toBeUndefined();
        else if (sent === 0) expect(bench.restore().endedAt).toBeDefined();
        expect(request?.outcome).toBeDefined();
        const outcome = request?.outcome?.kind;
        // Copies of a message are harmless; another outcome would not be. What was approved may end unsent.
        const ends = new Set(bench.news().filter((news) => ['declined', 'expired', 'void'].includes(news)));
        expect([...ends]).toEqual(outcome === 'approved' || outcome === 'withdrawn' ? [] : [outcome]);
        for (const person of [paula, quentin]) {
          const [card] = bench.cardsOf(person).slice(-1);
          if (card !== undefined) expect(card).toMatchObject({ outcome: { kind: outcome } });
        }
      }),
      { numRuns: 300 },
    );
  },
  120_000,
);

/** Hostile input to the restore feature: buttons, type-ahead, forms, service answers and sealed states. */
import fc from 'fast-check';
import { renderView } from '../../src/cards/render.ts';
import { SCOPE_DATASET } from '../../src/cards/layout/verbs.ts';
import { readTypeahead } from '../../src/chat/actions/invokes.ts';
import { parseAction } from '../../src/chat/actions/parse-action.ts';
import { UpstreamError } from '../../src/core/errors.ts';
import { outcomeOf, progressOf } from '../../src/restore/run/calls/progress.ts';
import { rulesOf } from '../../src/restore/backups/workloads/index.ts';
import { buildQuery } from '../../src/restore/explore/search/build-query.ts';
import { createRestoreCodec } from '../../src/state/restore-store.ts';
import { createSealer } from '../../src/state/blobs/encryption.ts';
import { createExplorer } from '../../src/upstream/explorer/explorer.ts';
import { aRestoreState } from '../unit/state/restore-states.ts';
import { TASK_INPUT_IDS } from '../support/task-inputs.ts';
import { aContext } from '../support/views.ts';
import { anEndedView, aResultsView, aSearchView } from '../support/restore-views.ts';
import {
  aDocument,
  aMessage,
  aPage,
  aSession,
  accessTo,
  cannedHttp,
  DRIVE,
  EXPLORE,
  FIRST,
  MAILBOX,
} from '../unit/upstream/explorers.ts';
import { hostileText, type Tried } from './hostile.ts';
import { anyCodePoint } from '../support/code-points.ts';

const anything = fc.anything({ withNullPrototype: true, withUnicodeString: true, maxDepth: 4 });
const mostly = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: good }, anything, hostileText);

const KINDS = [
  'go',
  'workload',
  'point',
  'search',
  'browse',
  'look-back',
  'export',
  'missing',
  'page',
  'open',
  'up',
  'versions',
  'download',
  'add',
  'remove',
  'list-page',
  'choose-options',
  'options',
  'reason',
  'select',
  'restore',
  'done',
  'stop',
  'look',
  'send-again',
  'give-up',
  'retry-failed',
  'failures-page',
] as const;
const press = fc.record(
  {
    kind: mostly(fc.constantFrom(...KINDS)),
    to: mostly(fc.constantFrom('search', 'results', 'summary')),
    workload: mostly(fc.constantFrom('exchange', 'onedrive')),
    page: mostly(fc.oneof(fc.integer(), fc.double())),
    scope: mostly(fc.constantFrom('own', 'user-1')),
    next: mostly(fc.constantFrom('browse', 'points')),
    what: mostly(fc.constantFrom('page', 'all', 'none')),
    shown: mostly(hostileText),
    entry: mostly(hostileText),
  },
  { requiredKeys: ['kind'] },
);
const inputs = fc.dictionary(
  fc.oneof(
    fc.constantFrom(...TASK_INPUT_IDS),
    hostileText.map((text) => `pick-${text}`),
  ),
  fc.oneof(fc.constantFrom('true', 'false', true, '', null), hostileText, anything),
);
const cardData = fc
  .tuple(
    fc.record(
      {
        verb: mostly(fc.constantFrom('task', 'restore', 'stop-session', 'session', 'find', 'sessions')),
        owner: mostly(hostileText),
        task: mostly(hostileText),
        restore: mostly(hostileText),
        session: mostly(hostileText),
        press: mostly(press),
        page: mostly(fc.integer({ min: -1, max: 20_000 })),
        list: mostly(fc.oneof(anything, fc.dictionary(fc.constantFrom('kind', 'state', 'days', 'starts'), anything))),
      },
      { requiredKeys: ['verb'] },
    ),
    inputs,
  )
  .map(([button, typed]) => ({ ...typed, ...button }));

const TEXTS = ['subject', 'from', 'to', 'cc', 'sent', 'received', 'itemClass', 'attachments', 'name', 'modifiedBy'];
const changes = fc.dictionary(
  fc.constantFrom(...TEXTS, 'id', 'mailboxId', 'sizeBytes', 'isFolder', 'version', 'oneDriveId'),
  fc.oneof({ weight: 2, arbitrary: hostileText }, fc.jsonValue({ maxDepth: 2 })),
);
const restoreSession = fc.dictionary(
  fc.constantFrom('state', 'result', 'creationTime', 'endTime', 'reason', 'details', 'initiatedBy', 'type'),
  fc.oneof(hostileText, fc.jsonValue({ maxDepth: 1 })),
);

/** @param scale 1: about ten seconds */
export async function tryHostileRestores(scale: number, seed = Date.now()): Promise<Tried> {
  const tried: Record<string, number> = {};
  const runs = (count: number) => ({ numRuns: Math.max(50, Math.round(count * scale)), seed });
  const count = (what: string): void => {
    tried[what] = (tried[what] ?? 0) + 1;
  };

  fc.assert(
    fc.property(fc.oneof(cardData, anything), (data) => {
      count("restore cards' data");
      const verb = (data as { readonly verb?: unknown } | null | undefined)?.verb;
      const executed = { action: { type: 'Action.Execute', verb, data }, trigger: 'manual' };
      for (const action of [parseAction(data), parseAction(executed)]) {
        const found = action?.verb === 'task' ? action.press : undefined;
        if (found === undefined) continue;
        const keys = [...(found.entries ?? []), ...(found.unticked ?? [])];
        if (keys.length > 400 || keys.some((key) => key === '' || key.length > 1_000))
          throw new Error('too much is picked');
        if (!KINDS.includes(found.kind)) throw new Error('a press of nobody');
      }
    }),
    runs(20_000),
  );

  const search = fc.record(
    {
      dataset: mostly(fc.constant(SCOPE_DATASET)),
      queryText: mostly(hostileText),
      queryOptions: mostly(fc.record({ skip: mostly(fc.integer()), top: mostly(fc.double()) })),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(search, anything), (value) => {
      count('type-ahead searches');
      const sought = readTypeahead(value);
      if (sought === undefined) return;
      const { max, typed } = sought;
      if (!Number.isInteger(max) || max < 1 || max > 15 || typed.length > 200) throw new Error('more than is shown');
    }),
    runs(10_000),
  );

  const form = fc.dictionary(
    fc.constantFrom('words', 'from', 'to', 'subject', 'name', 'changedBy', 'after', 'before'),
    fc.oneof(
      hostileText,
      fc.constantFrom('2026-02-31', '2026-03-01', 'from:', 'a AND', 'NOT', '"', '\\', '*', 'subject:"x'),
    ),
  );
  fc.assert(
    fc.property(form, fc.constantFrom('exchange', 'onedrive' as const), hostileText, (typed, workload, zone) => {
      count('searches');
      for (const search of Object.values(rulesOf(workload).searches)) {
        const built = buildQuery(search, typed, { zone: zone === '' ? undefined : zone, now: Date.now() });
        if (JSON.stringify(built) === undefined) throw new Error('no query');
      }
    }),
    runs(10_000),
  );

  await fc.assert(
    fc.asyncProperty(
      fc.array(changes, { maxLength: 12 }),
      fc.record({ setId: mostly(hostileText), _links: anything }, { requiredKeys: [] }),
      restoreSession,
      async (items, rest, session) => {
        count('answers of the service shown');
        await showAnswers(items, rest, session);
      },
    ),
    runs(1_500),
  );

  await tamperWithRestores(runs(2_500), () => count('sealed restore states'));
  return tried;
}

const clean = (value: object): object => JSON.parse(JSON.stringify(value) ?? '{}') as object;

async function taken<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

/** Almost the documented answers: read by the explorer and shown as a card. */
async function showAnswers(items: readonly object[], rest: object, session: object): Promise<void> {
  const access = accessTo('https://backup.example');
  const explorerFor = (body: object) =>
    createExplorer({ http: cannedHttp(200, new TextEncoder().encode(JSON.stringify(body)), 4_096) });
  const messages = aPage(
    items.map((each) => aMessage(clean(each))),
    clean(rest),
  );
  const documents = aPage(
    items.map((each) => aDocument(clean(each))),
    clean(rest),
  );
  const mail = { workload: 'exchange', exploreId: EXPLORE, containerId: MAILBOX } as const;
  const files = { workload: 'onedrive', exploreId: EXPLORE, containerId: DRIVE } as const;
  const [found, listed, read] = await Promise.all([
    taken(explorerFor(messages).search(access, mail, 'items', 'x', FIRST)),
    taken(explorerFor(documents).search(access, files, 'documents', 'x', FIRST)),
    taken(explorerFor(aSession(clean(session))).session(access, EXPLORE)),
  ]);
  for (const page of [found, listed]) {
    if (page === undefined) continue;
    const entries = page.results.slice(0, 10);
    show(aResultsView({ entries, form: { words: entries[0]?.title ?? '' }, found: entries.length, listed: [] }));
    show(aSearchView({ choices: entries.map(({ id, title, who }) => ({ value: id, name: title, detail: who })) }));
    const reading = { session: read, statistics: undefined, events: [] };
    progressOf(reading, entries.length);
    const { result, counts: _, failures } = outcomeOf(reading, entries, false);
    show(anEndedView({ result, failures: failures.slice(0, 10).map((item) => ({ ...item, group: 0 })) }));
  }
}

function show(view: Parameters<typeof renderView>[0]): void {
  const { card, summary } = renderView(view, aContext({ place: 'personal' }));
  const text = JSON.stringify(card);
  if (text === undefined || typeof summary !== 'string') throw new Error('no card');
  // The limit of Teams; longer cards are refused.
  if (Buffer.byteLength(text) > 100_000) throw new Error(`a card of ${Buffer.byteLength(text)} bytes`);
}

/** A changed byte, a removed part or another name: the blob opens to the same content or not at all. */
async function tamperWithRestores(
  parameters: { readonly numRuns: number; readonly seed: number },
  count: () => void,
): Promise<void> {
  const codec = createRestoreCodec(createSealer([{ kid: 'k1', key: new Uint8Array(32).fill(7) }]));
  const name = 'restores/a/b.json';
  const blob = await codec.encode(aRestoreState(), name);
  const whole = await codec.decode(blob, name);
  if (whole.kind !== 'state') throw new Error('the untouched blob does not open');
  await fc.assert(
    fc.asyncProperty(
      fc.nat(blob.length - 1),
      fc.nat(40),
      fc.string({ unit: anyCodePoint, maxLength: 3 }),
      fc.boolean(),
      async (at, length, put, moved) => {
        count();
        const changed = blob.slice(0, at) + put + blob.slice(at + length);
        const decoded = await codec.decode(changed, moved ? `${name}x` : name);
        if (decoded.kind === 'unreadable') return;
        if (moved || JSON.stringify(decoded.state) !== JSON.stringify(whole.state))
          throw new Error('it opened to something else');
      },
    ),
    parameters,
  );
}

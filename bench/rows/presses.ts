/** Presses on the way to a restore: requests to storage, CPU, and the time until the answer while many people do the same. */
import { setTimeout as sleep } from 'node:timers/promises';
import { actionsIn } from '../../local/connector/card-actions.ts';
import { PICK_PREFIX } from '../../src/cards/layout/verbs.ts';
import { picksOn } from '../../test/support/steps.ts';
import type { Child } from '../child.ts';
import { operationsText } from '../counting.ts';
import type { Urls } from '../environments.ts';
import { percentile, round, type Row } from '../figures.ts';
import type { FolderOperations, Operations } from '../outside/storage.ts';
import { definePart, withOutside } from '../part.ts';
import type { Restorer } from '../restorer.ts';
import { WAY, withRestorers, type RestorersBench } from '../restorers.ts';

interface Size {
  readonly people: number;
  /** How often they find something and restore it together; before that, so often without being measured. */
  readonly walks: number;
  readonly warmUps: number;
  readonly pages: number;
  /** How long they read before each press, on average. */
  readonly readingMilliseconds: number;
  /** People who do it one after the other, whose requests to storage are counted. */
  readonly alone: number;
}

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
const MOST_MILLISECONDS = 100;
/** For what a press leaves running: the edit of its card, and the job of a restore. */
const SETTLE_MILLISECONDS = 200;
/** A press that needs storage once more after its write gets it then, and is seen to need it. */
const HELD_MILLISECONDS = 1_000;

/** In their order. @returns milliseconds until the answer */
const STEPS = {
  page: WAY.page,
  confirm: WAY.confirm,
  restore: WAY.restore,
  status: (one) => one.type('restore status', "You're signed in"),
} as const satisfies Readonly<Record<string, (one: Restorer) => Promise<number>>>;
type Step = keyof typeof STEPS;

const PRESSES: readonly (readonly [step: Step, name: string])[] = [
  ['page', 'next page of results'],
  ['confirm', '**Restore…** with results ticked'],
  ['restore', '**Restore**, the start of a restore'],
];

interface Measured {
  readonly milliseconds: number[];
  /** CPU of the bot, in microseconds, with what a press leaves running. */
  cpu: number;
}

const forEachStep = <T>(make: (step: Step) => T): Readonly<Record<Step, T>> => ({
  page: make('page'),
  confirm: make('confirm'),
  restore: make('restore'),
  status: make('status'),
});

/** Everybody takes a step at the same time, each after reading for another time than at the step before. */
async function together(
  { bot, restorers }: RestorersBench,
  step: Step,
  times: number,
  reading: number,
): Promise<Measured> {
  const milliseconds: number[] = [];
  const before = await bot.cpu();
  const pressing = restorers.map(async (one, number) => {
    for (let time = 0; time < times; time += 1) {
      await sleep(reading * (0.5 + (((number + time) * GOLDEN_RATIO) % 1)));
      milliseconds.push(await STEPS[step](one));
    }
  });
  await Promise.all(pressing);
  await sleep(SETTLE_MILLISECONDS);
  return { milliseconds, cpu: (await bot.cpu()) - before };
}

async function measureTogether(bench: RestorersBench, size: Size): Promise<Readonly<Record<Step, Measured>>> {
  const measured = forEachStep((): Measured => ({ milliseconds: [], cpu: 0 }));
  for (let walk = -size.warmUps; walk < size.walks; walk += 1) {
    for (const one of bench.restorers) await WAY.find(one);
    for (const step of Object.keys(STEPS) as Step[]) {
      const times = step === 'page' ? size.pages : 1;
      const { milliseconds, cpu } = await together(bench, step, times, walk < 0 ? 0 : size.readingMilliseconds);
      if (walk < 0) continue;
      measured[step].milliseconds.push(...milliseconds);
      measured[step].cpu += cpu;
    }
  }
  return measured;
}

interface Requests {
  /** Until the answer. */
  readonly blobs: FolderOperations;
  readonly all: Operations;
  readonly later: FolderOperations;
}

async function requestsOf({ outside }: RestorersBench, press: () => Promise<unknown>): Promise<Requests> {
  await Promise.all([outside.ask('folderOperations'), outside.ask('storageOperations')]);
  await outside.ask('holdAfterWrite', 'restores');
  const releasing = setTimeout(() => void outside.ask('release'), HELD_MILLISECONDS);
  await press();
  const blobs = await outside.ask<FolderOperations>('folderOperations');
  const all = await outside.ask<Operations>('storageOperations');
  clearTimeout(releasing);
  await outside.ask('release');
  await sleep(SETTLE_MILLISECONDS);
  return { blobs, all, later: await outside.ask('folderOperations') };
}

async function countAlone(bench: RestorersBench, size: Size): Promise<Readonly<Record<Step, Requests[]>>> {
  const counted = forEachStep((): Requests[] => []);
  for (const one of bench.restorers.slice(0, size.alone)) {
    await WAY.find(one);
    for (const [step] of PRESSES) counted[step].push(await requestsOf(bench, () => STEPS[step](one)));
  }
  return counted;
}

const mostOf = ({ blobs }: Requests): number =>
  Math.max(...Object.values(blobs).flatMap((one) => [one['blob read'] ?? 0, one['blob write'] ?? 0]));

const blobsText = ({ conversations = {}, restores = {} }: FolderOperations): string =>
  [
    ['session', operationsText(conversations)],
    ['task and restores', operationsText(restores)],
  ]
    .flatMap(([blob, text = '']) => (text === '' ? [] : [`${blob}: ${text.replaceAll('blob ', '')}`]))
    .join('; ');

function requestRow(name: string, counted: readonly Requests[]): Row {
  // The sweep and the jobs of other restores can only add to it.
  const [least] = counted.toSorted((one, other) => mostOf(one) - mostOf(other));
  if (least === undefined) throw new Error('Nobody pressed.');
  const queued = operationsText({ 'queue put': least.all['queue put'] ?? 0 });
  const later = blobsText(least.later);
  const ours = [blobsText(least.blobs), queued, later && `its job, to the end: ${later}`].filter(Boolean).join('; ');
  return {
    what: `${name}: reads of one blob, or writes, at most`,
    against: '–',
    ours,
    peer: '–',
    figure: mostOf(least),
    unit: 'requests',
    bound: { atMost: 1 },
  };
}

/** Pressing the row of a result, which the chat client follows by itself: the card carries the details. */
function detailsRow({ card }: Restorer): Row {
  const text = JSON.stringify(card);
  const toggled = actionsIn(card).flatMap(({ type, targetElements }) =>
    type === 'Action.ToggleVisibility' ? (targetElements as readonly string[]) : [],
  );
  const keys = picksOn(card).map((pick) => pick.slice(PICK_PREFIX.length));
  const carried = keys
    .map((key) => `details-${key}`)
    .filter((id) => toggled.includes(id) && text.includes(`"id":${JSON.stringify(id)}`));
  return {
    what: 'details of a result: presses that reach the bot',
    against: '–',
    ours: `${carried.length} of ${keys.length} results have them on the card`,
    peer: '–',
    figure: keys.length - carried.length,
    unit: 'presses',
    bound: { atMost: 0 },
  };
}

const cpuOf = ({ cpu, milliseconds }: Measured): number => Math.round(cpu / milliseconds.length);

const cpuRow = (name: string, measured: Measured, status: Measured): Row => ({
  what: `${name}: CPU`,
  against: '`restore status`',
  ours: `${cpuOf(measured)} µs CPU`,
  peer: `${cpuOf(status)} µs CPU`,
  values: { cpuMicroseconds: cpuOf(measured) },
  figure: round(cpuOf(measured) / cpuOf(status)),
  unit: '×',
});

function timeRow(name: string, people: number, { milliseconds }: Measured): Row {
  const at = (percent: number): number => round(percentile(milliseconds, percent), 0);
  return {
    what: `${name}, ${people} people at it: time to the answer, p95`,
    against: '–',
    ours: `p50 ${at(50)} ms, p95 ${at(95)} ms of ${milliseconds.length}`,
    peer: '–',
    figure: at(95),
    unit: 'ms',
    bound: { atMost: MOST_MILLISECONDS },
  };
}

const pressRows = (outside: Child, urls: Urls, size: Size): Promise<readonly Row[]> =>
  withRestorers(outside, urls, { name: 'presses', count: size.people, restoreSeconds: 0 }, async (bench) => {
    const measured = await measureTogether(bench, size);
    const counted = await countAlone(bench, size);
    const [first] = bench.restorers;
    await WAY.find(first);
    return [
      ...PRESSES.map(([step, name]) => requestRow(name, counted[step])),
      detailsRow(first),
      ...PRESSES.map(([step, name]) => cpuRow(name, measured[step], measured.status)),
      ...PRESSES.map(([step, name]) => timeRow(name, size.people, measured[step])),
    ];
  });

export const pressesPart = definePart<Size>({
  name: 'presses',
  title: 'Presses on the way to a restore',
  quick: { people: 10, walks: 1, warmUps: 0, pages: 1, readingMilliseconds: 400, alone: 1 },
  full: { people: 50, walks: 2, warmUps: 1, pages: 2, readingMilliseconds: 1_000, alone: 3 },
  measure: (size) => withOutside((outside, urls) => pressRows(outside, urls, size)),
});

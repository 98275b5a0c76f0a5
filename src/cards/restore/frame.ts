/** Whose data, which, as of when: at the top of every card of a task and of a restore; and what is around it. */
import type { Point, Workload } from '../../restore/model/catalog.ts';
import type { Trouble } from '../../restore/model/service-error.ts';
import type { Remark } from '../../restore/model/task.ts';
import type { ScopeFacts, TaskFacts } from '../../restore/views.ts';
import type { RenderedCard, Scene } from '../context.ts';
import { primary, taskButton, type Button } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { formatsFor } from '../layout/formats.ts';
import { LIMITS, RESTORE_LIMITS } from '../layout/limits.ts';
import { lines } from '../layout/message.ts';
import { fill, type TemplateName } from '../templates.ts';
import type { Row } from './inputs.ts';

/** What a card says around its own part. */
export interface Framed {
  readonly title: string;
  /** The title says it where this is absent. Never holds what was found, nor names. */
  readonly summary?: string | undefined;
  readonly said?: readonly string[] | undefined;
  readonly notes?: readonly string[] | undefined;
  readonly buttons: readonly Button[];
}

/** Whose and what; the same of a task and of a restore. */
export interface Chosen {
  readonly organization: string;
  readonly scope?: ScopeFacts | undefined;
  readonly workload?: Workload | undefined;
  readonly point?: Point | undefined;
  readonly listed?: number | undefined;
}

export type RestoreTemplate = Extract<TemplateName, `restore${string}`>;

export function framedCard(
  scene: Scene,
  template: RestoreTemplate,
  chosen: Chosen,
  framed: Framed,
  own: object,
  more: { readonly remark?: Remarked | undefined; readonly changes?: readonly Button[] | undefined } = {},
): RenderedCard {
  const { words } = scene;
  const summary = framed.summary ?? framed.title;
  const card = fill(template, {
    summary,
    title: framed.title,
    ...head(scene, chosen),
    changeTitle: words.restore.buttons.change,
    changes: more.changes ?? [],
    remarkStyle: more.remark?.style ?? 'emphasis',
    remark: lines(more.remark?.texts),
    remarkQuoted: more.remark?.quoted ?? '',
    quotedLabel: words.saidByService,
    said: lines(framed.said),
    notes: lines(framed.notes),
    buttons: framed.buttons,
    ...own,
  });
  return { card, summary };
}

/** A card of a task: its remark is said once, and what was chosen can be changed where `changeable`. */
export function taskCard(
  scene: Scene,
  template: RestoreTemplate,
  task: TaskFacts,
  framed: Framed,
  own: object = {},
  changeable = false,
): RenderedCard {
  return framedCard(scene, template, task, framed, own, {
    remark: task.remark === undefined ? undefined : remarkLines(scene, task.remark),
    changes: changeable ? changes(scene, task) : [],
  });
}

/** A card of a task that asks for something. */
export function formCard(
  scene: Scene,
  task: TaskFacts,
  framed: Framed,
  rows: readonly Row[],
  { expertsTitle = '', experts = [], changeable = false }: Partial<FormExtras> = {},
): RenderedCard {
  return taskCard(scene, 'restoreForm', task, framed, { rows, expertsTitle, experts }, changeable);
}

interface FormExtras {
  readonly expertsTitle: string;
  readonly experts: readonly object[];
  readonly changeable: boolean;
}

/** **Previous** and **Next**, where there are such pages. */
export function pagingButtons(
  { words }: Scene,
  { page, pages }: { readonly page: number; readonly pages: number },
  to: (title: string, page: number) => Button,
): readonly Button[] {
  const { previous, next } = words.restore.buttons;
  return [...(page > 0 ? [to(previous, page - 1)] : []), ...(page + 1 < pages ? [to(next, page + 1)] : [])];
}

function head(scene: Scene, { organization, scope, workload, point, listed = 0 }: Chosen): object {
  const { restore } = scene.words;
  const under = [organization, ...(scope?.detail === undefined ? [] : [scope.detail])].map((text) =>
    plain(text, RESTORE_LIMITS.address),
  );
  return {
    whose: scope === undefined ? '' : whose(scene, scope, workload),
    asOf: point === undefined ? '' : asOf(scene, point),
    under: [...under, ...(listed > 0 ? [restore.listed(listed)] : [])].filter((text) => text !== '').join(' · ') || '–',
  };
}

function whose(scene: Scene, { own, name }: ScopeFacts, workload: Workload | undefined): string {
  const words = scene.words.restore.whose;
  const what = workload ?? 'any';
  return own ? words.own[what] : words.of[what](personName(scene, name));
}

/** Name of whose data it is, fit to show. */
export function personName(scene: Scene, name: string): string {
  return plain(name, RESTORE_LIMITS.person) || scene.words.somebody;
}

function asOf(scene: Scene, point: Point): string {
  const { restore } = scene.words;
  return point.kind === 'latest' ? restore.latest : restore.asOf(formatsFor(scene.context).moment(point.backupTime));
}

/** Another person, mail instead of files, another day. */
function changes(scene: Scene, { taskId, isOperator }: TaskFacts): readonly Button[] {
  const { buttons } = scene.words.restore;
  return [
    ...(isOperator ? [taskButton(scene, taskId, buttons.changeScope, { kind: 'go', to: 'scope' })] : []),
    taskButton(scene, taskId, buttons.changeWorkload, { kind: 'go', to: 'workload' }),
    taskButton(scene, taskId, buttons.changePoint, { kind: 'go', to: 'point' }),
  ];
}

/** The buttons that lead on, back, and out of a task. */
export function steps(scene: Scene, { taskId, remark }: TaskFacts) {
  const { buttons, showList } = scene.words.restore;
  // Once something was added, most people are through with looking.
  const isAdded = remark?.code === 'added';
  return {
    back: (to: Extract<Parameters<typeof taskButton>[3], { kind: 'go' }>['to']): Button =>
      taskButton(scene, taskId, buttons.back, { kind: 'go', to }),
    done: (): Button => taskButton(scene, taskId, buttons.done, { kind: 'done' }),
    list: (count: number): readonly Button[] =>
      count === 0 ? [] : [marked(isAdded, taskButton(scene, taskId, showList(count), { kind: 'go', to: 'list' }))],
    add: (): Button => marked(!isAdded, taskButton(scene, taskId, buttons.add, { kind: 'add' })),
  };
}

function marked(isPrimary: boolean, button: Button): Button {
  return isPrimary ? primary(button) : button;
}

interface Remarked {
  /** Never the only sign: the sentences say it. */
  readonly style: 'good' | 'warning' | 'emphasis';
  readonly texts: readonly string[];
  /** In the service's own words. */
  readonly quoted: string;
}

const GOOD: ReadonlySet<Remark['code']> = new Set(['added', 'removed']);
const BY_THE_WAY: ReadonlySet<Remark['code']> = new Set(['reopened', 'list-emptied']);

function remarkLines(scene: Scene, remark: Remark): Remarked {
  const quoted = 'detail' in remark ? plain(remark.detail ?? '', LIMITS.detail) : '';
  const style = GOOD.has(remark.code) ? 'good' : BY_THE_WAY.has(remark.code) ? 'emphasis' : 'warning';
  return { style, texts: texts(scene, remark), quoted };
}

/** What is wrong at the service, who can put it right, and what to do next. */
export function troubleLines(scene: Scene, trouble: Trouble): readonly string[] {
  const { restore, facts, notSignedIn } = scene.words;
  const { what, who, next } = restore.troubles[trouble];
  return [
    what,
    next,
    ...(who === 'nobody' || who === 'you' ? [] : [restore.labelled(facts.whoHelps, notSignedIn.whoHelps[who])]),
  ];
}

function texts(scene: Scene, remark: Remark): readonly string[] {
  const { remarks } = scene.words.restore;
  switch (remark.code) {
    case 'empty-before-first-backup':
      return [
        remark.firstAt === undefined
          ? remarks[remark.code]
          : remarks['empty-before-first-backup-of'](formatsFor(scene.context).moment(remark.firstAt)),
      ];
    case 'no-such-date':
    case 'no-point-before':
    case 'no-such-scope':
    case 'folder-name':
      return [remarks[remark.code](plain(remark.typed, RESTORE_LIMITS.person))];
    case 'added':
    case 'removed':
      return [remarks[remark.code](remark.count)];
    case 'list-full':
    case 'folders-too-full':
      return [remarks[remark.code](remark.most)];
    case 'service':
      return troubleLines(scene, remark.trouble);
    case 'nothing-found':
    case 'dates-reversed':
    case 'query-refused':
    case 'query-too-long':
    case 'nothing-chosen':
    case 'page-moved-on':
    case 'folder-empty':
    case 'no-versions':
    case 'no-points':
    case 'scope-taken-away':
    case 'item-gone':
    case 'reopened':
    case 'list-emptied':
      return [remarks[remark.code]];
  }
}

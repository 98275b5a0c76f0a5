/** Whose data, which, as of when: at the top of every card of a task and of a restore; and what is around it. */
import type { Point, Workload } from '../../restore/model/catalog.ts';
import type { ScopeFacts, TaskFacts } from '../../restore/views.ts';
import type { Button } from '../layout/buttons.ts';
import { primary, taskButton } from '../layout/buttons.ts';
import type { RenderedCard, Scene } from '../context.ts';
import { lines } from '../layout/message.ts';
import { plain } from '../layout/escape.ts';
import { fill, type TemplateName } from '../templates.ts';
import { formatsFor } from '../layout/formats.ts';
import { RESTORE_LIMITS } from '../layout/limits.ts';
import { remarkLines, type Remarked } from './remarks.ts';

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

/** What the form and a typed line request: whose data, which, as of when. Stages it, or what is missing, on the task. */
import { foldText } from '../../core/text.ts';
import { within } from '../../core/time-limit.ts';
import { LATEST, type Point, type ScopeList } from '../backups/catalog.ts';
import type { Scope } from '../backups/entries/entry.ts';
import { ownerOf } from '../backups/list.ts';
import type { SearchRequest, TaskPress } from '../state/presses.ts';
import type { Remark, Task } from '../state/task.ts';
import type { RestorePorts } from '../state/ports.ts';
import { recentScopesOf } from '../state/restore.ts';
import {
  containerType,
  DEFAULT_WORKLOAD,
  SCOPE_TYPES,
  WORKLOADS,
  workloadsOf,
  type Workload,
} from '../backups/workloads/index.ts';
import { dayOf } from '../backups/dates/calendar.ts';
import { isLatest, readWhen, type Reading } from '../backups/dates/parse-date.ts';
import type { ExploreQueries } from './task/explore-queries.ts';
import { mayNameSomebody, readRequestLine, type RequestLine } from './request-line.ts';
import { choosePoint, pointOf, usable, type RestorePointCache } from '../explore/restore-points.ts';
import { SCOPE_MILLISECONDS, type ScopeCache } from '../explore/scope/scope-cache.ts';
import { itemsIdentified, itemsNamed, typeNamed } from '../explore/scope/scope-search.ts';
import {
  backTo,
  EVERYBODY,
  ownScope,
  whileSame,
  withAlso,
  withoutDay,
  withPoint,
  withRemark,
  withScope,
  withWorkload,
  type TaskChange,
} from '../state/task-transitions.ts';
import type { TaskUpdate } from './task/task-update.ts';
import { policyOf } from '../access/kinds/policy.ts';

type PointPress = Extract<TaskPress, { kind: 'point' }>;

type Ports = Pick<RestorePorts, 'clock'> & {
  readonly queries: ExploreQueries;
  readonly scopes: ScopeCache;
  readonly points: RestorePointCache;
};

const WHOSE = { code: 'whose-data' } as const satisfies Remark;
const nothingChosen = { code: 'nothing-chosen' } as const;

/** In which kind a line's name is looked up: "the marketing site"; people have mail. */
function kindNamed(line: string): Workload {
  const type = typeNamed(line) ?? 'User';
  return WORKLOADS.find((workload) => containerType(workload) === type) ?? DEFAULT_WORKLOAD;
}

/** A line that names somebody and no kind means what comes first of theirs, whatever the line before asked for. */
const withFirstKind: TaskChange = (task) =>
  task.scope === undefined ? task : withWorkload(task, workloadsOf(task.scope)[0] ?? DEFAULT_WORKLOAD);

/** What was chosen does not have every kind: then the first it has, and the card says so. */
function withKind(task: Task, asked: Workload): Task {
  const { scope, workload: used } = task;
  if (scope === undefined || used === undefined || workloadsOf(scope).includes(asked)) return withWorkload(task, asked);
  return withAlso({ code: 'other-kind', asked, used })(task);
}

/** Something is missing or could not be understood: it stays on the form, with a remark. */
function unfinished(update: TaskUpdate, request: SearchRequest, remark: Remark | undefined): false {
  const { form, asOf, workload: asked } = request;
  const named = remark?.code === 'not-in-backup' ? remark.typed : undefined;
  const day = asOf === undefined || isLatest(asOf) ? form.asOf : asOf;
  const shown = { form: { ...form, asOf: day }, line: undefined, asked, named };
  update.stage(whileSame(update.task, (task) => ({ ...backTo('search', remark)(task), ...shown })));
  return false;
}

/** Whether the words of the form are a line that could not be read yet; a client returns it in one row. */
const isLine = ({ line }: Task, { form: { words } }: SearchRequest): boolean =>
  line !== undefined && words !== undefined && foldText(words) === foldText(line);

/** To the kind and the day that were left only to look a name up in another kind's latest backup. */
const backToKind =
  ({ scope, workload, point = LATEST, showDeleted }: Task): TaskChange =>
  (task) => {
    if (workload === undefined) return task;
    const isSame = workload === task.workload;
    const ofKind = isSame ? task : withWorkload(scope === undefined ? task : withScope(task, scope), workload);
    return withPoint(ofKind, point, showDeleted);
  };

/** All methods throw UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class RequestSteps {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The form of a card: where a line waits on it, what was not changed stands there as it was before the line. */
  submit(update: TaskUpdate, press: SearchRequest): Promise<RequestLine | undefined> {
    const { scope, workload, asOf, ...others } = press;
    const { named, called } = update.task;
    // The form shows what was not found as it was given.
    if (!isLine(update.task, press)) return this.request(update, scope === named ? { called, ...press } : press);
    const { scope: present, workload: used = DEFAULT_WORKLOAD } = update.task;
    return this.request(update, {
      ...others,
      scope: scope === ownerOf(present) ? undefined : scope,
      workload: workload === used ? undefined : workload,
      asOf: asOf === this.dayOf(update) ? undefined : asOf,
    });
  }

  /**
   * The search form, or a line.
   *
   * @returns what else a line says; undefined where something is missing or could not be understood
   */
  async request(update: TaskUpdate, request: SearchRequest): Promise<RequestLine | undefined> {
    const { scope, called, showDeleted } = request;
    update.stage((task) => ({ ...task, pending: { scope, showDeleted }, called }));
    const read = () => this.#readLine(update, request);
    const understood = isLine(update.task, request)
      ? await read()
      : (await this.#request(update, request))
        ? {}
        : undefined;
    update.stage((task) => ({ ...task, pending: undefined }));
    return understood;
  }

  /** The day that a card shows. */
  dayOf({ task: { point }, asker }: TaskUpdate): string {
    return point?.kind === 'at' ? dayOf(point.backupTime, asker.address.zone) : 'latest';
  }

  /** `kyoto of noor in mail as of 4 days ago`. @param given what was chosen beside it, which counts first */
  async #readLine(update: TaskUpdate, given: SearchRequest): Promise<RequestLine | undefined> {
    const { task } = update;
    const { isOperator, access } = task;
    const line = given.form.words ?? '';
    update.stage((present) => ({
      ...present,
      asked: given.workload,
      form: { ...given.form, asOf: given.asOf ?? given.form.asOf },
    }));
    const context = { ...this.#reading(update), access };
    const unnamed = readRequestLine(line, { ...context, scopes: undefined });
    const isNamed = policyOf(access).findsNamesInSession && unnamed.whose !== undefined;
    let request = unnamed;
    if (isOperator && !isNamed && mayNameSomebody(line)) {
      const scopes = await this.#scopesOf(update, line, unnamed);
      // The line stays on the form as it was typed.
      if (scopes === undefined) return undefined;
      request = readRequestLine(line, { ...context, scopes });
      // The kind in which nobody of that name is there was not asked for.
      if (request.whose === undefined) update.stage(backToKind(task));
    }
    const { words, whose } = request;
    const workload = given.workload ?? request.workload;
    const unknownDay = given.asOf === undefined ? request.unknownDay : undefined;
    if (whose !== undefined && workload === undefined) update.stage(withFirstKind);
    // With nothing else to search for, the form asks for the day.
    const asOf = given.asOf ?? request.asOf ?? (words === undefined ? unknownDay : unknownDay && 'latest');
    const [only, other] = whose?.kind === 'items' ? whose.candidates : [];
    const scope = whose?.kind === 'items' ? (other === undefined ? only?.id : whose.typed) : whose?.kind;
    // A line that names somebody and no day means the latest backup, whatever was looked at before.
    const day = asOf ?? (whose === undefined ? undefined : 'latest');
    update.stage((present) => ({ ...present, line: undefined }));
    const understood = await this.request(update, {
      ...given,
      scope: given.scope ?? scope,
      workload,
      asOf: day,
      form: { ...given.form, words, asOf: unknownDay },
    });
    if (understood !== undefined) return { ...request, unknownDay };
    const { unknownName } = request;
    update.stage((present) =>
      present.remark?.code === 'whose-data' ? { ...present, remark: { ...WHOSE, unknownName } } : present,
    );
    return undefined;
  }

  /** Whom a line may name. @returns undefined where that could not be found out: a remark says why */
  async #scopesOf(update: TaskUpdate, line: string, request: RequestLine): Promise<ScopeList | undefined> {
    const { clock, queries } = this.#ports;
    const { task } = update;
    if (policyOf(task.access).findsNamesInSession) {
      const { workload = kindNamed(line), asOf = 'latest' } = request;
      update.stage((present) => withWorkload(present, workload));
      const day = await this.#pointTyped(update, asOf);
      // A day without a backup is said once it is known what the rest of the line means.
      update.stage((present) => withPoint(present, 'code' in day ? LATEST : day, present.showDeleted));
      return queries.scopeList(update);
    }
    const fetch = () => queries.scopeList(update);
    const scopes = await within(SCOPE_MILLISECONDS, fetch, { clock });
    if (scopes === undefined) update.stage(withRemark({ code: 'service', trouble: 'timeout' }));
    return scopes;
  }

  /**
   * Whose data, which, as of when. An administrator's names come out of the session of a kind and day, so that somebody new is
   * looked up last.
   *
   * @returns false where something is missing or could not be understood
   */
  async #request(update: TaskUpdate, request: SearchRequest): Promise<boolean> {
    const { workload, asOf, showDeleted, form } = request;
    const { point: before } = update.task;
    unfinished(update, request, undefined);
    const { findsNamesInSession: isNamedLast } = policyOf(update.task.access);
    const isUnchanged = isNamedLast && request.scope === ownerOf(update.task.scope);
    const choice = isUnchanged ? undefined : request.scope;
    const isChoice = choice !== undefined && request.called === undefined;
    const known = isChoice ? this.#knownScope(update, choice, workload) : undefined;
    const isNamed = choice !== undefined && known === undefined;
    if (known !== undefined) update.stage((task) => withScope(task, known));
    if (isNamed && !isNamedLast) {
      const remark = await this.#chooseNamed(update, request);
      if (remark !== undefined) return unfinished(update, request, remark);
    }
    if (workload !== undefined) {
      const change = isNamedLast && known === undefined ? withWorkload : withKind;
      update.stage((task) => change(task, workload));
    }
    if (update.task.scope === undefined && !isNamedLast) return unfinished(update, request, WHOSE);
    const day = asOf === undefined ? await this.#sameDay(update, before) : await this.#pointTyped(update, asOf);
    if ('code' in day) {
      const asked = 'typed' in day ? day.typed : asOf;
      return unfinished(update, { ...request, asOf: asked }, day);
    }
    const chooseDay: TaskChange = (task) =>
      withPoint({ ...task, form: withoutDay(form), asked: undefined }, day, showDeleted ?? task.showDeleted);
    update.stage(whileSame(update.task, chooseDay));
    if (isNamed && isNamedLast) {
      const remark = await this.#chooseNamed(update, request);
      if (remark !== undefined) return unfinished(update, request, remark);
    }
    return update.task.scope !== undefined || unfinished(update, request, WHOSE);
  }

  /** @param choice `own`, `organization`, or the id of somebody of whom an administrator has seen the name */
  #knownScope({ task, connection, state }: TaskUpdate, choice: string, asked = task.workload): Scope | undefined {
    if (!policyOf(task.access).isOrganizationWide) return choice === 'own' ? ownScope(connection.session) : undefined;
    if (choice === 'organization') return EVERYBODY;
    const { signInId } = connection.session;
    const recent = recentScopesOf(state, task.organization).filter(({ id }) => id === choice);
    const items = [...this.#ports.scopes.findAll(signInId, choice), ...recent];
    const item = items.find(({ type }) => asked !== undefined && type === containerType(asked)) ?? items[0];
    return item && { kind: 'item', item };
  }

  /** @returns why nothing was chosen */
  async #chooseNamed(update: TaskUpdate, request: SearchRequest): Promise<Remark | undefined> {
    if (!update.task.isOperator) return undefined;
    const { scope: typed = '', called, workload } = request;
    const list = await this.#ports.queries.scopeList(update);
    const found = called === undefined ? list.find(typed) : undefined;
    const named = () => itemsNamed(typed, list, workload);
    const [item, other] =
      found !== undefined ? [found] : called === undefined ? named() : itemsIdentified(typed, called, list);
    // Whoever asked typed the name of a site or team, which may be spelt in another way.
    const isSimilar = () => called !== undefined && called.type !== 'User' && named().length > 0;
    if (other !== undefined || (item === undefined && isSimilar())) return { code: 'which-scope', typed };
    if (item === undefined || !SCOPE_TYPES.includes(item.type))
      return { code: policyOf(update.task.access).findsNamesInSession ? 'not-in-backup' : 'no-such-scope', typed };
    update.stage((task) => withScope(task, { kind: 'item', item }));
    return undefined;
  }

  /** @returns false where none was chosen: a remark says why */
  async choosePoint(update: TaskUpdate, press: PointPress): Promise<boolean> {
    const chosen = await this.#readPoint(update, press);
    if ('code' in chosen) {
      update.stage(withRemark(chosen));
      return false;
    }
    update.stage((task) => withPoint(task, chosen, press.showDeleted));
    return true;
  }

  async #readPoint(update: TaskUpdate, { choice, typed, showDeleted }: PointPress): Promise<Point | Remark> {
    const { task } = update;
    if (typed !== undefined) return this.#pointTyped(update, typed);
    if (choice === 'latest') return LATEST;
    if (choice === undefined) {
      // Only **Show deleted** was changed.
      return task.showDeleted === showDeleted ? nothingChosen : (task.point ?? LATEST);
    }
    if (task.point?.kind === 'at' && task.point.id === choice) return task.point;
    const find = async (isFresh: boolean) =>
      (await this.#usablePoints(update, isFresh)).find(({ id }) => id === choice);
    // The card may show what another instance has read since.
    const chosen = (await find(false)) ?? (await find(true));
    return chosen === undefined ? nothingChosen : pointOf(chosen);
  }

  /** Somebody else or another kind has other backups: the same one if it is there, or else the last of that day or before. */
  async #sameDay(update: TaskUpdate, before: Point = LATEST): Promise<Point | Remark> {
    const { task, asker } = update;
    if (task.point !== undefined || before.kind === 'latest') return task.point ?? LATEST;
    const { zone } = asker.address;
    const points = await this.#usablePoints(update);
    const same = points.find(({ id }) => id === before.id);
    if (same !== undefined) return pointOf(same);
    return choosePoint(points, dayOf(before.backupTime, zone), this.#reading(update));
  }

  /** @param typed a day or words */
  async #pointTyped(update: TaskUpdate, typed: string): Promise<Point | Remark> {
    if (isLatest(typed)) return LATEST;
    const { task, asker } = update;
    const { zone } = asker.address;
    const reading = this.#reading(update);
    const day = readWhen(typed, reading);
    // The form shows the day of a point that was chosen from several of that day.
    const isDay = day.kind === 'day' && day.until === undefined;
    const isSame = isDay && task.point?.kind === 'at' && dayOf(task.point.backupTime, zone) === day.day;
    return isSame && task.point !== undefined
      ? task.point
      : choosePoint(await this.#usablePoints(update), typed, reading);
  }

  #reading({ asker: { address } }: TaskUpdate): Reading {
    return { zone: address.zone, locale: address.locale, now: this.#ports.clock.now() };
  }

  async #usablePoints({ task, connection, asker }: TaskUpdate, isFresh = false) {
    const { scope = policyOf(task.access).isOrganizationWide ? EVERYBODY : undefined, workload } = task;
    if (scope === undefined || workload === undefined) return [];
    return usable(await this.#ports.points.get(connection, scope, asker.address.zone, { isFresh }), workload);
  }
}

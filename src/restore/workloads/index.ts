/** All workloads that can be restored. A new one is a file in this folder and an entry below. */
import type { Entry, Scope, ScopeType } from '../model/entry.ts';
import type { Form } from '../model/form.ts';
import { exchange } from './exchange.ts';
import { onedrive } from './onedrive.ts';
import { sharepoint } from './sharepoint.ts';
import type { Option } from './options.ts';
import { teams } from './teams.ts';
import { formOf as fieldsOf, type KindRules, type WorkloadRules } from './workload.ts';

const RULES = { exchange, onedrive, sharepoint, teams } as const satisfies Readonly<Record<string, WorkloadRules>>;

export type Workload = keyof typeof RULES;
export const WORKLOADS = Object.keys(RULES) as readonly Workload[];

export const rulesOf = (workload: Workload): WorkloadRules => RULES[workload];

/** What the form offers before one is chosen. */
export const DEFAULT_WORKLOAD: Workload = 'exchange';

/** Of all workloads: their names are unique. */
export const OPTIONS: readonly Option[] = Object.values(RULES).flatMap(({ options }) => options);

/** A kind that another version has stored can only be shown. */
const UNKNOWN: KindRules = { restores: 'no' };

/** @param workload of the entry */
export const kindRules = (workload: Workload | undefined, { kind }: Pick<Entry, 'kind'>): KindRules =>
  (workload && rulesOf(workload).kinds[kind]) ?? UNKNOWN;

export const workloadsOf = (scope: Scope): readonly Workload[] =>
  WORKLOADS.filter((workload) => {
    const { own, scopeTypes } = rulesOf(workload);
    return scope.kind === 'own' ? own : scopeTypes.includes(scope.item.type);
  });

/** The workload that people call so: "mail", "Dateien". @param name folded */
export const workloadNamed = (name: string): Workload | undefined =>
  WORKLOADS.find((workload) => rulesOf(workload).names.some((words) => words.split(' ').includes(name)));

/** Types of scope items that have any workload. */
export const SCOPE_TYPES: readonly ScopeType[] = [
  ...new Set(WORKLOADS.flatMap((workload) => rulesOf(workload).scopeTypes)),
];

/** What can be searched: of whom was chosen, or of anybody in the scope, the person included. */
export function kindsOffered(
  scope: Scope | undefined,
  counts: Readonly<Record<ScopeType, number>> | undefined,
): readonly Workload[] {
  if (scope !== undefined) return workloadsOf(scope);
  return WORKLOADS.filter((workload) => {
    const { own, scopeTypes } = rulesOf(workload);
    return own || scopeTypes.some((type) => counts === undefined || counts[type] > 0);
  });
}

/** The filled-in fields of a search form that the workload has. */
export const formOf = (workload: Workload, form: Form): Form =>
  Object.assign({}, ...Object.values(rulesOf(workload).searches).map((search) => fieldsOf(search, form))) as Form;

/** The workload's searches that know all filled-in fields of a form, by name. */
export function searchesOf(workload: Workload, form: Form) {
  const fields = Object.keys(formOf(workload, form));
  return Object.entries(rulesOf(workload).searches).filter(([, search]) => {
    const known = fieldsOf(search, form);
    return fields.every((field) => field in known);
  });
}

/** Whether anything of the workload may have earlier versions. */
export const hasVersions = (workload: Workload): boolean =>
  Object.values(rulesOf(workload).kinds).some(({ versions }) => versions);

/** What one call restores together. */
export const groupOf = (workload: Workload, entry: Entry): string =>
  rulesOf(workload).groupOf?.(entry) ?? entry.containerId;

/** All workloads that can be restored. A new one is a file in this folder and an entry below. */
import type { Scope, ScopeItem, Workload } from '../model/catalog.ts';
import type { Form } from '../model/task.ts';
import { exchange } from './exchange.ts';
import { onedrive } from './onedrive.ts';
import type { Option } from './options.ts';
import type { WorkloadRules } from './workload.ts';

const WORKLOADS: Readonly<Record<Workload, WorkloadRules>> = { exchange, onedrive };

/** What the form offers before one is chosen. */
export const DEFAULT_WORKLOAD: Workload = exchange.workload;

export const rulesOf = (workload: Workload): WorkloadRules => WORKLOADS[workload];

/** Of all workloads: their names are unique. */
export const OPTIONS: readonly Option[] = Object.values(WORKLOADS).flatMap(({ options }) => options);

export const workloadsOf = (scope: Scope): readonly Workload[] =>
  Object.values(WORKLOADS)
    .filter(({ scopeTypes }) => scope.kind === 'own' || scopeTypes.includes(scope.item.type))
    .map(({ workload }) => workload);

/** The workload that people call so: "mail", "Dateien". @param name folded */
export const workloadNamed = (name: string): Workload | undefined =>
  Object.values(WORKLOADS).find(({ names }) => names.some((words) => words.split(' ').includes(name)))?.workload;

/** Types of scope items that have any workload. */
export const SCOPE_TYPES: readonly ScopeItem['type'][] = [
  ...new Set(Object.values(WORKLOADS).flatMap(({ scopeTypes }) => scopeTypes)),
];

/** The filled-in fields of a search form that the workload has. */
export function formOf(workload: Workload, form: Form): Form {
  const { criteria, attachmentsQuery } = rulesOf(workload);
  const fields: (keyof Form)[] = ['words', ...criteria.map(([field]) => field), 'after', 'before'];
  if (attachmentsQuery !== undefined) fields.push('hasAttachments');
  const filledIn = fields.filter((field) => {
    const value = form[field];
    return typeof value === 'string' ? value.trim() !== '' : value === true;
  });
  return Object.fromEntries(filledIn.map((field) => [field, form[field]]));
}

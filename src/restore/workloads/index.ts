/** All workloads that can be restored. A new one is a file in this folder and an entry below. */
import type { Scope, ScopeItem, Workload } from '../model/catalog.ts';
import { exchange } from './exchange.ts';
import { onedrive } from './onedrive.ts';
import type { WorkloadRules } from './workload.ts';

const WORKLOADS: Readonly<Record<Workload, WorkloadRules>> = { exchange, onedrive };

export const rulesOf = (workload: Workload): WorkloadRules => WORKLOADS[workload];

/** The workloads of a scope. */
export function workloadsOf(scope: Scope): readonly Workload[] {
  const all = Object.values(WORKLOADS);
  const fitting = scope.kind === 'own' ? all : all.filter(({ scopeTypes }) => scopeTypes.includes(scope.item.type));
  return fitting.map(({ workload }) => workload);
}

/** Types of scope items that have any workload. */
export const SCOPE_TYPES: readonly ScopeItem['type'][] = [
  ...new Set(Object.values(WORKLOADS).flatMap(({ scopeTypes }) => scopeTypes)),
];

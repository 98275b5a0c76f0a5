/** How much is restored: a whole mailbox, drive, site or team is not one item. */
import type { AccessKind } from '../entries/access-kind.ts';
import type { Entry } from '../entries/entry.ts';
import { kindRules, type Workload } from './index.ts';

export interface Amount {
  /** Single items. */
  readonly items: number;
  /** What is restored with all that is in it, by kind. */
  readonly wholes: readonly Wholes[];
}

interface Wholes {
  readonly workload: Workload;
  readonly kind: string;
  readonly count: number;
}

interface AmountGroup {
  readonly workload: Workload;
  readonly entries: readonly Entry[];
}

export function amountOf(groups: readonly AmountGroup[], access: AccessKind): Amount {
  const wholes = new Map<string, Wholes>();
  let items = 0;
  for (const { workload, entries } of groups) {
    for (const { kind } of entries) {
      if (kindRules(workload, { kind }, access).whole !== true) items += 1;
      else {
        const name = `${workload} ${kind}`;
        wholes.set(name, { workload, kind, count: (wholes.get(name)?.count ?? 0) + 1 });
      }
    }
  }
  return { items, wholes: [...wholes.values()] };
}

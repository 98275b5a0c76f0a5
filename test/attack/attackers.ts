/** The attackers' process: carries out the attack it is told, until it is told to stop. */
import { ATTACKS, type Target } from './attacks.ts';
import type { RunningAttack } from './connections.ts';

export type AttackOrder =
  | { readonly kind: 'begin'; readonly name: string; readonly target: Target }
  | { readonly kind: 'stop' };

let running: RunningAttack | undefined;

process.on('message', (order: AttackOrder) => {
  if (order.kind === 'begin') {
    running = ATTACKS.find(({ name }) => name === order.name)?.begin?.(order.target);
    process.send?.('begun');
  } else {
    process.send?.(running?.stop() ?? { ends: {} }, () => process.exit(0));
  }
});
process.on('disconnect', () => process.exit(0));

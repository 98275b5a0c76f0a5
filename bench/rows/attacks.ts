/** What everybody else notices while somebody attacks the bot: the worst attacks of `npm run attack`, shortened. */
import { ATTACKS, NOBODY_ATTACKS } from '../../test/attack/attacks.ts';
import { startBattlefield, type Measured } from '../../test/attack/measure.ts';
import { LIMITS } from '../../test/attack/report.ts';
import { OURS } from '../child.ts';
import type { Row } from '../figures.ts';
import { definePart } from '../part.ts';

interface AttackSize {
  /** How many of the worst attacks. */
  readonly attacks: number;
  readonly seconds: number;
  /** Whether the bot is also measured while nobody attacks it. */
  readonly isCompared: boolean;
}

const WORST = ATTACKS.filter(({ isWorst }) => isWorst);

const MEASURES: readonly {
  readonly what: string;
  readonly unit: string;
  readonly of: (measured: Measured) => number;
  readonly limit: number;
}[] = [
  { what: '`/healthz` p95', unit: 'ms', of: ({ health }) => health.p95, limit: LIMITS.latency },
  { what: '`restore status` p95', unit: 'ms', of: ({ status }) => status.p95, limit: LIMITS.latency },
  {
    what: 'largest resident memory',
    unit: 'MB',
    of: ({ peakMemory }) => Math.round(peakMemory / 1e6),
    limit: LIMITS.memory / 1e6,
  },
];

/** @param unattacked the same bot while nobody attacks it, where that was measured */
export function attackRows(attacked: readonly Measured[], unattacked: Measured | undefined): readonly Row[] {
  return MEASURES.map(({ what, unit, of, limit }) => {
    const worstFirst = attacked.toSorted((one, other) => of(other) - of(one));
    return {
      what: `under the worst attack: ${what}`,
      against: unattacked === undefined ? '–' : 'itself, unattacked',
      ours: worstFirst.map((measured) => `${of(measured)} ${unit} under ${measured.attack}`).join('; '),
      peer: unattacked === undefined ? '–' : `${of(unattacked)} ${unit}`,
      figure: Math.max(...attacked.map(of)),
      unit,
      bound: { atMost: limit },
    };
  });
}

async function measureAttacks({ attacks, seconds, isCompared }: AttackSize): Promise<readonly Row[]> {
  const field = await startBattlefield(OURS, []);
  try {
    const attacked: Measured[] = [];
    for (const attack of WORST.slice(0, attacks)) attacked.push(await field.measure(attack, seconds));
    return attackRows(attacked, isCompared ? await field.measure(NOBODY_ATTACKS, seconds) : undefined);
  } finally {
    await field.stop();
  }
}

export const attacksPart = definePart<AttackSize>({
  name: 'attacks',
  title: 'Under attack',
  quick: { attacks: 1, seconds: 2, isCompared: false },
  full: { attacks: WORST.length, seconds: 3, isCompared: true },
  measure: measureAttacks,
});

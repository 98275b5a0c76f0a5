/** What everybody else notices while somebody attacks the bot: the worst attacks of `npm run attack`, shortened. */
import { ATTACKS, NOBODY_ATTACKS } from '../../test/attack/attacks.ts';
import { startBattlefield, type Measured } from '../../test/attack/measure.ts';
import { LIMITS } from '../../test/attack/report.ts';
import { OURS } from '../child.ts';
import { median, spreadOf, type Row } from '../figures.ts';
import { definePart } from '../part.ts';

interface AttackSize {
  /** How many of the worst attacks. */
  readonly attacks: number;
  readonly seconds: number;
  /** How often each is measured: a person's few messages in it have a tail now and then. */
  readonly rounds: number;
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

/** @param attacked rounds of each attack @param unattacked the same bot while nobody attacks it, where that was measured */
export function attackRows(
  attacked: readonly (readonly Measured[])[],
  unattacked: Measured | undefined,
): readonly Row[] {
  return MEASURES.map(({ what, unit, of, limit }) => {
    const attacks = attacked.map((rounds) => ({
      name: rounds[0]?.attack,
      figure: median(rounds.map(of)),
      spread: spreadOf(rounds.map(of)),
    }));
    const worstFirst = attacks.toSorted((one, other) => other.figure - one.figure);
    return {
      what: `under the worst attack: ${what}`,
      against: unattacked === undefined ? '–' : 'itself, unattacked',
      ours: worstFirst.map(({ name, figure }) => `${figure} ${unit} under ${name}`).join('; '),
      peer: unattacked === undefined ? '–' : `${of(unattacked)} ${unit}`,
      figure: worstFirst[0]?.figure ?? Number.NaN,
      spread: worstFirst[0]?.spread,
      unit,
      bound: { atMost: limit },
    };
  });
}

async function measureAttacks({ attacks, seconds, rounds, isCompared }: AttackSize): Promise<readonly Row[]> {
  const field = await startBattlefield(OURS, []);
  try {
    const worst = WORST.slice(0, attacks);
    const attacked = worst.map((): Measured[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, attack] of worst.entries()) attacked[at]?.push(await field.measure(attack, seconds));
    return attackRows(attacked, isCompared ? await field.measure(NOBODY_ATTACKS, seconds) : undefined);
  } finally {
    await field.stop();
  }
}

export const attacksPart = definePart<AttackSize>({
  name: 'attacks',
  title: 'Under attack',
  quick: { attacks: 1, seconds: 2, rounds: 1, isCompared: false },
  full: { attacks: WORST.length, seconds: 3, rounds: 3, isCompared: true },
  measure: measureAttacks,
});

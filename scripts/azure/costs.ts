/** What a deployment costs a month, roughly. Nothing here was measured: no subscription was at hand. */

interface Cost {
  readonly what: string;
  /** US dollars a month. */
  readonly from: number;
  readonly to: number;
  readonly isOfNetwork?: boolean;
}

const COSTS: readonly Cost[] = [
  { what: 'Container Apps: one replica of half a core and 1 GiB, idle to busy', from: 12, to: 40 },
  { what: 'alert rules', from: 5, to: 12 },
  { what: 'logs and metrics, by volume', from: 0, to: 20 },
  { what: 'registry (Basic)', from: 5, to: 5 },
  { what: 'storage account and vault', from: 1, to: 5 },
  { what: 'NAT gateway and its address', from: 36, to: 40, isOfNetwork: true },
  { what: 'three private endpoints and their DNS zones', from: 22, to: 26, isOfNetwork: true },
];

/** @param network parameter; a new one unless it says otherwise @returns lines to print */
export function costLines(network = 'new'): readonly string[] {
  const items = COSTS.filter(({ isOfNetwork = false }) => network !== 'none' || !isOfNetwork);
  const sum = (pick: (item: Cost) => number): number => items.reduce((total, item) => total + pick(item), 0);
  const range = (from: number, to: number): string => (from === to ? `${from}` : `${from} to ${to}`);
  return [
    ...items.map(({ what, from, to }) => `  ${range(from, to)}: ${what}`),
    `  about ${range(
      sum(({ from }) => from),
      sum(({ to }) => to),
    )} US dollars a month together. Approximate: by list prices as remembered,`,
    '  not looked up and not measured. Prices of today and of your region: https://azure.microsoft.com/pricing/calculator/',
  ];
}

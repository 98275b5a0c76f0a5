/**
 * What a scope of 100,000 people, 50,000 sites and 50,000 teams costs: run by its own with `--expose-gc`, prints one line
 * of JSON. Ids, links and texts are as long as a large organization has them, a tenth of the names in other scripts.
 */
import type { ScopeItem } from '../src/restore/backups/entries/entry.ts';
import type { ScopeList } from '../src/restore/backups/catalog.ts';
import { CompressedScopeList } from '../src/upstream/explorer/scope-list.ts';

export interface ScopeCost {
  readonly bytes: number;
  readonly saidBytes: number;
  readonly builtMilliseconds: number;
  /** The slowest search, and for what. */
  readonly slowest: { readonly typed: string; readonly milliseconds: number };
  readonly found: number;
}

const COUNT = 200_000;
const TYPES = ['User', 'Site', 'Team'] as const;
const FIRST = ['Anna', 'Jürgen', 'Mia', 'Søren', 'Zoë', 'Pilar', 'Étienne', 'Kenji', 'Olga', 'Ben'];
const LAST = ['Berg', 'Müller', 'Garcia', 'Nakamura', 'Lefèvre', 'Novak', 'Whittaker', 'Østergaard', 'Ito', 'Kowalski'];
const TOPICS = [
  'Marketing',
  'Vertrieb',
  'Budget',
  'Onboarding',
  'Qualité',
  'Research',
  'Legal',
  'Østkyst',
  'Event',
  'IT',
];

const guid = (index: number, seed: number): string => {
  const hex = Math.imul(index + 1, 0x9e3779b1 ^ seed) >>> 0;
  const text = (hex.toString(16).padStart(8, '0') + index.toString(16).padStart(8, '0')).repeat(2);
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
};

/** As the service sends them: people first, then sites, then teams. */
function itemAt(index: number): ScopeItem {
  if (index < COUNT / 2) return person(index);
  return index < (COUNT * 3) / 4 ? site(index) : team(index);
}

function person(index: number): ScopeItem {
  const id = `${guid(index, 1)}${guid(index, 2)}`;
  const name = `${FIRST[index % 10]} ${LAST[Math.floor(index / 10) % 10]}${index % 10 === 3 ? ' 山田太郎' : ''} ${index}`;
  const detail = `person.number.${index}@department-${index % 50}.customer.example`;
  const sid = index % 3 === 0 ? null : `S-1-5-21-1004336348-1177238915-682003330-${1000 + index}`;
  const user = { id, displayName: name, name: detail, type: 'User', onPremisesSid: sid };
  const links = {
    self: { href: `/v8/Organization/Users/${id}` },
    photo: { href: `/v8/Organization/Users/${id}/Photo` },
  };
  return { id, type: 'User', name, detail, echo: JSON.stringify({ id, type: 'User', user, _links: links }) };
}

const topic = (index: number): string =>
  `${TOPICS[index % 10]}${index % 10 === 3 ? ' 営業部' : ''} ${LAST[Math.floor(index / 10) % 10]} ${index}`;

/** A third are subsites. */
function site(index: number): ScopeItem {
  const id = [1, 2, 3, 4].map((seed) => guid(index, seed)).join('');
  const parentUrl = index % 3 === 0 ? `https://customer.sharepoint.example/sites/department-${index % 50}` : undefined;
  const detail = `${parentUrl ?? 'https://customer.sharepoint.example/sites'}/workspace-number-${index}`;
  const about = { id, url: detail, title: topic(index), parentUrl, isCloud: true, isPersonal: false };
  const links = { self: { href: `/v8/Organization/Sites/${id}` } };
  const echo = JSON.stringify({ id, type: 'Site', site: about, _links: links });
  return { id, type: 'Site', name: about.title, detail, echo };
}

function team(index: number): ScopeItem {
  const id = guid(index, 5);
  const description = `Where the people of ${topic(index)} work together; ask its owners before you invite guests.`;
  const about = { id, displayName: topic(index), description, mail: `team.number.${index}@customer.example` };
  const links = { self: { href: `/v8/Organization/Teams/${id}` } };
  const echo = JSON.stringify({ id, type: 'Team', team: about, _links: links });
  return { id, type: 'Team', name: about.displayName, detail: about.mail, echo };
}

function heldBytes(): number {
  for (let times = 0; times < 4; times += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  // `external` counts the buffers too.
  return heapUsed + external;
}

function build(): ScopeList {
  const builder = new CompressedScopeList();
  for (let index = 0; index < COUNT; index += 1) builder.add(itemAt(index));
  return builder.done();
}

function slowestOf(list: ScopeList): ScopeCost['slowest'] {
  const typed = [
    '',
    'a',
    'e',
    'anna',
    'berg 1999',
    'customer.example',
    '199999',
    'nobody-of-this-name',
    '山田',
    'n e r',
  ];
  const took = typed.map((words) => {
    const startedAt = performance.now();
    list.search(words, TYPES, 25);
    return { typed: words, milliseconds: performance.now() - startedAt };
  });
  return took.toSorted((one, other) => other.milliseconds - one.milliseconds)[0] ?? { typed: '', milliseconds: NaN };
}

itemAt(0);
const before = heldBytes();
const startedAt = performance.now();
const list = build();
const builtMilliseconds = performance.now() - startedAt;
const bytes = heldBytes() - before;
const slowest = slowestOf(list);
const found = [0, 3, 777, COUNT / 2, (COUNT * 3) / 4, COUNT - 1].filter((index) => {
  const item = itemAt(index);
  return JSON.stringify(list.find(item.id)) === JSON.stringify(item);
}).length;
const cost: ScopeCost = { bytes, saidBytes: list.bytes, builtMilliseconds, slowest, found };
process.stdout.write(`${JSON.stringify(cost)}\n`);

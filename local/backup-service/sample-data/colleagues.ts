/** Whose data the sample organizations back up: the sample people, their colleagues, sites and teams. All invented. */
import { FERNWEH, NOOR, type SampleOrganization, type SamplePerson } from '../../people.ts';
import { uuidOf } from './seeded.ts';
import type { Owner } from './types.ts';

type Colleague = readonly [name: string, mailName: string, special?: Partial<Owner>];

const FERNWEH_COLLEAGUES: readonly Colleague[] = [
  ['Yuki Tanaka 田中 由紀', 'yuki.tanaka'],
  ['Ólafur Þórðarson', 'olafur.thordarson'],
  ['Zoë Brontë-Müller', 'zoe.bronte-mueller'],
  ['Siân Llewellyn', 'sian.llewellyn'],
  ['Jean-François L’Écuyer', 'jean-francois.lecuyer'],
  ['Robert "Bobby" Tables', 'robert.tables'],
  ['Дмитрий Соколов', 'dmitri.sokolov'],
  ['Ελένη Παπαδοπούλου', 'eleni.papadopoulou'],
  ['محمد الفارسي', 'mohammed.alfarsi'],
  ['שירה לוי', 'shira.levi'],
  ['李小龙 (Xiaolong Li)', 'xiaolong.li'],
  ['박지민', 'jimin.park'],
  ['สมชาย ใจดี', 'somchai.jaidee'],
  ['Ananya Krishnamurthy', 'ananya.krishnamurthy'],
  ['Nguyễn Thị Minh Khai', 'minhkhai.nguyen'],
  ['Łukasz Żółkiewski', 'lukasz.zolkiewski'],
  ['İpek Yıldız', 'ipek.yildiz'],
  ['Håkon Sørensen', 'hakon.sorensen'],
  ['Ángel Núñez Peña', 'angel.nunez'],
  ['Matteo D’Angelo', 'matteo.dangelo'],
  ['Chloé Dubois', 'chloe.dubois'],
  ['Chidi Okonkwo', 'chidi.okonkwo'],
  ['Amara Diallo', 'amara.diallo'],
  ['Sophie Becker', 'sophie.becker'],
  ['Sofie Bäcker', 'sofie.baecker'],
  ['Jonas Winter', 'jonas.winter'],
  ['Jonas Winter', 'jonas.winter2'],
  ['Greta Lindqvist', 'greta.lindqvist'],
  ['Teun van der Berg', 'teun.vanderberg'],
  ['Kwame Asante', 'kwame.asante'],
  ['Rosa [Extern] *Contractor*', 'rosa.extern'],
  ['Leilani Kahananui', 'leilani.kahananui'],
  ['Tamar Beridze', 'tamar.beridze', { driveGoneForDays: 8 }],
  ['Priya & Sons <Agency>', 'agency.priya'],
  ['Oskar Nyman', 'oskar.nyman', { hasOneDrive: false }],
  ['Marta Vogel', 'marta.vogel', { backedUpForDays: 10 }],
  ['Finn Albrecht', 'finn.albrecht', { backedUpForDays: 0 }],
  ['Vera Sommer', 'vera.sommer', { inScope: false }],
  ['Reservations', 'reservations', { type: 'SharedMailbox', hasOneDrive: false, story: 'confirmations' }],
  ['Visa & Passport Desk', 'visa-desk', { type: 'SharedMailbox', hasOneDrive: false }],
];

const LINDENHOF_COLLEAGUES: readonly Colleague[] = [
  ['Henrik Aalto', 'henrik.aalto', { story: 'few' }],
  ['Dr. Ingrid Faßbinder', 'ingrid.fassbinder', { story: 'few' }],
  ['Carlos Ibáñez', 'carlos.ibanez', { story: 'few' }],
  ['Ward 3', 'ward3', { type: 'SharedMailbox', hasOneDrive: false, story: 'few' }],
];

/** Ids as the service makes them: two glued together, nothing between. */
const glued = (objectId: string, tenantId: string): string => objectId + tenantId;

export function ownersOf(organization: SampleOrganization, people: readonly SamplePerson[]): readonly Owner[] {
  const { tenantId } = organization;
  const colleagues = tenantId === FERNWEH.tenantId ? FERNWEH_COLLEAGUES : LINDENHOF_COLLEAGUES;
  const named = people
    .filter((person) => person.tenantId === tenantId && colleagues.every(([name]) => name !== person.name))
    .map((person): Owner => ({
      ...usual(person.objectId, tenantId, person.name, person.signInName),
      hasArchive: true,
      story: person === NOOR ? 'kyoto' : tenantId === FERNWEH.tenantId ? undefined : 'few',
    }));
  return [
    ...named,
    ...colleagues.map(([name, mailName, special], at): Owner => ({
      ...usual(uuidOf(`colleague ${mailName} ${tenantId}`), tenantId, name, `${mailName}@${organization.organization}`),
      hasArchive: at % 4 === 0,
      ...special,
    })),
  ];
}

function usual(userId: string, tenantId: string, name: string, address: string): Owner {
  return {
    scopeId: glued(userId, tenantId),
    userId,
    name,
    address,
    type: 'User',
    hasArchive: false,
    hasOneDrive: true,
    inScope: true,
  };
}

/** How the ids of made-up people, sites and teams of large scopes begin; their number follows. */
const EXTRA_PERSON = 'e0000000-0000-4000-8000-';
export const EXTRA_SITE = 'e1000000-0000-4000-8000-';
export const EXTRA_TEAM = 'e2000000-0000-4000-8000-';

export const numberedId = (beginning: string, number: number): string =>
  beginning + number.toString(16).padStart(12, '0');

export function numberIn(scopeId: string, beginning: string): number | undefined {
  const hex = scopeId.startsWith(beginning) ? scopeId.slice(beginning.length, beginning.length + 12) : '';
  return /^[0-9a-f]{12}$/.test(hex) ? Number.parseInt(hex, 16) : undefined;
}

/** One of any number of people, for large scopes. The ID contains the number. */
export function extra(number: number, organization: SampleOrganization): Owner {
  const userId = numberedId(EXTRA_PERSON, number);
  const given = ['Ada', 'Émile', 'Ümit', 'Noa', 'Sven', 'Ines', 'Taro', 'Łucja'][number % 8];
  return {
    ...usual(userId, organization.tenantId, `${given} Extra ${number}`, `extra${number}@${organization.organization}`),
    hasArchive: false,
    story: 'few',
  };
}

export const extraNumber = (scopeId: string): number | undefined => numberIn(scopeId, EXTRA_PERSON);

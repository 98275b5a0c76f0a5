/** What the sample sites hold. The stories: a handbook deleted, a booking changed, a library renamed, a contract on hold. */
import type { Mishap } from '../sample-data/types.ts';

export interface ObjectPlan {
  /** Folders, then the name: `Guides/2026/Report.docx`. */
  readonly path: string;
  /** How many days ago each version was made, oldest first, and its bytes. */
  readonly versions: readonly (readonly [daysAgo: number, sizeBytes: number])[];
  readonly deletedDaysAgo?: number;
  readonly purged?: boolean;
  readonly mishap?: Mishap;
  readonly attachments?: readonly (readonly [name: string, sizeBytes: number])[];
}

export interface ListPlan {
  readonly kind: 'library' | 'list';
  readonly name: string;
  readonly formerly?: { readonly name: string; readonly daysAgo: number };
  readonly description?: string;
  /** Each with how many more documents or items lie in it; `''` is the list's top level. */
  readonly folders?: readonly (readonly [path: string, more: number])[];
  readonly objects?: readonly ObjectPlan[];
}

export interface SitePlan {
  readonly name: string;
  readonly lists: readonly ListPlan[];
  readonly subsites?: readonly SitePlan[];
}

/** In the service's words. */
const ON_HOLD: Mishap = {
  status: 'Failed',
  why: 'This item cannot be changed because it is on hold or is blocked by a retention policy.',
  once: false,
};
const LOOKUP: Mishap = {
  status: 'Warning',
  why: 'Lookup column "Hotel" could not be restored: the item it refers to does not exist.',
  once: false,
};

const library = (name: string, rest: Omit<ListPlan, 'kind' | 'name'>): ListPlan => ({ kind: 'library', name, ...rest });
const list = (name: string, rest: Omit<ListPlan, 'kind' | 'name'>): ListPlan => ({ kind: 'list', name, ...rest });

const TOUR_GUIDES: SitePlan = {
  name: 'Tour guides',
  lists: [
    library('Documents', {
      description: 'What every guide needs',
      folders: [
        ['', 4],
        ['Handbook', 2],
        ['Guides', 0],
        ['Guides/2025', 8],
        ['Guides/2026', 12],
        ['Contracts & terms 100%', 5],
        ['Empty', 0],
      ],
      objects: [
        {
          path: 'Handbook/Handbook for guides.docx',
          versions: [
            [60, 88_000],
            [20, 141_500],
          ],
          deletedDaysAgo: 3,
        },
        { path: 'Handbook/Emergency numbers.pdf', versions: [[120, 64_300]], deletedDaysAgo: 9, purged: true },
        { path: 'Guides/2025/Report.docx', versions: [[300, 30_100]], deletedDaysAgo: 3 },
        { path: 'Guides/2026/Report.docx', versions: [[40, 31_900]], deletedDaysAgo: 3 },
        {
          path: 'Contracts & terms 100%/Contract Tromsø.docx',
          versions: [
            [200, 52_000],
            [30, 53_400],
          ],
          deletedDaysAgo: 4,
          mishap: ON_HOLD,
        },
        {
          path: 'Guides/2026/Rota.xlsx',
          // Overwritten: almost nothing is left.
          versions: [
            [50, 45_000],
            [25, 97_300],
            [12, 102_800],
            [2, 6100],
          ],
        },
      ],
    }),
    library('Photos', {
      formerly: { name: 'Pictures', daysAgo: 10 },
      folders: [
        ['', 6],
        ['Lofoten', 15],
      ],
    }),
    list('Bookings', {
      description: 'Who guides which group',
      folders: [
        ['', 25],
        ['Archive', 10],
      ],
      objects: [
        {
          path: 'Kyoto in November',
          versions: [
            [35, 0],
            [20, 0],
            [1, 0],
          ],
          attachments: [
            ['Rooming list.xlsx', 18_200],
            ['旅程.pdf', 240_100],
          ],
        },
        { path: 'Lofoten in March', versions: [[70, 0]], deletedDaysAgo: 3, attachments: [['Ferry.pdf', 91_000]] },
        {
          path: 'Hotel Aurora, Tromsø',
          versions: [
            [80, 0],
            [9, 0],
          ],
          deletedDaysAgo: 3,
          mishap: LOOKUP,
        },
        { path: 'Archive/Azores 2024', versions: [[150, 0]], deletedDaysAgo: 9, purged: true },
      ],
    }),
    list('Phone list', { folders: [['', 12]] }),
  ],
  subsites: [
    {
      name: 'Nordic tours',
      lists: [
        library('Documents', {
          folders: [
            ['', 3],
            ['Routes', 6],
          ],
          objects: [
            {
              path: 'Routes/Northern lights.docx',
              versions: [
                [45, 71_000],
                [15, 76_200],
              ],
              deletedDaysAgo: 3,
            },
            { path: 'Routes/Report.docx', versions: [[33, 29_000]] },
          ],
        }),
        list('Suppliers', { folders: [['', 8]] }),
      ],
      subsites: [{ name: 'Svalbard', lists: [library('Documents', { folders: [['', 3]] })] }],
    },
  ],
};

const PRICE_LISTS: SitePlan = {
  name: 'Price lists & terms',
  lists: [
    library('Documents', {
      folders: [
        ['', 40],
        ['2025', 30],
      ],
      objects: [
        {
          path: 'Price list 2026.xlsx',
          versions: [
            [90, 120_000],
            [30, 131_000],
            [2, 9000],
          ],
        },
      ],
    }),
  ],
};

const INTRANET: SitePlan = {
  name: 'Интранет',
  lists: [library('Документы', { folders: [['', 15]] }), list('Новости', { folders: [['', 20]] })],
  subsites: [
    {
      name: '人事 HR',
      lists: [
        library('Documents', {
          folders: [['', 5]],
          objects: [{ path: 'Holidays 2026.xlsx', versions: [[60, 14_000]], deletedDaysAgo: 3 }],
        }),
      ],
    },
  ],
};

const BOARD: SitePlan = { name: 'Board (confidential)', lists: [library('Minutes', { folders: [['', 10]] })] };

/** Those that may be chosen as a scope, at the top of their collections. */
export const SITE_PLANS: readonly SitePlan[] = [TOUR_GUIDES, PRICE_LISTS, INTRANET, BOARD];

/** Subsites that may be chosen as well, by their names. */
export const SUBSITES_IN_SCOPE: readonly string[] = ['人事 HR'];

/** Somebody's own. */
export const personalSite = (name: string): SitePlan => ({
  name,
  lists: [
    library('Documents', {
      folders: [
        ['', 4],
        ['Notes', 5],
      ],
      objects: [
        {
          path: 'Notes/Ideas.docx',
          versions: [
            [40, 21_000],
            [8, 23_500],
          ],
          deletedDaysAgo: 3,
        },
      ],
    }),
    list('Reading list', { folders: [['', 6]] }),
  ],
});

/** One of any number, for large scopes. */
export const extraSite = (name: string): SitePlan => ({
  name,
  lists: [library('Documents', { folders: [['', 3]] })],
});

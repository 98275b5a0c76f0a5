/** What the sample teams hold. The stories: posts about the cabins deleted, a list overwritten, a team that is gone. */

export interface PostPlan {
  readonly subject: string;
  readonly daysAgo: number;
  readonly text: string;
  /** Instead of one made of the time. */
  readonly id?: string;
  readonly replies?: readonly string[];
  readonly deletedDaysAgo?: number;
  readonly purged?: boolean;
  readonly isImportant?: boolean;
  readonly attachments?: readonly string[];
}

export interface FilePlan {
  /** `Photos/Aurora.jpg`. */
  readonly path: string;
  /** How many days ago each version was made, oldest first, and its bytes. */
  readonly versions: readonly (readonly [daysAgo: number, sizeBytes: number])[];
  readonly deletedDaysAgo?: number;
  readonly purged?: boolean;
}

interface TabPlan {
  readonly name: string;
  readonly type: string;
  readonly deletedDaysAgo?: number;
  /** Why nobody can restore it, in the service's words. */
  readonly refusal?: string;
}

export interface ChannelPlan {
  readonly name: string;
  readonly type?: 'Standard' | 'Private' | 'Shared';
  readonly deletedDaysAgo?: number;
  /** How many more of each. */
  readonly more?: { readonly posts: number; readonly files: number };
  readonly posts?: readonly PostPlan[];
  readonly files?: readonly FilePlan[];
  readonly tabs?: readonly TabPlan[];
}

export interface TeamPlan {
  readonly name: string;
  readonly goneDaysAgo?: number;
  readonly channels: readonly ChannelPlan[];
}

/** Two numbers that are one and the same to JavaScript. */
const BEYOND_NUMBERS = ['9007199254740992', '9007199254740993'] as const;

const NORTHERN_LIGHTS: TeamPlan = {
  name: 'Northern lights 2026',
  channels: [
    {
      name: 'General',
      more: { posts: 24, files: 12 },
      posts: [
        {
          subject: 'Cabin list',
          daysAgo: 20,
          text: 'The cabins are booked: four in Abisko, three in Kiruna.',
          replies: ['Who shares with whom?', 'See the list in Files.', 'Thank you!'],
          deletedDaysAgo: 3,
          attachments: ['Cabin list.xlsx'],
        },
        {
          subject: 'Departure on 12 March',
          daysAgo: 12,
          text: 'We meet at 5:40 at the bus station. <b>Do not be late.</b>',
          replies: ['5:40 in the morning?', 'Yes.'],
          isImportant: true,
        },
        {
          subject: 'Hotel in Abisko',
          daysAgo: 40,
          text: 'Room 12 has the best view.',
          deletedDaysAgo: 9,
          purged: true,
        },
        { subject: 'Imported: packing list', daysAgo: 70, text: 'Warm boots.', id: BEYOND_NUMBERS[0] },
        {
          subject: 'Imported: emergency plan',
          daysAgo: 70,
          text: 'Call 112.',
          id: BEYOND_NUMBERS[1],
          deletedDaysAgo: 3,
        },
      ],
      files: [
        // Overwritten: almost nothing is left.
        {
          path: 'Cabin list.xlsx',
          versions: [
            [20, 41_000],
            [14, 58_300],
            [2, 6200],
          ],
        },
        { path: 'Bus contract.pdf', versions: [[33, 210_000]], deletedDaysAgo: 3 },
        { path: '2025/Report.docx', versions: [[200, 30_000]], deletedDaysAgo: 3 },
        { path: '2026/Report.docx', versions: [[28, 32_000]], deletedDaysAgo: 3 },
        { path: '2026/Insurance.pdf', versions: [[90, 77_000]], deletedDaysAgo: 9, purged: true },
      ],
      tabs: [
        { name: 'Tasks', type: 'com.microsoft.teamspace.tab.planner', deletedDaysAgo: 3 },
        { name: 'Cabins', type: 'com.microsoft.teamspace.tab.file.staticviewer.excel', deletedDaysAgo: 3 },
        {
          name: 'Survey',
          type: 'com.example.survey',
          deletedDaysAgo: 3,
          refusal: 'Tab "Survey" cannot be restored: tabs of this type are not supported.',
        },
      ],
    },
    { name: 'Guides only', type: 'Private', more: { posts: 6, files: 4 } },
    { name: 'Partners', type: 'Shared', more: { posts: 8, files: 3 } },
    {
      name: 'Ferries',
      deletedDaysAgo: 5,
      more: { posts: 5, files: 6 },
      tabs: [{ name: 'Timetable', type: 'website' }],
    },
  ],
};

const MARKETING: TeamPlan = {
  name: 'Marketing',
  channels: [
    { name: 'General', more: { posts: 10, files: 5 } },
    { name: 'Campaigns & prices 100%', more: { posts: 120, files: 40 } },
  ],
};

const JAPAN: TeamPlan = {
  name: '日本チーム',
  channels: [
    {
      name: '一般',
      more: { posts: 8, files: 4 },
      posts: [{ subject: '京都の旅程', daysAgo: 18, text: '金閣寺は午前中に。', deletedDaysAgo: 3 }],
    },
  ],
};

const SPRING_FAIR: TeamPlan = {
  name: 'Spring fair 2025',
  goneDaysAgo: 6,
  channels: [
    {
      name: 'General',
      more: { posts: 4, files: 3 },
      files: [{ path: 'Stand.pdf', versions: [[120, 900_000]] }],
    },
  ],
};

export const TEAM_PLANS: readonly TeamPlan[] = [NORTHERN_LIGHTS, MARKETING, JAPAN, SPRING_FAIR];

/** One of any number, for large scopes. */
export const extraTeamPlan = (name: string): TeamPlan => ({
  name,
  channels: [{ name: 'General', more: { posts: 3, files: 2 } }],
});

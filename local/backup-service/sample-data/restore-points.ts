/** When the sample organizations were backed up: daily for 30 days, weekly to six months. */
import type { SampleOrganization } from '../../people.ts';
import { DAY, HOUR } from '../durations.ts';
import { seeded, uuidOf } from './seeded.ts';
import type { Owner } from './types.ts';

const DAILY_DAYS = 30;
const WEEKLY_DAYS = 182;
/** From when on backups went into the newer repository. */
const MOVED_DAYS = 75;

/** As far as the stand-in reads it; `body` is the whole. */
export interface SamplePoint {
  readonly at: number;
  readonly repositoryId: string;
  readonly isExchange: boolean;
  readonly isOneDrive: boolean;
  readonly isSharePoint: boolean;
  readonly isTeams: boolean;
  /** A copy, or retrieved: nothing can be opened from it. */
  readonly hidden: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

export type PointsOf =
  | { readonly kind: 'user'; readonly owner: Owner }
  | { readonly kind: 'site' | 'team' | 'organization' };

/** Newest first. @param today the start of a day in UTC, that of the last backup */
export function makePoints(organization: SampleOrganization, of: PointsOf, today: number): readonly SamplePoint[] {
  const days = [
    ...Array.from({ length: DAILY_DAYS }, (_, day) => day),
    ...Array.from({ length: Math.floor((WEEKLY_DAYS - DAILY_DAYS) / 7) }, (_, week) => DAILY_DAYS + 6 + week * 7),
  ];
  const since = of.kind === 'user' ? (of.owner.backedUpForDays ?? Infinity) : Infinity;
  return days
    .filter((day) => day < since)
    .flatMap((day) => {
      const points = [pointOf(organization, of, today, day, 'plain')];
      if (day % 7 === 1) points.push(pointOf(organization, of, today, day, 'copy'));
      if (day === 20) points.push(pointOf(organization, of, today, day, 'retrieved'));
      return points;
    });
}

function pointOf(
  { tenantId }: SampleOrganization,
  of: PointsOf,
  today: number,
  day: number,
  sort: 'plain' | 'copy' | 'retrieved',
): SamplePoint {
  const chance = seeded(`point ${tenantId} ${day}`);
  // A copy is some hours younger than its original.
  const at = today - day * DAY + 2 * HOUR + chance.below(1500) * 1000 + (sort === 'plain' ? 0 : 3 * HOUR);
  const repositoryId = uuidOf(
    `repository ${tenantId} ${sort === 'copy' ? 'copies' : day < MOVED_DAYS ? 'new' : 'old'}`,
  );
  const isUser = of.kind === 'user';
  const isOfAll = of.kind === 'organization';
  const isExchange = isUser || isOfAll;
  const isOneDrive = (isOfAll || (isUser && of.owner.hasOneDrive)) && day % 5 !== 3;
  const isSharePoint = isOfAll || of.kind === 'site' || (isUser && day % 7 === 0);
  const isTeams = isOfAll || of.kind === 'team';
  return {
    at,
    repositoryId,
    isExchange,
    isOneDrive,
    isSharePoint,
    isTeams,
    hidden: sort !== 'plain',
    body: {
      id: uuidOf(`point ${tenantId} ${day} ${sort}`) + uuidOf(`job ${tenantId}`),
      backupTime: new Date(at).toISOString(),
      repositoryId,
      organizationId: tenantId,
      jobId: uuidOf(`job ${tenantId}`),
      ...(sort === 'retrieved' ? { retrievalId: uuidOf(`retrieval ${tenantId}`) } : {}),
      isExchange,
      isOneDrive,
      isSharePoint,
      isTeams,
      isCopy: sort === 'copy',
      isLongTermCopy: false,
      isRetrieved: sort === 'retrieved',
      // It contains data that were deleted; it was not deleted itself.
      isDeleted: day % 9 === 7,
      immutabilityExpiresOn: null,
      eTag: 1000 + day,
      objectsEtag: 1,
      _links: {},
    },
  };
}

/** An administrator's restore with a process killed at each effect from **Restore** over the code to the outcome. */
import type { CrashPath, Problems } from './crash-paths.ts';
import type { Lane } from './lane.ts';
import {
  goOn,
  isRestoring,
  openProblems,
  outcomeProblems,
  prepareSummary,
  roundOf,
  titleNow,
} from './restore-paths.ts';

/** A code and a call more are no harm where a person has used the code. */
function unapproved(lane: Lane): Problems {
  const { runs, codes } = isRestoring(lane);
  const { runs: before, restorer } = roundOf(lane);
  const mine = runs.slice(before);
  const approvals = mine.map(({ approval }) => (approval?.kind === 'approved' ? approval.userCode : undefined));
  const used = new Set(codes.filter(({ approvedBy }) => approvedBy !== undefined).map(({ userCode }) => userCode));
  const isApproved = approvals.every((userCode) => userCode !== undefined && used.has(userCode));
  return [
    ...(isApproved ? [] : ['a call was sent that nobody has approved']),
    ...(new Set(approvals).size === mine.length ? [] : ['two calls were sent with one approval']),
    ...(mine.length <= 1 + restorer.insisted ? [] : [`${mine.length} calls were accepted`]),
  ];
}

/** The person presses what the card asks for, and signs in at Microsoft with each code that it shows. */
async function attend(lane: Lane): Promise<void> {
  await goOn(lane);
  if (titleNow(roundOf(lane)) === 'Approve this restore') await lane.approveWhatIsThere();
}

export const ADMIN_RESTORE: CrashPath = {
  name: 'restore as administrator',
  signedIn: true,
  patienceMilliseconds: 60_000,
  prepare: (lane) =>
    prepareSummary(lane, {
      find: 'kyoto of noor as of 4 days ago',
      searches: [{ words: 'kyoto', picks: 1 }],
      options: {},
    }),
  act: goOn,
  attend,
  repeat: 'restore list',
  async problems(lane) {
    const titles = ['Restored', 'Restored, with warnings'];
    return [...(await outcomeProblems(lane, { titles, restores: 1, calls: undefined })), ...unapproved(lane)];
  },
  // The id of one may have been lost with the process, which had planned to stop it half an hour later.
  finish: (lane) => openProblems(lane, 1),
  async outcome(lane) {
    const { restorer } = roundOf(lane);
    return `${titleNow(roundOf(lane))}${restorer.insisted > 0 ? ', sent again on request' : ''}`;
  },
};

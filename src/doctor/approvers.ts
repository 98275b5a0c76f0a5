/** Whether those who approve restores can be asked, and are enough. */
import { createContainer, createStorageConnection } from '../state/azure/storage.ts';
import { createAdministrators } from '../state/administrators.ts';
import { createSealer } from '../state/blobs/encryption.ts';
import { MUTE, ok, problem, report, skipped, warning, type Context, type Finding, type Verdict } from './check.ts';

const CHECK = 'approvers';

/** Nothing is said of them while nobody has to approve anything. */
export async function checkApprovers({ settings }: Context): Promise<readonly Finding[]> {
  const { mode, approvers, approverTeam, needed } = settings.approval;
  if (mode === 'off') return [];
  const subject = `${approvers.length} of APPROVERS${approverTeam === undefined ? '' : ', and a team'}`;
  const ofTeam = ok('the members of APPROVER_TEAM are read whenever somebody asks: team-unreachable in the log if not');
  const number = approverTeam === undefined ? judgeNumber(approvers.length, needed) : ofTeam;
  return report(CHECK, subject, number, ...(approvers.length === 0 ? [] : [await judgeReach(settings)]));
}

function judgeNumber(count: number, needed: number): Verdict {
  if (count > needed) return ok(`enough of them: ${needed} have to approve, and one may be who asks`);
  const found = 'no more of them than have to approve: what one of them asks for themselves nobody can approve';
  return warning(found, 'Name more in APPROVERS.');
}

async function judgeReach(settings: Context['settings']): Promise<Verdict> {
  const { storage, stateContainer, proxy, identityClientId, stateEncryptionKeys } = settings;
  const { approvers, approverTeam, needed } = settings.approval;
  const container = createContainer(storage, stateContainer, createStorageConnection({ proxy, identityClientId }));
  const sealed = { container, sealer: createSealer(stateEncryptionKeys), log: MUTE };
  try {
    const addresses = createAdministrators(sealed);
    const found = await Promise.all(approvers.map((objectId) => addresses.find(objectId)));
    const missing = approvers.filter((_, index) => found[index] === undefined);
    if (missing.length === 0) return ok('all of them have written to the bot, and can be asked');
    const said = `cannot be asked, because they have not written to the bot yet: ${missing.join(', ')}`;
    const remedy = 'Let each of them send the bot a message in their personal chat once.';
    const isShort = approverTeam === undefined && approvers.length - missing.length < needed;
    return isShort ? problem(said, remedy) : warning(said, remedy);
  } catch {
    return skipped('storage could not be asked which of them have written to the bot');
  }
}

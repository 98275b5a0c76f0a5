/** Who may approve, and where they can be written to. */
import type { Address, TeamMember, TeamRoster } from '../../core/person.ts';
import type { AdministratorAddresses } from '../../sign-in/state/ports.ts';
import type { Approvers } from '../state/four-eyes.ts';

interface Inputs {
  /** `APPROVERS`, in lower case. */
  readonly listed: readonly string[];
  /** `APPROVER_TEAM`. */
  readonly teamId: string | undefined;
  readonly roster: TeamRoster;
  readonly administrators: Pick<AdministratorAddresses, 'find'>;
}

export function createApprovers({ listed, teamId, roster, administrators }: Inputs): Approvers {
  const members = async (via: Address): Promise<readonly TeamMember[]> =>
    teamId === undefined ? [] : roster.members(teamId, via);

  return {
    list: async (via) => [...new Set([...listed, ...(await members(via)).map(({ objectId }) => objectId)])],
    /** Where they have written themselves, otherwise as a member of the team. */
    async addressOf(objectId, via) {
      const address = await administrators.find(objectId);
      if (address !== undefined) return address;
      const member = (await members(via)).find((each) => each.objectId === objectId);
      return member && roster.chatWith(member, via);
    },
  };
}

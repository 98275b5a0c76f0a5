/** Teams that the app is installed in. */
import { UpstreamError } from '../../src/core/errors.ts';
import type { TeamMember, TeamRoster } from '../../src/core/person.ts';
import { anAddress } from '../support/builders.ts';

export interface FakeRoster extends TeamRoster {
  /** By the ids of their teams; a team that is missing is one without the bot. */
  readonly teams: Map<string, readonly TeamMember[]>;
  /** Those whom the bot may not write to, by object id. */
  readonly blockedBy: Set<string>;
  away: boolean;
}

export const aMember = (name: string, objectId = `oid-of-${name}`): TeamMember => ({
  objectId,
  tenantId: anAddress().tenantId,
  name,
  userId: `29:${name}`,
});

export function createFakeRoster(): FakeRoster {
  const reach = async (): Promise<void> => {
    await Promise.resolve();
    if (roster.away) throw new UpstreamError('chat service', 'FAILED', { status: 503 });
  };
  const roster: FakeRoster = {
    teams: new Map(),
    blockedBy: new Set(),
    away: false,
    async members(teamId) {
      await reach();
      return roster.teams.get(teamId) ?? [];
    },
    async chatWith({ objectId, userId, name, tenantId }, via) {
      await reach();
      if (roster.blockedBy.has(objectId)) return undefined;
      return {
        ...via,
        conversationId: `a:personal-chat-of-${name}`,
        place: 'personal',
        userId,
        userName: name,
        tenantId,
      };
    },
  };
  return roster;
}

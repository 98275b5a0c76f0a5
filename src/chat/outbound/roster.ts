/** Who is in a conversation or a team, as the chat service knows them, and their personal chats (Bot Connector, v3). */
import { safeParse } from '../../core/shape.ts';
import * as z from 'zod';
import { UpstreamError } from '../../core/errors.ts';
import type { Log } from '../../core/platform.ts';
import { parseJson } from '../../core/json.ts';
import { withoutTrailingSlashes } from '../../core/net.ts';
import type { Address, Asker, TeamMember, TeamRoster } from '../../core/person.ts';
import type { PersonalChat } from '../../requests/ports.ts';
import { createServiceUrlCheck } from '../conversation/service-urls.ts';
import type { ConnectorToken } from './connector-token.ts';
import { faultOf, type ChannelHttp } from './http.ts';

interface Inputs {
  readonly allowedServiceUrls: readonly string[];
  readonly token: Pick<ConnectorToken, 'get' | 'invalidate'>;
  readonly http: Pick<ChannelHttp, 'send'>;
  readonly log: Pick<Log, 'warn'>;
}

type Member = Pick<Address, 'serviceUrl' | 'conversationId' | 'userId'>;

/** An invoke has to be answered within seconds. */
const LIMIT_MILLISECONDS = 4_000;

const opened = z.object({ id: z.string().min(1) });
const text = z
  .string()
  .max(320)
  .nullish()
  .transform((given) => given || undefined);
const member = z.object({ email: text, userPrincipalName: text, userRole: text });
const memberOfTeam = z.object({ id: z.string().min(1), aadObjectId: text, tenantId: text, name: text });
const page = z.object({ members: z.array(z.unknown()), continuationToken: z.string().nullish() });

/** The largest page there is. */
const PAGE_SIZE = 500;
/** Teams has at most 25,000 members in a team. */
const MAX_PAGES = 50;

/** `anonymous` is one, too; and a guest's name in the tenant says so, whatever the role is called. */
const isGuestOf = ({ userRole = 'user', userPrincipalName }: z.infer<typeof member>): boolean =>
  userRole.toLowerCase() !== 'user' || userPrincipalName?.includes('#EXT#') === true;

export function createRoster({ allowedServiceUrls, token, http, log }: Inputs) {
  const isAllowed = createServiceUrlCheck(allowedServiceUrls);

  /** @returns undefined where the chat service has none or refuses it @throws UpstreamError */
  async function call(serviceUrl: string, path: string, body?: object, isRepeated = false): Promise<unknown> {
    if (!isAllowed(serviceUrl))
      throw new UpstreamError('chat service', 'REFUSED', { reason: 'service-url-not-allowed' });
    const bearer = await token.get();
    const answer = await http.send({
      method: body === undefined ? 'GET' : 'POST',
      url: `${withoutTrailingSlashes(serviceUrl)}/v3/conversations${path}`,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: body && JSON.stringify(body),
      timeLimitMilliseconds: LIMIT_MILLISECONDS,
    });
    if (answer.kind !== 'answered') throw new UpstreamError('chat service', answer.fault, { reason: answer.reason });
    const { status, retryAfterSeconds } = answer;
    if (status >= 200 && status < 300) return parseJson(answer.text);
    if (status === 401 && bearer !== undefined && !isRepeated) {
      token.invalidate(bearer);
      return call(serviceUrl, path, body, true);
    }
    if (status === 400 || status === 403 || status === 404) return undefined;
    throw new UpstreamError('chat service', faultOf(status), { status, retryAfterSeconds });
  }

  async function create({ serviceUrl, tenantId, botId }: Address, userId: string): Promise<string | undefined> {
    const created = await call(serviceUrl, '', {
      bot: { id: botId },
      members: [{ id: userId }],
      tenantId,
      channelData: { tenant: { id: tenantId } },
      isGroup: false,
    });
    return safeParse(opened, created).data?.id;
  }

  /** @returns undefined where they are no member of it, or cannot be read */
  async function memberOf({ serviceUrl, conversationId, userId }: Member) {
    const ids = [conversationId, userId].map(encodeURIComponent);
    return safeParse(member, await call(serviceUrl, `/${ids[0]}/members/${ids[1]}`)).data;
  }

  /** Whether somebody is a guest of the tenant. @returns undefined where they are no member of the conversation @throws UpstreamError */
  const isGuest = async (address: Member): Promise<boolean | undefined> => {
    const found = await memberOf(address);
    return found && isGuestOf(found);
  };

  /** The chat need not be new: the same is returned each time. @throws UpstreamError */
  const personalChat = async (asker: Asker): Promise<PersonalChat> => {
    const { key, address } = asker;
    // The menu of a message is also that of a chat of two people, which is personal, too, and has no bot in it.
    const here = address.place === 'personal' ? await memberOf(address) : undefined;
    const conversationId = here === undefined ? await create(address, address.userId) : key.conversationId;
    if (conversationId === undefined) return { kind: 'none' };
    const found = here ?? (await memberOf({ ...address, conversationId }));
    if (found === undefined) return { kind: 'none' };
    const { userPrincipalName: signInName, email: mail = signInName } = found;
    return {
      kind: 'found',
      key: { ...key, conversationId },
      address: personal(address, conversationId),
      mail,
      signInName: signInName === mail ? undefined : signInName,
      isGuest: isGuestOf(found),
    };
  };

  const members: TeamRoster['members'] = async (teamId, { serviceUrl, tenantId: tenant }) => {
    const found: TeamMember[] = [];
    let continuation = '';
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const path = `/${encodeURIComponent(teamId)}/pagedmembers?pageSize=${PAGE_SIZE}${continuation}`;
      const { data } = safeParse(page, await call(serviceUrl, path));
      if (data === undefined) {
        log.warn({ event: 'team-unreachable', team: teamId }, 'the bot is not in a team that the settings name');
        return [];
      }
      for (const each of data.members) {
        const { id: userId, aadObjectId, tenantId = tenant, name = '' } = safeParse(memberOfTeam, each).data ?? {};
        if (userId === undefined || aadObjectId === undefined) continue;
        found.push({ userId, objectId: aadObjectId.toLowerCase(), tenantId: tenantId.toLowerCase(), name });
      }
      if (!data.continuationToken) return found;
      continuation = `&continuationToken=${encodeURIComponent(data.continuationToken)}`;
    }
    return found;
  };

  const chatWith: TeamRoster['chatWith'] = async ({ userId, name, tenantId }, via) => {
    const conversationId = await create(via, userId);
    const { zone: _zone, ...reached } = via;
    return conversationId === undefined
      ? undefined
      : personal({ ...reached, userId, userName: name || undefined, tenantId }, conversationId);
  };

  return { isGuest, personalChat, members, chatWith };
}

const personal = ({ teamId: _team, ...reached }: Address, conversationId: string): Address => ({
  ...reached,
  conversationId,
  place: 'personal',
});

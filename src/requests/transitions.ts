/** How a request changes, and what is due of it. Pure. */
import { DAY, HOUR, MINUTE } from '../core/durations.ts';
import { digestOf } from '../core/platform.ts';
import { withClientOf, type Asker } from '../core/person.ts';
import { traceOf } from '../durable/trace.ts';
import type { EndedRestore } from '../restore/state/ports.ts';
import type { Asked, Fields, News, Party, Request, Status } from './model.ts';

/** After which a request that nobody has taken is announced: at once, twice more, then to the administrators. */
const ANNOUNCED_AFTER = [0, 30 * MINUTE, HOUR, 90 * MINUTE] as const;
const TO_ADMINISTRATORS = ANNOUNCED_AFTER.length - 1;
const LIFETIME = 7 * DAY;

/** @returns undefined where it does not apply to the present state */
export type Change = (request: Request) => Request | undefined;

const isLive = ({ status }: Request): boolean => status.kind !== 'ended';
export const takerOf = ({ status }: Request): Party | undefined => (status.kind === 'taken' ? status.by : undefined);

export const isFoundOutside = (status: Status): boolean => status.kind === 'taken' && status.isOutside === true;
const withOutside = (status: Status, isOutside: boolean): Status =>
  status.kind !== 'taken' || isFoundOutside(status) === isOutside
    ? status
    : { ...status, isOutside: isOutside ? true : undefined };

const moved = (request: Request, status: Status, ...news: readonly News[]): Request => ({
  ...request,
  status,
  news: [...request.news, ...news],
});

export const taken =
  (by: Party, at: number): Change =>
  (request) =>
    request.status.kind === 'open' ? moved(request, { kind: 'taken', by, at }, { kind: 'taken', by }) : undefined;

/** @param edits of the request, as it was when whoever has taken it searched for it */
export const searched =
  (by: Party, edits: number, isOutside: boolean): Change =>
  (request) => {
    const { status } = request;
    return request.edits === edits && takerOf(request)?.id === by.id && isFoundOutside(status) !== isOutside
      ? moved(request, withOutside(status, isOutside))
      : undefined;
  };

/** It is announced anew: to the others first, and at once to whoever hands it back only where they have no card of it. */
export const handedBack =
  (by: Party, at: number): Change =>
  (request) => {
    if (takerOf(request)?.id !== by.id) return undefined;
    const open = moved(request, { kind: 'open', since: at }, { kind: 'handed-back', by });
    return {
      ...open,
      asked: open.asked.map((each) =>
        each.id === by.id && each.cardId !== undefined ? { ...each, round: roundOf(at, 0) } : each,
      ),
    };
  };

/** By whoever has taken it, or by any operator who is asked while nobody has. */
export const declined =
  (by: Party, reason: string, at: number): Change =>
  (request) =>
    request.status.kind === 'open' || takerOf(request)?.id === by.id
      ? moved(request, { kind: 'ended', how: 'declined', at, by, reason }, { kind: 'declined', by, reason })
      : undefined;

/**
 * By whoever has taken it; or, whoever has it by now, by a restore that somebody who is asked began for it.
 *
 * @param restore that restore
 */
export const restored =
  (byId: string, at: number, restore?: EndedRestore): Change =>
  (request) => {
    const parties = restore === undefined ? [takerOf(request)] : request.asked;
    const found = parties.find((each) => each?.id === byId);
    if (found === undefined || !isLive(request)) return undefined;
    const by: Party = { id: byId, name: found.name };
    const { counts } = restore ?? {};
    const restores = restore && [restore.id];
    return moved(request, { kind: 'ended', how: 'done', at, by, counts, restores }, { kind: 'done', by, counts });
  };

const COUNTED = ['total', 'restored', 'failed', 'skipped', 'unsized'] as const;

/** The restore that has ended the request, with all its retries until now: what it came to by then is replaced. */
export const recounted =
  (byId: string, { id, counts }: EndedRestore): Change =>
  (request) => {
    const { status, isForgotten } = request;
    if (status.kind !== 'ended' || isForgotten === true) return undefined;
    const { by, counts: before, restores = [] } = status;
    if (by?.id !== byId || before === undefined || !restores.includes(id)) return undefined;
    // Of those before it one may be erased by now, or another instance knows more.
    if (counts.restored < before.restored || COUNTED.every((field) => counts[field] === before[field]))
      return undefined;
    return moved(request, { ...status, counts }, { kind: 'done', by, counts });
  };

export const withdrawn =
  (at: number): Change =>
  (request) =>
    isLive(request) ? moved(request, { kind: 'ended', how: 'withdrawn', at }) : undefined;

export const edited =
  (fields: Fields): Change =>
  (request) =>
    isLive(request) && JSON.stringify(fields) !== JSON.stringify(request.fields)
      ? { ...request, fields, edits: request.edits + 1, status: withOutside(request.status, false) }
      : undefined;

/**
 * Whoever could not be written to, and does something there now, can be again; and is written to in the language of their client.
 *
 * @param shown what the card of who is back has then
 */
export const heardFrom =
  ({ key, address }: Pick<Asker, 'key' | 'address'>, shown?: string): Change =>
  (request) => {
    const { asker, asked, isForgotten } = request;
    const heard = <One extends Pick<Asked, 'key' | 'address'> & { readonly unreachable?: unknown }>(one: One): One => {
      const isHere = one.key.personId === key.personId && one.key.conversationId === key.conversationId;
      if (!isHere) return one;
      if (one.unreachable !== undefined) return { ...one, address, unreachable: undefined };
      const { locale, zone } = withClientOf(one.address, address);
      const isSame = locale === one.address.locale && zone === one.address.zone;
      return isSame ? one : { ...one, address: { ...one.address, locale, zone } };
    };
    if (isForgotten === true) return undefined;
    const heardAsker = heard(asker);
    const isBack = asker.unreachable !== undefined && heardAsker !== asker;
    const heardAsked = asked.map(heard);
    if (heardAsker === asker && heardAsked.every((one, at) => one === asked[at])) return undefined;
    return {
      ...request,
      asker: isBack && shown !== undefined ? { ...heardAsker, shown } : heardAsker,
      asked: heardAsked,
    };
  };

/** Nobody could be asked: no operator on duty, and no administrator, can be written to. */
export const unheard: Change = (request) =>
  request.status.kind !== 'open' || request.unheard === true || request.asked.some(({ cardId }) => cardId !== undefined)
    ? undefined
    : { ...moved(request, request.status, { kind: 'unheard' }), unheard: true };

export const expired =
  (now: number): Change =>
  (request) =>
    isLive(request) && now >= request.askedAt + LIFETIME
      ? {
          ...moved(request, { kind: 'ended', how: 'expired', at: now }, { kind: 'expired' }),
          isExpiryUnaudited: true,
        }
      : undefined;

export const expiryAudited: Change = (request) => ({ ...request, isExpiryUnaudited: undefined });

/** Nothing is kept of the person who asked but where their card is, and its language. */
export const forgotten =
  (at: number): Change =>
  (request) => {
    if (request.isForgotten === true) return undefined;
    const { asker, fields: _fields, ...ended } = withdrawn(at)(request) ?? request;
    const { mail: _mail, signInName: _signInName, ...others } = asker;
    const { userName: _userName, zone: _zone, ...address } = asker.address;
    return { ...ended, asker: { ...others, name: '', address }, fields: { what: '' }, news: [], isForgotten: true };
  };

const SOMEBODY: Party = { id: '', name: '' };
const withoutName = <T extends object>(one: T, id: string): T =>
  'by' in one && (one.by as Party | undefined)?.id === id ? { ...one, by: SOMEBODY } : one;

/** An operator who is erased: others may take what this one has taken, and what has ended does not name them. */
export const withoutOperator =
  (id: string, at: number): Change =>
  (request) => {
    const { outOfReach = [] } = request;
    if (![...request.asked.map((each) => each.id), ...outOfReach].includes(id)) return undefined;
    const taker = takerOf(request);
    const open = taker?.id === id ? (handedBack(taker, at)(request) ?? request) : request;
    return {
      ...open,
      status: withoutName(open.status, id),
      news: open.news.map((each) => withoutName(each, id)),
      asked: open.asked.filter((each) => each.id !== id),
      outOfReach: outOfReach.filter((each) => each !== id),
      erased: [...(open.erased ?? []), traceOf(request, id)],
    };
  };

/** Identifies what the cards of a request show. */
export const shownOf = ({ status, edits }: Request): string => digestOf(JSON.stringify([status, edits]));

/** The same of the card of one who is asked. */
const shownTo = (request: Request, { left }: Pick<Asked, 'left'>): string =>
  left === true ? digestOf(`${shownOf(request)} left`) : shownOf(request);

const roundOf = (since: number, index: number): string => `${since}/${index}`;

/** Which announcement is due, from 0. @returns undefined while nobody may take it */
function announcementDue({ status }: Request, now: number): number | undefined {
  if (status.kind !== 'open') return undefined;
  return ANNOUNCED_AFTER.findLastIndex((after) => now >= status.since + after);
}

/** Once nobody else has taken it. */
export const isForAdministrators = (request: Request, now: number): boolean =>
  announcementDue(request, now) === TO_ADMINISTRATORS;

/**
 * @param people who can be written to, as far as is known: also whoever could not, and is on duty again
 * @param outOfReach members of the team who cannot
 */
export const withAsked =
  (people: readonly Asked[], outOfReach: readonly string[]): Change =>
  (request) => {
    const reached = request.asked.filter(({ unreachable }) => unreachable === undefined);
    const present = new Set([request.asker.id, ...reached.map(({ id }) => id)]);
    const others = new Map(people.filter(({ id }) => !present.has(id)).map((each) => [each.id, each]));
    const isSame = others.size === 0 && String(outOfReach) === String(request.outOfReach ?? []);
    return request.status.kind !== 'open' || isSame
      ? undefined
      : { ...request, asked: [...request.asked.filter(({ id }) => !others.has(id)), ...others.values()], outOfReach };
  };

/** @param ids of members of the team who have left it: their cards offer what they may still do */
export const withLeft =
  (ids: readonly string[]): Change =>
  (request) => {
    const isSame = (each: Asked): boolean => (each.left === true) === ids.includes(each.id);
    if (!isLive(request) || request.asked.every(isSame)) return undefined;
    const asked = request.asked.map((each) => (isSame(each) ? each : withStanding(each, ids.includes(each.id))));
    return { ...request, asked };
  };

/** Whoever gets requests again is asked anew. */
const withStanding = (one: Asked, hasLeft: boolean): Asked =>
  hasLeft ? { ...one, left: true, round: undefined } : { ...one, left: undefined };

/** Their card was replaced by an answer that says nothing of the request: they are asked anew once they may be, and see no more until then. */
export const withoutCard =
  (id: string): Change =>
  (request) =>
    request.asked.some((each) => each.id === id && each.cardId !== undefined)
      ? {
          ...request,
          asked: request.asked.map((each) =>
            each.id === id ? { ...each, cardId: undefined, shown: undefined, round: undefined } : each,
          ),
        }
      : undefined;

/** The card of somebody who has left the team does not offer it, and says so, until it is announced to them again. */
export const withoutOffer =
  (id: string): Change =>
  (request) => {
    const offered = request.asked.find((each) => each.id === id);
    if (request.status.kind !== 'open' || offered === undefined) return undefined;
    const left = withStanding(offered, true);
    const shown = shownTo(request, left);
    if (offered.left === true && offered.round === undefined && offered.shown === shown) return undefined;
    return { ...request, asked: request.asked.map((each) => (each === offered ? { ...left, shown } : each)) };
  };

/** What the job does next. */
export type Step =
  | { readonly kind: 'expire' }
  | { readonly kind: 'unheard' }
  | { readonly kind: 'show-asker'; readonly shown: string }
  | { readonly kind: 'tell-asker'; readonly news: News }
  | { readonly kind: 'announce'; readonly to: Asked; readonly round: string; readonly shown: string }
  | { readonly kind: 'show'; readonly to: Asked; readonly shown: string }
  | { readonly kind: 'retire'; readonly to: Asked; readonly former: string };

/**
 * @param failed those whose chat has failed in this run
 * @param former those to whom nothing is announced any more; the cards that they have say how it goes on
 */
export function nextStep(
  request: Request,
  now: number,
  failed: ReadonlySet<string>,
  former: ReadonlySet<string>,
): Step | undefined {
  if (request.isExpiryUnaudited === true || expired(now)(request) !== undefined) return { kind: 'expire' };
  const { asker, status, news } = request;
  const isAskerReachable = asker.unreachable !== true && !failed.has(asker.id);
  const own = shownOf(request);
  if (isAskerReachable && asker.shown !== own) return { kind: 'show-asker', shown: own };
  const [first] = news;
  if (isAskerReachable && first !== undefined) return { kind: 'tell-asker', news: first };
  const due = announcementDue(request, now);
  for (const to of request.asked) {
    if (to.unreachable !== undefined || failed.has(to.id)) continue;
    const shown = shownTo(request, to);
    // The administrators' announcement is no third reminder for those who were reminded.
    const index = due === TO_ADMINISTRATORS && to.round !== undefined ? TO_ADMINISTRATORS - 1 : due;
    if (status.kind === 'open' && index !== undefined && !former.has(to.id)) {
      const round = roundOf(status.since, index);
      const isTold = to.round === round || to.round === roundOf(status.since, TO_ADMINISTRATORS);
      if (!isTold) return { kind: 'announce', to, round, shown };
    }
    if (to.cardId !== undefined && to.shown !== shown) return { kind: 'show', to, shown };
    if (to.former !== undefined) return { kind: 'retire', to, former: to.former };
  }
  return failed.size === 0 && unheard(request) !== undefined ? { kind: 'unheard' } : undefined;
}

/** When something is due without anybody doing anything; undefined once it has ended. */
export function nextDue({ status, askedAt }: Request, now: number): number | undefined {
  if (status.kind === 'ended') return undefined;
  const end = askedAt + LIFETIME;
  if (status.kind === 'taken') return end;
  return Math.min(end, ...ANNOUNCED_AFTER.map((after) => status.since + after).filter((at) => at > now));
}

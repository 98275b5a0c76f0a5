/** How an administrator ends sessions of somebody else: the order is stored with each of them, and its job carries it out. */
import { changeState, keep, readState, write, type Decided } from '../../durable/record.ts';
import { sendAllOwned } from '../../durable/start-job.ts';
import type { Job } from '../../core/jobs.ts';
import type { PersonKey } from '../../core/person.ts';
import type { SharedInputs } from '../state/inputs.ts';
import type { EndOrder, PersonState, Session } from '../state/model.ts';
import { isLive } from '../state/presenter.ts';
import { sessionsIn } from '../state/transitions.ts';

type Ports = Pick<SharedInputs, 'store' | 'jobs' | 'clock'>;

export interface WhoseEnd {
  readonly personId: string;
  readonly begunBy?: number | undefined;
  readonly onWriting?: () => void;
}

const isSame = (one: EndOrder | undefined, other: EndOrder): boolean => one?.why === other.why && one.by === other.by;

/**
 * From then on the sessions are not used or renewed any more; a renewal that is under way loses its claim. The jobs are sent first, since
 * an order without its job would stay unseen until the session expires.
 *
 * @param whose `personId`, in lower case: whose sessions, where another account may have signed in for the person of the conversation;
 *   `begunBy`: what has begun later goes on; `onWriting` is called before an order is stored
 * @returns how many it ends @throws StorageUnavailableError
 */
export async function orderEnds(
  ports: Ports,
  key: PersonKey,
  order: EndOrder,
  { personId, begunBy = Infinity, onWriting }: WhoseEnd,
): Promise<number> {
  const { store, clock } = ports;
  const isTheirs = isSessionOf(key, personId);
  const isMeant = (session: Session) => isTheirs(session) && session.signedInAt <= begunBy;
  for (;;) {
    const before = await readState(store, key);
    const live = liveIn(before.state, clock.now()).filter(isMeant);
    if (live.length === 0) return 0;
    const ids = new Set(live.map(({ id }) => id));
    const expire = (sessionId: string): Job => ({ kind: 'expire', key, sessionId, dueAt: clock.now() });
    const owned = await sendAllOwned(ports, [...ids].map(expire));
    try {
      const decide = withEndOrder(order, ids, isMeant, clock.now(), onWriting);
      const { result } = await changeState(store, key, decide, before);
      if (result !== 'changed') return result;
    } finally {
      // One whose order was not written waits for the session's end.
      for (const job of owned) job.start();
    }
  }
}

/** They asked for it, or their account signed in. */
export const isSessionOf =
  (key: PersonKey, personId: string) =>
  ({ userId }: Pick<Session, 'userId'>): boolean =>
    [key.personId, userId].some((id) => id.toLowerCase() === personId);

const liveIn = (state: PersonState | undefined, now: number): readonly Session[] =>
  state === undefined ? [] : sessionsIn(state).filter((session) => isLive(session, now));

/** @returns `changed` where a renewal or a sign-in has stored another session meanwhile */
const withEndOrder =
  (
    order: EndOrder,
    ids: ReadonlySet<string>,
    isMeant: (session: Session) => boolean,
    now: number,
    onWriting?: () => void,
  ) =>
  (state: PersonState | undefined): Decided<number | 'changed', PersonState> => {
    const live = liveIn(state, now).filter(isMeant);
    // The write had succeeded and only its response was lost; or they have ended by themselves.
    if (state === undefined || live.length === 0) {
      return keep(state === undefined ? 0 : sessionsIn(state).filter(({ endOrder }) => isSame(endOrder, order)).length);
    }
    if (!live.every(({ id }) => ids.has(id))) return keep('changed');
    const ordered = (session: Session): Session =>
      live.includes(session) ? { ...session, endOrder: order, renewing: undefined } : session;
    const { session, replaced } = state;
    onWriting?.();
    return write({ ...state, session: session && ordered(session), replaced: replaced?.map(ordered) }, live.length);
  };

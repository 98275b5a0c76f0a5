/** The bot on fakes as a person sees it: cards, their buttons, and the result of pressing one. */
import type { TurnContext } from 'botbuilder';
import type { CardContext, RenderedCard } from '../../src/cards/layout/context.ts';
import { renderView } from '../../src/cards/render.ts';
import { PICK_PREFIX } from '../../src/cards/layout/verbs.ts';
import { ownerMark } from '../../src/chat/conversation/address.ts';
import { createAnnouncer } from '../../src/chat/outbound/announcer.ts';
import type { Connector } from '../../src/chat/outbound/connector.ts';
import type { Message } from '../../src/chat/outbound/message.ts';
import { Router } from '../../src/chat/router.ts';
import { TurnHandler } from '../../src/chat/turn-handler.ts';
import type { Organization } from '../../src/core/organization.ts';
import type { Place } from '../../src/core/person.ts';
import { createRetryWhileStorageUnavailable } from '../../src/core/retry.ts';
import { createRequestFeature } from '../../src/requests/features.ts';
import type { Duty, Request } from '../../src/requests/model.ts';
import { RequestUpdates } from '../../src/requests/updates.ts';
import type { ShownView } from '../../src/requests/views.ts';
import { createRestoreFeature } from '../../src/restore/features.ts';
import { Organizations } from '../../src/sign-in/state/organizations.ts';
import type { FakeAnnouncer } from '../fakes/announcer.ts';
import { createFakeFourEyes } from '../fakes/approvals.ts';
import { createFakeExports } from '../fakes/exports.ts';
import { createFakeExplorer, type FakeExplorer } from '../fakes/explorer.ts';
import { createFakeRoster } from '../fakes/roster.ts';
import { createFakeRecords } from '../fakes/shared-records.ts';
import { SOMEBODY } from '../fakes/identity-provider.ts';
import { createFakeRestoreStore, type FakeRestoreStore } from '../fakes/restore-store.ts';
import { nodesOf, ofType, type Node } from '../unit/cards/inspect.ts';
import { anAddress, anOrganization, aPersonKey } from './builders.ts';
import { anActivity } from './channel.ts';
import { createOutside, startProcess, type Outside, type Process } from './domain.ts';

export type Shown = ShownView;

/** A card in the conversation. */
export interface Seen {
  readonly cardId: string;
  readonly view: Shown;
  readonly card: object;
}

/** The result of a press: the answer, and the cards to continue with: new and changed ones, and the answer. */
export interface Pressed {
  readonly answer: 'card' | 'message' | 'none';
  readonly next: readonly Seen[];
}

export interface WalkChoices {
  readonly organizations?: readonly Organization[] | undefined;
  readonly adminUserIds?: readonly string[] | undefined;
  readonly place?: Place | undefined;
  /** Whether the archive lists the person: administrators then see their own session, too. */
  readonly isListed?: boolean | undefined;
}

export interface Walk extends Outside, Pick<Process, 'signIns' | 'sessions' | 'refusedSessions'> {
  readonly explorer: FakeExplorer;
  readonly restoreStore: FakeRestoreStore;
  /** The cards in the conversation, oldest first. */
  readonly cards: readonly Seen[];
  /** @returns what is new or changed */
  say(text: string): Promise<readonly Seen[]>;
  /** Puts a card in the conversation, as if it had been sent earlier. */
  show(view: Shown, cardId?: string): Seen;
  press(seen: Seen, button: Node): Promise<Pressed>;
  /** Runs due jobs and whatever waits for a moment. */
  settle(): Promise<void>;
}

export const walkKey = aPersonKey();
const ADDRESS = anAddress();

function oncePer<T extends object, R>(read: (of: T) => R): (of: T) => R {
  const results = new WeakMap<T, R>();
  return (of) => {
    const result = results.get(of) ?? read(of);
    results.set(of, result);
    return result;
  };
}

const textOf = oncePer((of: object) => JSON.stringify(of));

/** Walks repeat their first steps thousands of times; the same view and context always render the same card. */
const rendered = new Map<string, RenderedCard>();
function renderOnce(view: Shown, context: CardContext): RenderedCard {
  const key = `${textOf(view)} ${JSON.stringify(context)}`;
  const card = rendered.get(key) ?? renderView(view, context);
  rendered.set(key, card);
  return card;
}

/** Buttons of a card that come back to the bot, wherever they are on it. */
export const buttonsOn = oncePer((card: object) => ofType(card, 'Action.Execute'));

/** The untouched inputs of a card, with every checkbox checked and every empty choice selected. */
const inputsOf = oncePer((card: object): Readonly<Record<string, string>> => {
  const inputs: Record<string, string> = {};
  for (const { type, id, value, choices } of nodesOf(card)) {
    if (typeof type !== 'string' || !type.startsWith('Input.') || typeof id !== 'string') continue;
    const first = Array.isArray(choices) ? (choices[0] as Node | undefined)?.['value'] : undefined;
    if (id.startsWith(PICK_PREFIX)) inputs[id] = 'true';
    else if (typeof value === 'string' && value !== '') inputs[id] = value;
    else inputs[id] = typeof first === 'string' ? first : '';
  }
  if (inputs['scope'] === '') inputs['scope'] = 'own';
  return inputs;
});

const isEqual = (one: object | undefined, other: object): boolean =>
  one === other || (one !== undefined && textOf(one) === textOf(other));

export function createWalk({
  organizations = [anOrganization()],
  adminUserIds = [],
  place = 'personal',
  isListed = false,
}: WalkChoices = {}): Walk {
  const outside = createOutside();
  const { clock, log, newId, jobs, service } = outside;
  const explorer = createFakeExplorer(clock);
  const restoreStore = createFakeRestoreStore();
  const cards = new Map<string, Seen>();
  const views = new WeakMap<object, Shown>();
  const summarized = new Map<string, Shown>();
  let posted = 0;

  const render = (view: Shown, context: CardContext) => {
    const rendered = renderOnce(view, context);
    views.set(rendered.card, view);
    summarized.set(rendered.summary, view);
    return rendered;
  };
  const cardIn = (message: Message) => message.forms[0]?.(false).attachments?.[0]?.content as object | undefined;
  const put = (cardId: string, card: object | undefined): void => {
    const view = card && views.get(card);
    if (card !== undefined && view !== undefined) cards.set(cardId, { cardId, view, card });
  };
  const connector: Connector = {
    async post(_address, message) {
      posted += 1;
      put(`posted-${posted}`, cardIn(message));
      return { kind: 'sent', id: `posted-${posted}` };
    },
    async edit(_address, cardId, message) {
      put(cardId, cardIn(message));
      return { kind: 'sent', id: cardId };
    },
    async delete(_address, cardId) {
      cards.delete(cardId);
    },
    tryPost: async () => undefined,
  };
  const announcer = createAnnouncer({ connector, render });
  const process = startProcess(
    { ...outside, announcer: announcer as unknown as FakeAnnouncer },
    {
      organizations,
      adminUserIds,
      people: isListed ? [walkKey] : [],
      isNeeded: (...of) => restore.sessionUse.isNeeded(...of),
    },
  );
  const ending = new AbortController();
  const parts = {
    ...outside,
    organizations: new Organizations({ organizations, service, clock, log }),
    announcer,
    retryWhileStorageUnavailable: createRetryWhileStorageUnavailable({ clock, log, ending: ending.signal }),
  };
  const restore = createRestoreFeature({
    ...parts,
    ...createFakeExports(clock),
    ...createFakeFourEyes(),
    explorer,
    store: restoreStore,
    people: outside.store,
    archive: { async *everything() {} } as never,
    refusedSessions: process.refusedSessions,
    sessionEvents: process.sessionEvents,
    auditRequired: false,
    reasonRule: { required: false },
    allowedVerificationHosts: [],
    restoreElsewhere: false,
    withCertificate: new Set(),
    stateRetentionDays: 90,
  });
  const { follow, warn, expire, report } = process.jobHandlers;
  const requestPorts = { ...parts, requests: createFakeRecords<Request>(), duties: createFakeRecords<Duty>() };
  const requests = createRequestFeature({
    ...requestPorts,
    updates: new RequestUpdates(requestPorts),
    roster: createFakeRoster(),
    dutyTeam: undefined,
    personalChat: async ({ key, address }) => ({ kind: 'found', key, address, isGuest: false }),
    operators: restore.operators,
    wizard: restore.wizard,
    restores: restore.restores,
    adminUserIds,
  });
  jobs.handle({ follow, warn, expire, report, ...restore.jobHandlers, ...requests.jobHandlers });
  const router = new Router({
    ...parts,
    ...process,
    renewals: process.refusedSessions,
    wizard: restore.wizard,
    restores: restore.restores,
    sessionHistory: restore.sessionHistory,
    fourEyes: restore.fourEyes,
    fileExports: restore.fileExports,
    heldFiles: restore.heldFiles,
    requests,
    adminUserIds,
  });
  const bot = new TurnHandler({ router, announcer, clock, log, newId });

  async function settle(): Promise<void> {
    await clock.settle();
    await clock.advance(1_000);
    await jobs.runDue().catch(() => undefined);
    await clock.settle();
  }

  /** @returns the answer to an invoke */
  async function send(fields: Readonly<Record<string, unknown>>): Promise<unknown> {
    let answer: unknown;
    const activity = anActivity(ADDRESS.serviceUrl, {
      id: newId(),
      from: { id: ADDRESS.userId, name: 'Olga Operator', aadObjectId: SOMEBODY.oid },
      conversation: {
        conversationType: place === 'personal' ? 'personal' : 'groupChat',
        tenantId: SOMEBODY.tid,
        id: ADDRESS.conversationId,
      },
      channelData: { tenant: { id: SOMEBODY.tid } },
      ...fields,
    });
    const sendActivity = async ({ value }: { readonly value?: unknown }): Promise<void> => void (answer = value);
    await clock.run(bot.onTurn({ activity, sendActivity } as unknown as TurnContext));
    await settle();
    return answer;
  }

  /** Runs the work. @returns its result and the new or changed cards */
  async function watch<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly seen: readonly Seen[] }> {
    const before = new Map(cards);
    const result = await work();
    const seen = [...cards.values()].filter(({ cardId, card }) => !isEqual(before.get(cardId)?.card, card));
    return { result, seen };
  }

  /** A notice says all there is to say; anything else is only announced, and is on a card. */
  const isAnswered = (text: string, seen: readonly Seen[]): boolean =>
    seen.length > 0 || summarized.get(text)?.kind.endsWith('notice') === true;

  return {
    ...outside,
    ...process,
    explorer,
    restoreStore,
    get cards() {
      return [...cards.values()];
    },
    say: async (text) => (await watch(() => send({ text }))).seen,
    show(view, cardId = `posted-${(posted += 1)}`) {
      const owner = { userId: ADDRESS.userId, name: 'Olga Operator', id: ownerMark(walkKey) };
      put(cardId, render(view, { place, audience: 'owner', owner }).card);
      return cards.get(cardId) as Seen;
    },
    async press({ cardId, card }, { verb, data }) {
      const carried = { ...(data as Record<string, unknown>), ...inputsOf(card) };
      const value = { action: { type: 'Action.Execute', verb, data: carried }, trigger: 'manual' };
      const fields = { type: 'invoke', name: 'adaptiveCard/action', text: undefined, replyToId: cardId, value };
      const { result, seen } = await watch(() => send(fields));
      const { type, value: body } = (result as { readonly body: { readonly type: string; readonly value: unknown } })
        .body;
      if (type.includes('error')) return { answer: 'none', next: seen };
      if (typeof body === 'string') return { answer: isAnswered(body, seen) ? 'message' : 'none', next: seen };
      const shown = views.get(body as object);
      const isSeen = shown === undefined || seen.some(({ view }) => view.kind === shown.kind);
      return { answer: 'card', next: isSeen ? seen : [...seen, { cardId, view: shown, card: body as object }] };
    },
    settle,
  };
}

/** What a browser does for a sign-in: it opens the link on the card, and brings back the identity provider's answer. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { onUpstreamError } from '../../core/errors.ts';
import { changeState, keep, readState, write, type Decided } from '../../durable/record.ts';
import { startJob } from '../../durable/start-job.ts';
import type { SignInInputs } from '../state/inputs.ts';
import { hasDeviceCode, isInBrowser, type PersonState, type WaitingSignIn } from '../state/model.ts';
import type { AuthorizationAnswer, Ticket } from '../state/ports.ts';
import { endedSignIn } from '../state/transitions.ts';
import { refusalFacts } from '../state/entra-errors.ts';
import { failureOf } from './polling.ts';

type Ports = Pick<
  SignInInputs,
  'identityProvider' | 'tickets' | 'organizations' | 'store' | 'jobs' | 'activeJobs' | 'clock' | 'log'
>;

/** What the page says. `locale` is that of the person's chat. */
export interface BrowserPage {
  readonly kind:
    | 'done'
    /** The identity provider did not sign the person in; the card says why. */
    | 'not-signed-in'
    /** The link was used, has ended, or was replaced. */
    | 'over'
    /** The address that took the answer is opened again. */
    | 'answered'
    /** The answer is none that this bot asked for. */
    | 'refused'
    | 'too-often'
    /** Another try helps. */
    | 'unavailable';
  readonly locale?: string | undefined;
}

/** A person opens it once or twice, a scanner of links a few times more. */
const VISITS = { most: 30, milliseconds: 60_000 };
const TRACKED_SIGN_INS = 10_000;

/** Both methods throw StorageUnavailableError. */
export class BrowserVisits {
  readonly #ports: Ports;
  readonly #visits: BoundedMap<string, { readonly count: number; readonly until: number }>;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#visits = new BoundedMap({ max: TRACKED_SIGN_INS, clock: ports.clock });
  }

  /**
   * Has no effect: whoever looks at a link before a person does may open it.
   *
   * @param text the last part of the link @returns where to send the browser, or the page to show
   */
  async open(text: string): Promise<{ readonly url: string } | BrowserPage> {
    const { tickets, identityProvider, organizations, store, clock } = this.#ports;
    const ticket = await tickets.open('sign-in link', text);
    if (ticket === undefined) return { kind: 'over' };
    if (!this.#mayVisit(ticket)) return { kind: 'too-often' };
    const { state } = await readState(store, ticket.key);
    const { locale } = state?.address ?? {};
    const signIn = state?.signIn;
    if (signIn?.id !== ticket.signInId || signIn.kind !== 'waiting') {
      const isBeingCompleted = signIn?.id === ticket.signInId && signIn.kind === 'redeemed';
      const isDone = isBeingCompleted || state?.session?.signInId === ticket.signInId;
      return { kind: isDone ? 'done' : 'over', locale };
    }
    if (signIn.authorizationCode !== undefined) return { kind: 'done', locale };
    const organization = organizations.get(signIn.organization);
    if (organization === undefined || !isInBrowser(signIn) || signIn.expiresAt <= clock.now())
      return { kind: 'over', locale };
    const { clientId, scope, redirectUri, verifier, nonce } = signIn;
    const request = { clientId, scope, redirectUri, verifier, nonce };
    const sealed = await tickets.seal('authorization state', ticket);
    return { url: identityProvider.authorizationUrl(organization, { ...request, state: sealed }) };
  }

  /** The first answer counts: it is stored, and the job that redeems it started. */
  async receive(answer: AuthorizationAnswer): Promise<BrowserPage> {
    const { tickets, store, jobs, activeJobs, log } = this.#ports;
    const ticket = await tickets.open('authorization state', answer.state);
    if (ticket === undefined) return { kind: 'refused' };
    if (!this.#mayVisit(ticket)) return { kind: 'too-often' };
    const { key, signInId } = ticket;
    const loaded = await readState(store, key);
    const { locale } = loaded.state?.address ?? {};
    const signIn = loaded.state?.signIn;
    // Another sign-in, which may be one to another organization, is none of the answer's.
    const issuer = await this.#checkIssuer(signIn?.id === signInId ? signIn.organization : undefined, answer.issuer);
    if (issuer !== 'right') {
      log.warn({ event: 'authorization-answer-refused', reference: signInId, issuer }, 'an answer has another issuer');
      return { kind: issuer === 'unknown' ? 'unavailable' : 'refused', locale };
    }
    const kind = await startJob(
      { jobs },
      { kind: 'follow', key, signInId },
      async (jobId) => {
        const { result } = await changeState(
          store,
          key,
          (state) => this.#withAnswer(state, ticket, answer, jobId),
          loaded,
        );
        return { result, isNeeded: result === 'stored' };
      },
      (result) => {
        if (result !== 'stored') return result;
        // Whatever followed the sign-in until now has nothing left to wait for.
        activeJobs.abandon(signInId);
        const refused = 'refusal' in answer.result ? refusalFacts(answer.result.refusal) : {};
        log.info({ event: 'authorization-answered', reference: signInId, ...refused }, 'a browser brought an answer');
        return 'code' in answer.result ? 'done' : 'not-signed-in';
      },
    );
    return { kind, locale };
  }

  async #withAnswer(
    state: PersonState | undefined,
    { key, signInId }: Ticket,
    { result }: AuthorizationAnswer,
    jobId: string | undefined,
  ): Promise<Decided<'stored' | 'done' | 'over', PersonState>> {
    const { activeJobs, clock } = this.#ports;
    const signIn = state?.signIn;
    if (state === undefined || signIn?.id !== signInId) {
      return keep(state?.session?.signInId === signInId ? 'done' : 'over');
    }
    // The write had succeeded and only its response was lost.
    if (signIn.jobId !== undefined && signIn.jobId === jobId) return keep('stored');
    if (signIn.kind === 'redeemed' || ('authorizationCode' in signIn && signIn.authorizationCode !== undefined))
      return keep('done');
    if (signIn.kind === 'ended' || !isInBrowser(signIn) || signIn.expiresAt <= clock.now()) return keep('over');
    if (hasDeviceCode(signIn)) await activeJobs.announceEnd(key, signIn);
    if ('refusal' in result) {
      const ended = endedSignIn({ ...signIn, isConfidential: true }, failureOf(result.refusal), clock.now());
      return write({ ...state, signIn: { ...ended, jobId } }, 'stored');
    }
    const answered: WaitingSignIn = { ...signIn, jobId, authorizationCode: result.code, isConfidential: true };
    return write({ ...state, signIn: answered }, 'stored');
  }

  /** RFC 9207, section 2.4: so that no code goes to another provider than it came from. */
  async #checkIssuer(key: string | undefined, issuer: string | undefined): Promise<'right' | 'other' | 'unknown'> {
    const organization = key === undefined ? undefined : this.#ports.organizations.get(key);
    // Nothing waits, as the page says then.
    if (organization === undefined || issuer === undefined) return 'right';
    const expected = await this.#ports.identityProvider.issuerOf(organization).catch(onUpstreamError(() => undefined));
    if (expected === undefined) return 'unknown';
    return expected === issuer ? 'right' : 'other';
  }

  #mayVisit({ signInId }: Ticket): boolean {
    const first = { count: 0, until: this.#ports.clock.now() + VISITS.milliseconds };
    const { count, until } = this.#visits.get(signInId) ?? first;
    this.#visits.set(signInId, { count: count + 1, until }, until);
    return count < VISITS.most;
  }
}

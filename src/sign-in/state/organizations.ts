/** The organizations in the settings: who may sign in to which, and through which application. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { FlowKind, Organization } from '../../core/organization.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { bareName, distance, foldName } from '../../core/text.ts';
import type { Failure } from './model.ts';
import type { BackupService } from './ports.ts';
import type { Choice } from './views.ts';

type Chosen =
  | { readonly kind: 'one'; readonly organization: Organization }
  | { readonly kind: 'several' | 'unknown'; readonly choices: readonly Choice[] }
  | { readonly kind: 'none' };

const CACHED_MILLISECONDS = 10 * 60_000;

interface Inputs {
  readonly organizations: readonly Organization[];
  readonly service: Pick<BackupService, 'portalSettings'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log?: Pick<Log, 'warn'> | undefined;
}

export class Organizations {
  readonly #inputs: Inputs;
  readonly #discovered: BoundedMap<string, string>;
  readonly #pending = new Map<string, Promise<string | Failure>>();

  constructor(inputs: Inputs) {
    const { organizations, clock } = inputs;
    this.#inputs = inputs;
    this.#discovered = new BoundedMap({ max: organizations.length, lifetimeMilliseconds: CACHED_MILLISECONDS, clock });
  }

  /** By `<tenant>`. @returns undefined when it is no longer in the settings */
  get(key: string): Organization | undefined {
    return this.#inputs.organizations.find((each) => isSame(each.key, key));
  }

  servedIn(tenantId: string): readonly Choice[] {
    return this.#serving(tenantId).map(asChoice);
  }

  /** Resolves a name, or the only choice, among the organizations that serve the tenant. */
  choose(tenantId: string, flow: FlowKind, name: string | undefined): Chosen {
    const possible = this.#offering(tenantId, flow);
    const named = name === undefined ? possible : called(possible, name);
    const [first] = named;
    if (first !== undefined && named.length === 1) return { kind: 'one', organization: first };
    if (named.length > 1) return { kind: 'several', choices: named.map(asChoice) };
    return possible.length === 0 ? { kind: 'none' } : { kind: 'unknown', choices: possible.map(asChoice) };
  }

  /** Whether people of the tenant may sign in to the organization, by its key, in this way. */
  offers(key: string, tenantId: string, flow: FlowKind): boolean {
    return this.#offering(tenantId, flow).some((each) => isSame(each.key, key));
  }

  /** The application id of a flow: from the settings, or from the service and cached for ten minutes. */
  async applicationId(organization: Organization, flow: FlowKind): Promise<string | Failure> {
    if (flow === 'operator') return organization.operatorApplicationId ?? this.#discover(organization);
    return organization.appOnlyApplicationId ?? { reason: 'identity-provider-refused' };
  }

  #offering(tenantId: string, flow: FlowKind): readonly Organization[] {
    const serving = this.#serving(tenantId);
    return flow === 'operator'
      ? serving
      : serving.filter(({ appOnlyApplicationId }) => appOnlyApplicationId !== undefined);
  }

  /** Those that name the tenant come before those for everybody. */
  #serving(tenantId: string): readonly Organization[] {
    const { organizations } = this.#inputs;
    const named = organizations.filter(({ tenants }) => tenants.some((tenant) => isSame(tenant, tenantId)));
    return [...named, ...organizations.filter(({ tenants }) => tenants.length === 0)];
  }

  /** Shares one request among concurrent callers. */
  async #discover(organization: Organization): Promise<string | Failure> {
    const name = organization.key;
    const cached = this.#discovered.get(name);
    if (cached !== undefined) return cached;
    const request = this.#pending.get(name) ?? this.#request(organization).finally(() => this.#pending.delete(name));
    this.#pending.set(name, request);
    return request;
  }

  async #request(organization: Organization): Promise<string | Failure> {
    const { key: name, authUrl } = organization;
    const { hostname } = new URL(authUrl);
    try {
      const { applicationId, isEnabled, authorityUri } = await this.#inputs.service.portalSettings(organization);
      if (!isEnabled) return { reason: 'portal-off' };
      const other = otherAuthority(authorityUri, authUrl);
      if (other !== undefined) {
        const fields = { event: 'sign-in-host-differs', organization: name, service: other, settings: hostname };
        this.#inputs.log?.warn(fields, 'the service names another sign-in host than the settings, which apply');
      }
      this.#discovered.set(name, applicationId);
      return applicationId;
    } catch (error) {
      if (error instanceof UpstreamError) return portalFailure(error);
      throw error;
    }
  }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const asChoice = ({ key: organization, displayName }: Organization): Choice => ({ organization, displayName });

/** What people call an organization: its display name, its domain, and the domain's first label. */
const spellings = ({ organization, displayName }: Choice): readonly string[] => [
  displayName,
  organization,
  organization.split('.')[0] ?? organization,
];

/** Those of the very name; else those of the name without the signs around it. */
function called(organizations: readonly Organization[], typed: string): readonly Organization[] {
  const of = (form: (name: string) => string): readonly Organization[] => {
    const name = form(typed);
    return organizations.filter((each) => name !== '' && spellings(asChoice(each)).some((one) => form(one) === name));
  };
  const exact = of(foldName);
  return exact.length > 0 ? exact : of(bareName);
}

function portalFailure(error: UpstreamError): Failure {
  if (error.code === 'UNTRUSTED') return { reason: 'service-untrusted', detail: error.description };
  // Checked before `transient`: a page instead of JSON means a wrong address, which does not pass by itself.
  if (error.code === 'NOT_JSON' || error.code === 'MALFORMED' || error.code === 'REDIRECTED') {
    return { reason: 'not-a-backup-service', detail: error.description };
  }
  if (error.status === 404) return { reason: 'service-too-old' };
  if (error.transient) return { reason: 'service-unreachable', detail: error.description };
  // The endpoint is anonymous, so something other than a backup service refused the request.
  return { reason: 'not-a-backup-service' };
}

/** The host in the service's `msalAuthorityUri`, if the settings name another one. Tokens are only ever sent to `authUrl`. */
export function otherAuthority(authorityUri: string | undefined, authUrl: string): string | undefined {
  const named = URL.parse(authorityUri ?? '')?.hostname;
  return named === undefined || named === '' || named === URL.parse(authUrl)?.hostname ? undefined : named;
}

const MOST_SUGGESTIONS = 3;
const SHORTEST_PART = 3;
const LONGEST_COMPARED = 60;

/** 0 for an exact match, Infinity for no match. A part of a name matches, however long the rest is. */
function mismatch(typed: string, spelling: string): number {
  if (typed.length >= SHORTEST_PART && spelling.includes(typed)) return spelling.startsWith(typed) ? 0.5 : 1.5;
  if (spelling.length >= SHORTEST_PART && typed.includes(spelling)) return 1.5;
  const allowed = typed.length <= 4 ? 1 : Math.min(3, Math.floor(typed.length / 3));
  if (Math.abs(typed.length - spelling.length) > allowed) return Number.POSITIVE_INFINITY;
  const mistakes = distance(typed, spelling);
  return mistakes <= allowed ? mistakes : Number.POSITIVE_INFINITY;
}

/** Suggests at most three of the choices for a name that matches none, the nearest first. */
export function nearOrganizations(typed: string, choices: readonly Choice[]): readonly Choice[] {
  const name = bareName(typed).slice(0, LONGEST_COMPARED);
  return choices
    .map((choice) => ({ choice, far: Math.min(...spellings(choice).map((one) => mismatch(name, bareName(one)))) }))
    .filter(({ far }) => far < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ choice }) => choice);
}

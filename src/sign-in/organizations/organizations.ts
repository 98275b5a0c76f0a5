/** The organizations in the settings: who may sign in to which, and through which application. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { UpstreamError } from '../../core/errors.ts';
import { otherAuthority } from './authority.ts';
import type { BackupService } from '../ports.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { FlowKind, Organization } from '../../core/organization.ts';
import type { Failure } from '../model.ts';
import type { Choice } from '../views.ts';

export type Chosen =
  | { readonly kind: 'one'; readonly organization: Organization }
  | { readonly kind: 'several'; readonly choices: readonly Choice[] }
  | { readonly kind: 'unknown'; readonly choices: readonly Choice[] }
  | { readonly kind: 'none' };

export interface Organizations {
  /** By `<tenant>`. @returns undefined when it is no longer in the settings */
  get(key: string): Organization | undefined;
  /** The organizations that serve a tenant. */
  servedIn(tenantId: string): readonly Choice[];
  /** Resolves a name, or the only choice, among the organizations that serve the tenant. */
  choose(tenantId: string, flow: FlowKind, name: string | undefined): Chosen;
  /** The application id of a flow: from the settings, or from the service and cached for ten minutes. */
  applicationId(organization: Organization, flow: FlowKind): Promise<string | Failure>;
}

export interface OrganizationsDependencies {
  readonly organizations: readonly Organization[];
  readonly service: Pick<BackupService, 'portalSettings'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log?: Pick<Log, 'warn'> | undefined;
}

const CACHED_MILLISECONDS = 10 * 60_000;

const asChoice = ({ organization, displayName }: Organization): Choice => ({ organization, displayName });

function isNamed(name: string, { organization, displayName }: Organization): boolean {
  const requested = name.trim().toLowerCase();
  const key = organization.toLowerCase();
  return requested === key || requested === displayName.toLowerCase() || requested === key.split('.')[0];
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

export function createOrganizations({ organizations, service, clock, log }: OrganizationsDependencies): Organizations {
  const byKey = new Map(organizations.map((organization) => [organization.organization.toLowerCase(), organization]));
  const byTenant = new Map<string, Organization[]>();
  const forEverybody: Organization[] = [];
  for (const organization of organizations) {
    if (organization.tenants.length === 0) forEverybody.push(organization);
    for (const tenant of new Set(organization.tenants.map((id) => id.toLowerCase()))) {
      const served = byTenant.get(tenant);
      if (served === undefined) byTenant.set(tenant, [organization]);
      else served.push(organization);
    }
  }
  const discovered = new BoundedMap<string, string>({
    max: organizations.length,
    lifetimeMilliseconds: CACHED_MILLISECONDS,
    clock,
  });
  const pending = new Map<string, Promise<string | Failure>>();

  const serving = (tenantId: string): readonly Organization[] => [
    ...(byTenant.get(tenantId.toLowerCase()) ?? []),
    ...forEverybody,
  ];

  async function requestApplicationId(organization: Organization): Promise<string | Failure> {
    const { organization: name, authUrl } = organization;
    try {
      const { applicationId, isEnabled, authorityUri } = await service.portalSettings(organization);
      if (!isEnabled) return { reason: 'portal-off' };
      const other = otherAuthority(authorityUri, authUrl);
      if (other !== undefined) {
        const settings = new URL(authUrl).hostname;
        const fields = { event: 'sign-in-host-differs', organization: name, service: other, settings };
        log?.warn(fields, 'the backup service names another sign-in host than the settings; the settings apply');
      }
      discovered.set(name, applicationId);
      return applicationId;
    } catch (error) {
      if (error instanceof UpstreamError) return portalFailure(error);
      throw error;
    }
  }

  /** Shares one request among concurrent callers. */
  function discover(organization: Organization): Promise<string | Failure> {
    const name = organization.organization;
    const cached = discovered.get(name);
    if (cached !== undefined) return Promise.resolve(cached);
    const request = pending.get(name) ?? requestApplicationId(organization).finally(() => pending.delete(name));
    pending.set(name, request);
    return request;
  }

  return {
    get: (key) => byKey.get(key.toLowerCase()),
    servedIn: (tenantId) => serving(tenantId).map(asChoice),
    choose(tenantId, flow, name) {
      const possible = serving(tenantId).filter(
        ({ appOnlyApplicationId }) => flow === 'operator' || appOnlyApplicationId !== undefined,
      );
      const named = name === undefined ? possible : possible.filter((organization) => isNamed(name, organization));
      const [first] = named;
      if (first !== undefined && named.length === 1) return { kind: 'one', organization: first };
      if (named.length > 1) return { kind: 'several', choices: named.map(asChoice) };
      return possible.length === 0 ? { kind: 'none' } : { kind: 'unknown', choices: possible.map(asChoice) };
    },
    async applicationId(organization, flow) {
      if (flow === 'operator') return organization.operatorApplicationId ?? (await discover(organization));
      return organization.appOnlyApplicationId ?? { reason: 'identity-provider-refused' };
    },
  };
}

/** Which organization a person signs in to, and the application it is signed in through. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { UpstreamError } from '../../core/errors.ts';
import { otherAuthority } from './authority.ts';
import type { BackupService } from '../ports.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Organization } from '../../core/organization.ts';
import type { Failure } from '../model.ts';
import type { FlowKind } from '../../core/organization.ts';
import type { Choice } from '../views.ts';

export type Chosen =
  | { readonly kind: 'one'; readonly organization: Organization }
  | { readonly kind: 'several'; readonly choices: readonly Choice[] }
  | { readonly kind: 'unknown'; readonly choices: readonly Choice[] }
  | { readonly kind: 'none' };

export interface Organizations {
  /** By `<tenant>`, whoever asks. Undefined once it has left the settings. */
  get(key: string): Organization | undefined;
  /** Those that serve a tenant, as choices. */
  servedIn(tenantId: string): readonly Choice[];
  /** Of those that serve the tenant: the one named, or the only one. Nobody can name one that does not serve them. */
  choose(tenantId: string, flow: FlowKind, name: string | undefined): Chosen;
  /** The application id of a flow: configured, or asked of the service and remembered for ten minutes. */
  applicationId(organization: Organization, flow: FlowKind): Promise<string | Failure>;
}

export interface OrganizationsDependencies {
  readonly organizations: readonly Organization[];
  readonly service: Pick<BackupService, 'portalSettings'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log?: Pick<Log, 'warn'> | undefined;
}

const REMEMBERED_MILLISECONDS = 10 * 60_000;

const asChoice = ({ organization, displayName }: Organization): Choice => ({ organization, displayName });

function answersTo(name: string, { organization, displayName }: Organization): boolean {
  const wanted = name.trim().toLowerCase();
  const key = organization.toLowerCase();
  return wanted === key || wanted === displayName.toLowerCase() || wanted === key.split('.')[0];
}

function portalFailure(error: UpstreamError): Failure {
  if (error.code === 'UNTRUSTED') return { reason: 'service-untrusted', detail: error.description };
  // Before the transient ones: a page where JSON belongs is a wrong address, not a fault that passes.
  if (error.code === 'NOT_JSON' || error.code === 'MALFORMED' || error.code === 'REDIRECTED') {
    return { reason: 'not-a-backup-service', detail: error.description };
  }
  if (error.status === 404) return { reason: 'service-too-old' };
  if (error.transient) return { reason: 'service-unreachable', detail: error.description };
  // The call needs no token (specification of the service, x-anonymous): what refuses it is something else.
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
    lifetimeMilliseconds: REMEMBERED_MILLISECONDS,
    clock,
  });
  const asking = new Map<string, Promise<string | Failure>>();

  const serving = (tenantId: string): readonly Organization[] => [
    ...(byTenant.get(tenantId.toLowerCase()) ?? []),
    ...forEverybody,
  ];

  async function ask(organization: Organization): Promise<string | Failure> {
    const { organization: name, authUrl } = organization;
    try {
      const { applicationId, isEnabled, authorityUri } = await service.portalSettings(organization);
      if (!isEnabled) return { reason: 'portal-off' };
      const other = otherAuthority(authorityUri, authUrl);
      if (other !== undefined) {
        const settings = new URL(authUrl).hostname;
        const fields = { organization: name, service: other, settings };
        log?.warn(fields, 'the backup service names another sign-in host than the settings, which are followed');
      }
      discovered.set(name, applicationId);
      return applicationId;
    } catch (error) {
      if (error instanceof UpstreamError) return portalFailure(error);
      throw error;
    }
  }

  /** However many people ask at once, the service is asked once. */
  function discover(organization: Organization): Promise<string | Failure> {
    const name = organization.organization;
    const known = discovered.get(name);
    if (known !== undefined) return Promise.resolve(known);
    const asked = asking.get(name) ?? ask(organization).finally(() => asking.delete(name));
    asking.set(name, asked);
    return asked;
  }

  return {
    get: (key) => byKey.get(key.toLowerCase()),
    servedIn: (tenantId) => serving(tenantId).map(asChoice),
    choose(tenantId, flow, name) {
      const possible = serving(tenantId).filter(
        ({ appOnlyApplicationId }) => flow === 'operator' || appOnlyApplicationId !== undefined,
      );
      const named = name === undefined ? possible : possible.filter((organization) => answersTo(name, organization));
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

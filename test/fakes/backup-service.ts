import { UpstreamError } from '../../src/core/errors.ts';
import type {
  BackupService,
  PortalSettings,
  ServiceTokens,
  TenantOrganization,
} from '../../src/sign-in/state/ports.ts';
import type { FlowKind } from '../../src/core/organization.ts';

export interface FakeBackupService extends BackupService {
  /** What the next exchanges throw, one after the other; they are taken once these are used up. */
  exchangeFaults: UpstreamError[];
  renewFaults: UpstreamError[];
  logOutFaults: UpstreamError[];
  /** Waited for within an exchange, before it is answered. */
  duringExchange: (signal: AbortSignal | undefined) => Promise<void>;
  duringRenewal: () => Promise<void>;
  tokens: Partial<ServiceTokens>;
  portal: PortalSettings | UpstreamError;
  operator: boolean | UpstreamError | 'hangs';
  /** What the next questions for the organization throw, one after the other. */
  organizationFaults: UpstreamError[];
  tenant: TenantOrganization;
  readonly exchanges: readonly { readonly flow: FlowKind; readonly clientId: string; readonly assertion: string }[];
  readonly renewals: readonly { readonly flow: FlowKind; readonly refreshToken: string }[];
  readonly logOuts: readonly string[];
  readonly portalRequests: number;
  /** Access tokens issued and not logged out. */
  readonly live: ReadonlySet<string>;
}

/** Issues numbered tokens, takes a refresh token once, and knows which access tokens still live. */
export function createFakeBackupService(): FakeBackupService {
  const exchanges: { flow: FlowKind; clientId: string; assertion: string }[] = [];
  const renewals: { flow: FlowKind; refreshToken: string }[] = [];
  const logOuts: string[] = [];
  const live = new Set<string>();
  const spent = new Set<string>();
  let issued = 0;
  let portalRequests = 0;

  function issue(): ServiceTokens {
    issued += 1;
    const accessToken = `SECRET-service-access-${issued}`;
    live.add(accessToken);
    return { accessToken, refreshToken: `SECRET-service-refresh-${issued}`, expiresInSeconds: 3600, ...service.tokens };
  }

  const service: FakeBackupService = {
    exchangeFaults: [],
    renewFaults: [],
    logOutFaults: [],
    duringExchange: () => Promise.resolve(),
    duringRenewal: () => Promise.resolve(),
    tokens: {},
    portal: { applicationId: 'discovered-application', isEnabled: true },
    operator: true,
    organizationFaults: [],
    tenant: { name: 'Contoso.onmicrosoft.com', type: 'Office365' },
    exchanges,
    renewals,
    logOuts,
    live,
    get portalRequests() {
      return portalRequests;
    },

    async exchange(_, request, signal) {
      await Promise.resolve();
      signal?.throwIfAborted();
      exchanges.push(request);
      await service.duringExchange(signal);
      const fault = service.exchangeFaults.shift();
      if (fault !== undefined) throw fault;
      return issue();
    },

    async renew(_, request) {
      await Promise.resolve();
      renewals.push(request);
      await service.duringRenewal();
      const fault = service.renewFaults.shift();
      if (fault !== undefined) throw fault;
      if (spent.has(request.refreshToken)) throw new UpstreamError('backup service', 'REFUSED', { status: 400 });
      spent.add(request.refreshToken);
      return issue();
    },

    async logOut(_, accessToken) {
      await Promise.resolve();
      logOuts.push(accessToken);
      const fault = service.logOutFaults.shift();
      if (fault !== undefined) throw fault;
      live.delete(accessToken);
    },

    async portalSettings() {
      await Promise.resolve();
      portalRequests += 1;
      if (service.portal instanceof UpstreamError) throw service.portal;
      return service.portal;
    },

    async organization(organization, accessToken) {
      await service.isOperator(organization, accessToken);
      const fault = service.organizationFaults.shift();
      if (fault !== undefined) throw fault;
      return service.tenant;
    },

    async isOperator() {
      await Promise.resolve();
      if (service.operator instanceof UpstreamError) throw service.operator;
      if (service.operator === 'hangs') return new Promise<boolean>(() => undefined);
      return service.operator;
    },
  };
  return service;
}

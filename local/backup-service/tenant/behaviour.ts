/** What nobody has tried on a real service yet, for organizations signed in as themselves: tests try each. */
export interface TenantBehaviour {
  /** Seconds for which a restore's code can be used at most; else as long as the identity provider says. */
  codeSeconds: number;
  /** What `POST /v8/DeviceCode/check` does about such a code; answers. */
  check: 'answers' | 'errs';
  /** What becomes of a restore whose code nobody has used yet; refused. */
  unusedCode: 'refused' | 'awaited';
  /** How many restore calls of its session one code is good for; any number. */
  callsPerCode: number;
  /** Whether `GET /v8/RestorePoints` is refused; true. */
  pointsRefused: boolean;
  /** Whose sessions are listed: those of the same credentials, or the whole organization's; own. */
  listedSessions: 'own' | 'everybody';
  /** What a log-out does to restores under way; nothing. */
  logOutStopsRestores: boolean;
  /** False: nobody gets a token as an organization. */
  tenantAuthentication: boolean;
}

export const usualTenantBehaviour = (): TenantBehaviour => ({
  codeSeconds: Infinity,
  check: 'answers',
  unusedCode: 'refused',
  callsPerCode: Infinity,
  pointsRefused: true,
  listedSessions: 'own',
  logOutStopsRestores: false,
  tenantAuthentication: true,
});

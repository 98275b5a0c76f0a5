/** Whether administrators could sign in app-only, and restore. */
import { DAY } from '../core/durations.ts';
import { UpstreamError } from '../core/errors.ts';
import type { Organization } from '../core/organization.ts';
import { createBackupService } from '../upstream/backup-service.ts';
import { reasonOfRefusal } from '../sign-in/state/entra-errors.ts';
import { createIdentityProvider } from '../upstream/identity-provider.ts';
import { checkEach, ok, outcomeOf, problem, report, skipped, warning } from './check.ts';
import type { Context, Finding, Verdict } from './check.ts';

const WARN_DAYS = 30;

/** Of organizations with app-only sign-in, and of settings that need it. */
export function checkAdministrators(context: Context): Promise<readonly Finding[]> {
  return checkEach(context.settings.organizations, async (organization) => {
    const { key: name, appOnlyApplicationId } = organization;
    if (appOnlyApplicationId === undefined) {
      return report('app-only', name, ...judgeUnused(context, organization));
    }
    const verdicts = await Promise.all([
      judgeApplication(context, organization, 'appOnlyApplicationId', organization.appOnlyScopes),
      judgeApprovals(context, organization),
      judgeService(context, organization),
    ]);
    return report('app-only', name, ...verdicts, ...judgeCertificate(context, organization));
  });
}

function judgeUnused({ settings, nameSettings }: Context, organization: Organization): readonly Verdict[] {
  const name = nameSettings(organization);
  const { restoreApplicationId } = organization;
  if (restoreApplicationId === undefined && settings.restoreCertificates[organization.key] === undefined) {
    return [];
  }
  const found = 'settings for restores as administrator have no effect: app-only sign-in is off';
  return [warning(found, `Set ${name('appOnlyApplicationId')}, or leave out ${name('restoreApplicationId')}.`)];
}

/** The application whose codes approve restores: the service asks for them, here only whether it is known. */
async function judgeApprovals(context: Context, organization: Organization): Promise<Verdict> {
  const name = context.nameSettings(organization);
  const { restoreApplicationId, appOnlyApplicationId, operatorApplicationId } = organization;
  if (restoreApplicationId === undefined) {
    const found = 'no application approves restores, and the service may not choose one by itself';
    return warning(found, `Set ${name('restoreApplicationId')}: docs/restoring.md, “Restore as administrator”.`);
  }
  if ([appOnlyApplicationId, operatorApplicationId].includes(restoreApplicationId)) {
    const found =
      'the application that approves restores is one for sign-in: its permissions are far wider than sign-in needs';
    return warning(
      found,
      `Set ${name('restoreApplicationId')} to the application that the organization is backed up with.`,
    );
  }
  return judgeApplication(context, organization, 'restoreApplicationId', 'openid');
}

/** Asks for a device code, which nobody is shown and which ends by itself: nothing else tells whether one can be had. */
async function judgeApplication(
  context: Context,
  organization: Organization,
  field: 'appOnlyApplicationId' | 'restoreApplicationId',
  scope: string,
): Promise<Verdict> {
  const name = context.nameSettings(organization)(field);
  const clientId = organization[field] ?? '';
  const identityProvider = createIdentityProvider({ http: context.http });
  const outcome = await outcomeOf(identityProvider.requestDeviceCode(organization, { clientId, scope }));
  if (!(outcome instanceof UpstreamError)) return ok(`the tenant knows application ${clientId} and gives it codes`);
  const { code, transient, description = code } = outcome;
  if (transient) return skipped(`application ${clientId} could not be asked for (${code})`);
  const [reason = code] = description.split(/(?<=\.)\s/);
  const found = `no code for application ${clientId}: ${reason}`;
  if (reasonOfRefusal(outcome) === 'application-unknown') {
    return problem(found, `Correct ${name}, or register the application in the tenant of the organization.`);
  }
  return problem(found, `Look at the application of ${name}: it has to allow public client flows.`);
}

async function judgeService(context: Context, organization: Organization): Promise<Verdict> {
  const answer = await outcomeOf(createBackupService({ http: context.http }).probeOrganization(organization));
  if (answer instanceof UpstreamError) return skipped(`the service gave no usable answer (${answer.code})`);
  const { kind, status } = answer;
  if (kind === 'taken')
    return ok('the service takes calls of an organization; whether it lets this one in, a sign-in shows');
  if (kind === 'trouble') return skipped(`the service has trouble answering (HTTP ${status})`);
  const found =
    kind === 'open'
      ? 'the service shows its organization to anybody'
      : `the service refuses calls of an organization (HTTP ${status} for /v8/Organization without a token)`;
  return warning(
    found,
    'At the service, turn tenant authentication on and “Restore operator authentication only” off, and look at what is in between.',
  );
}

function judgeCertificate({ settings, clock }: Context, { key: organization }: Organization): readonly Verdict[] {
  const certificate = settings.restoreCertificates[organization];
  if (certificate === undefined) return [];
  const { expiresAt } = certificate;
  const end = new Date(expiresAt).toISOString().slice(0, 10);
  const days = Math.floor((expiresAt - clock.now()) / DAY);
  const remedy = 'Register a new certificate with the application, and set RESTORE_CERTIFICATE to it.';
  if (days < 0) return [problem(`the certificate of restores ended on ${end}`, remedy)];
  if (days < WARN_DAYS) return [warning(`the certificate of restores ends on ${end}, in ${days} days`, remedy)];
  return [ok(`restores take no code: a certificate stands in for it, until ${end}`)];
}

/**
 * What an administrator restores is approved by a sign-in at Microsoft, with a device code of its own for each explore
 * session, before a call of that session is sent. A code that was lost with a process is asked for anew.
 */
import { onUpstreamError, UpstreamError } from '../../../core/errors.ts';
import { BACK_OFF, backOffMilliseconds, orRetryAfter } from '../../../core/retry.ts';
import { firstSentence } from '../../../core/text.ts';
import { knownDevicePage, unknownPage } from '../../../sign-in/access/device-page.ts';
import type { Approval, Restore, WaitingApproval } from '../../state/restore.ts';
import type { Trouble } from '../../backups/service-error.ts';
import type { RestoreCode } from '../../state/ports.ts';
import {
  approvedBy,
  callToApprove,
  endUnapproved,
  microsoftsWords,
  waitingApproval,
  withApproval,
  withCode,
} from '../../state/code-approval.ts';
import { auditCode, needsMessage, ownsRestore, pause, type CallContext } from './call-step.ts';
import { lookBefore, openAgainIfOver, sendCall } from './send-call.ts';
import { findRestore, groupOfCall } from '../../state/restore-transitions.ts';
import type { LoadedRestores } from '../record/update.ts';

const POLL_MILLISECONDS = 5_000;
/** In a row: the service does not say whether the code was used. */
const MAX_FAILED_CHECKS = 3;
/** A service that cannot tell may also say that the code was not used. */
const UNCHECKED_MILLISECONDS = 90_000;
/** How long a code is believed to be valid, whatever the service says. */
const MIN_SECONDS = 5;
const MAX_SECONDS = 60 * 60;
/** How long **Approve** is awaited: as long as most codes. */
const CONSENT_MILLISECONDS = 15 * 60_000;
/** Somebody waits for the code. */
const GIVE_UP_MILLISECONDS = 60_000;

export async function approveCall(context: CallContext): Promise<LoadedRestores> {
  const { ports, restore, call } = context;
  const { exploreId, approval, target } = groupOfCall(restore, call);
  // Also of a retry: what was confirmed may not be allowed any more.
  if (target !== undefined && !ports.restoreElsewhere) return endAll(context, 'elsewhere-off');
  if (exploreId === '') return sendCall(context);
  const hasCertificate = ports.withCertificate.has(restore.organization);
  if (approval !== undefined && isByCertificate(approval) && !hasCertificate) return dropApproval(context, approval);
  if (approval?.kind === 'waiting' && !isByCertificate(approval) && !ports.cards.mayShow(restore, approval)) {
    return dropApproval(context, approval);
  }
  if (approval === undefined) {
    // Before somebody approves in vain. A second person's consent belongs here, too: a code is valid for minutes.
    const known = await lookBefore(context);
    return known ?? (hasCertificate ? askForConsent(context) : requestCode(context));
  }
  return approval.kind === 'waiting' ? awaitUse(context, approval) : sendApproved(context);
}

const isByCertificate = (approval: Approval): boolean =>
  approval.kind === 'waiting' ? approval.certificate === true : approval.by === 'certificate';

/** The settings have a certificate no more, or the page of the code. */
function dropApproval({ ports, run, call, loaded }: CallContext, { userCode }: Approval): Promise<LoadedRestores> {
  const change = (present: Restore): Restore | undefined =>
    callToApprove(present)?.group.approval?.userCode === userCode
      ? withApproval(present, call.group, undefined)
      : undefined;
  return ports.updates.save('the return to a device code', run, change, loaded);
}

/** The certificate asks nobody: the person in the chat does it. */
function askForConsent(context: CallContext): Promise<LoadedRestores> {
  const { clock, newId } = context.ports;
  const askedAt = clock.now();
  const expiresAt = askedAt + CONSENT_MILLISECONDS;
  return storeWaiting(context, {
    kind: 'waiting',
    certificate: true,
    userCode: newId(),
    verificationUri: '',
    askedAt,
    expiresAt,
  });
}

async function requestCode(context: CallContext): Promise<LoadedRestores> {
  const { ports, connection, run, restore, call } = context;
  const { clock, log, explorer, allowedVerificationHosts } = ports;
  const { exploreId } = groupOfCall(restore, call);
  const askedAt = clock.now();
  let code: RestoreCode;
  let page: string | undefined;
  try {
    [code, page] = await connection.call(async (access) => {
      const { restoreApplicationId: applicationId, authUrl } = access.organization;
      const given = await explorer.requestRestoreCode(access, exploreId, { applicationId });
      return [given, knownDevicePage(given.verificationUri, { authUrl, allowed: allowedVerificationHosts })];
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return afterNoCode(context, error);
  }
  run.failures = 0;
  run.failingSince = undefined;
  const { userCode, expiresInSeconds } = code;
  if (page === undefined) {
    const named = unknownPage(code.verificationUri, [userCode]);
    const fields = { event: 'restore-code-page-untrusted', reference: run.id, ...named };
    log.error(fields, 'the code of a restore is to be entered on a page that is not known: it was not shown');
    return endAll(context, 'approval-page');
  }
  const expiresAt = askedAt + Math.min(Math.max(expiresInSeconds, MIN_SECONDS), MAX_SECONDS) * 1000;
  // Nobody could use it; the next one would be no better.
  if (expiresInSeconds <= 0 || expiresAt <= clock.now()) return endAll(context, 'approval-unavailable');
  return storeWaiting(context, { kind: 'waiting', userCode, verificationUri: page, askedAt, expiresAt });
}

function storeWaiting(context: CallContext, approval: WaitingApproval): Promise<LoadedRestores> {
  const { ports, run, restore, call, loaded } = context;
  const { exploreId } = groupOfCall(restore, call);
  return ports.updates.save(
    'the approval that a restore waits for',
    run,
    (present) => {
      const next = callToApprove(present);
      const isWanted = next?.group.exploreId === exploreId && next.group.approval === undefined;
      if (!isWanted || !ownsRestore(present, run.messageId)) return undefined;
      if (approval.expiresAt <= ports.clock.now()) return undefined;
      return withApproval(present, next.call.group, approval);
    },
    loaded,
  );
}

async function afterNoCode(context: CallContext, error: UpstreamError): Promise<LoadedRestores> {
  const { ports, run } = context;
  const { clock, log, updates } = ports;
  const reopened = await openAgainIfOver(context, error);
  if (reopened !== undefined) return reopened;
  run.failures += 1;
  run.failingSince ??= clock.now();
  const { failures, failingSince } = run;
  const fields = { event: 'restore-code-unavailable', reference: run.id, error, failures };
  log.warn(fields, 'the service gave no code for a restore');
  if (!error.transient || clock.now() - failingSince > GIVE_UP_MILLISECONDS) {
    run.failures = 0;
    run.failingSince = undefined;
    return endAll(context, 'approval-unavailable', firstSentence(error.description));
  }
  await clock.sleep(orRetryAfter(backOffMilliseconds(BACK_OFF.restoreCall, failures), error), run.signal);
  return updates.read(run.key);
}

/** One round: shows the code where it is not shown yet, waits, and asks once whether it was used. */
async function awaitUse(context: CallContext, waiting: WaitingApproval): Promise<LoadedRestores> {
  const { ports, run } = context;
  const { clock, updates } = ports;
  const { userCode, expiresAt } = waiting;
  await showCode(context, waiting);
  const present = await pause(context, Math.max(0, Math.min(POLL_MILLISECONDS, expiresAt - clock.now())));
  if (present === undefined) return updates.read(run.key);
  if (waitingApproval(present.restore)?.userCode !== userCode) return present.loaded;
  const isUsed = waiting.certificate !== true && (await check(present, waiting));
  if (isUsed) {
    const approve = approvedBy('check', clock.now());
    return updates.save('the approval of a restore', run, (restore) => withCode(restore, userCode, approve));
  }
  if (clock.now() >= expiresAt) return expire(context, waiting);
  if (waiting.certificate === true) return updates.read(run.key);
  const { said = waiting.said } = run.approval;
  if (isUnchecked(context, waiting) && (waiting.unchecked !== true || said !== waiting.said)) {
    const change = (present: WaitingApproval): WaitingApproval => ({ ...present, unchecked: true, said });
    return updates.change(run, (restore) => withCode(restore, userCode, change));
  }
  return updates.read(run.key);
}

const isUnchecked = ({ ports, run }: CallContext, { askedAt }: WaitingApproval): boolean =>
  run.approval.isCheckRefused ||
  run.approval.said !== undefined ||
  run.approval.failedChecks >= MAX_FAILED_CHECKS ||
  ports.clock.now() - askedAt >= UNCHECKED_MILLISECONDS;

/** A service that has refused to tell is not asked again in this run. */
async function check(
  { ports, connection, run }: CallContext,
  { userCode, expiresAt }: WaitingApproval,
): Promise<boolean> {
  const { approval } = run;
  if (approval.isCheckRefused) return false;
  // The last one is made all the same: whoever has signed in by then is not told that nobody did.
  if (ports.clock.now() < Math.min(approval.notBefore, expiresAt)) return false;
  try {
    const isUsed = await connection.call((access) => ports.explorer.isCodeUsed(access, userCode));
    approval.failedChecks = 0;
    approval.said = undefined;
    return isUsed;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    approval.failedChecks += 1;
    approval.isCheckRefused = !error.transient;
    approval.notBefore = ports.clock.now() + orRetryAfter(0, error);
    approval.said = microsoftsWords(error);
    // The first in a row: there may be 180 of them.
    if (approval.failedChecks === 1) {
      const fields = { event: 'restore-code-check-failed', reference: run.id, error };
      ports.log.warn(fields, 'the service did not say whether the code of a restore was used');
    }
    return false;
  }
}

/** Once in each run: after a crash rather twice than never. A failed edit is repeated in the next round. */
async function showCode({ ports, run, restore, call }: CallContext, waiting: WaitingApproval): Promise<void> {
  const { cards, clock } = ports;
  const { userCode, unchecked, said } = waiting;
  const { shown } = run.approval;
  if (shown?.userCode === userCode && shown.unchecked === unchecked && shown.said === said) return;
  if ((await cards.tryUpdate(run.key, restore)) === 'failed') return;
  run.approval.shown = waiting;
  if (shown?.userCode === userCode) return;
  ports.log.info({ event: 'restore-code-shown', reference: run.id }, 'a restore waits for its approval');
  auditCode(ports, run, restore, call.group, 'restore-code-shown', replaced(waiting));
  if (needsMessage(restore, clock.now())) await postApprovalDue({ ports, run, restore });
}

/** An edited card notifies nobody, and by now the person may have stopped waiting. */
async function postApprovalDue({ ports, run, restore }: Pick<CallContext, 'ports' | 'run' | 'restore'>): Promise<void> {
  const { announcer, log } = ports;
  const view = { kind: 'restore-approval-due', restoreId: restore.id } as const;
  await announcer.post(restore.address, run.key, view).catch(
    onUpstreamError((error) => {
      const fields = { event: 'restore-card-failed', reference: restore.id, error };
      log.warn(fields, 'a message about an approval was not posted');
    }),
  );
}

/** For the audit: no code was shown, but **Approve**. */
const replaced = ({ certificate }: WaitingApproval) => (certificate === true ? 'certificate' : undefined);

async function expire(context: CallContext, waiting: WaitingApproval): Promise<LoadedRestores> {
  const { userCode } = waiting;
  const { ports, run, restore, call } = context;
  const at = ports.clock.now();
  const after = await ports.updates.save('the end of an unapproved restore', run, (present) =>
    waitingApproval(present)?.userCode === userCode ? endUnapproved(present, at, 'approval-expired') : undefined,
  );
  const present = findRestore(after.state, run.id);
  if (present?.calls.some(({ progress }) => 'trouble' in progress && progress.trouble === 'approval-expired')) {
    ports.log.info({ event: 'restore-code-expired', reference: run.id }, 'a restore was not approved in time');
    auditCode(ports, run, restore, call.group, 'restore-code-expired', replaced(waiting));
  }
  return after;
}

/** The card no longer shows the code when the call is sent. */
async function sendApproved(context: CallContext): Promise<LoadedRestores> {
  const { ports, run, restore, call } = context;
  const { approval } = groupOfCall(restore, call);
  if (approval?.kind === 'approved' && run.approval.used !== approval.userCode) {
    run.approval.used = approval.userCode;
    ports.log.info({ event: 'restore-code-used', reference: run.id, by: approval.by }, 'a restore was approved');
    auditCode(ports, run, restore, call.group, 'restore-code-used', approval.by);
    await ports.cards.tryUpdate(run.key, restore);
  }
  return sendCall(context);
}

function endAll(context: CallContext, trouble: Trouble, remark?: string): Promise<LoadedRestores> {
  const { ports, run, loaded } = context;
  const at = ports.clock.now();
  const what = 'the end of an unapproved restore';
  return ports.updates.save(
    what,
    run,
    (present) =>
      callToApprove(present) === undefined || !ownsRestore(present, run.messageId)
        ? undefined
        : endUnapproved(present, at, trouble, remark),
    loaded,
  );
}

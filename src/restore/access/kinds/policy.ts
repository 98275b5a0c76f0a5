/** What differs between the kinds of access: all that depends on a kind asks its policy. What it is called on cards is in `cards`. */
import type { AccessKind } from '../../backups/entries/access-kind.ts';

interface AccessPolicy {
  /**
   * An explore session opens everybody's data of a kind, as of a time, and backups and restore sessions are the organization's;
   * otherwise those of whom was chosen, as of a restore point.
   */
  readonly isOrganizationWide: boolean;
  /** Names come out of an open explore session; otherwise out of the rights of the person's role, before any is opened. */
  readonly findsNamesInSession: boolean;
  /** Each explore session that something is restored from needs a code that somebody approves, and is used for nothing else. */
  readonly needsCode: boolean;
  /**
   * The service keeps the reason of each call, in which the call's reference finds it again. Otherwise only the audit log has a
   * reason, so that one is required.
   */
  readonly isReasonRecorded: boolean;
  /** Whether `RESTORE_ELSEWHERE` applies. */
  readonly mayRestoreElsewhere: boolean;
  /** The values of `DOWNLOADS` that allow them. */
  readonly downloadsIf: ReadonlySet<'off' | 'operators' | 'all'>;
}

const POLICIES: Readonly<Record<AccessKind, AccessPolicy>> = {
  operator: {
    isOrganizationWide: false,
    findsNamesInSession: false,
    needsCode: false,
    isReasonRecorded: true,
    mayRestoreElsewhere: false,
    downloadsIf: new Set(['operators', 'all']),
  },
  administrator: {
    isOrganizationWide: true,
    findsNamesInSession: true,
    needsCode: true,
    isReasonRecorded: false,
    mayRestoreElsewhere: true,
    downloadsIf: new Set(['all']),
  },
};

export const policyOf = (access: AccessKind): AccessPolicy => POLICIES[access];

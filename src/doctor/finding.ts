/** What a check found, and how it is told. */

/** `skipped`: could not be tried, for a reason that another line names. */
export type State = 'ok' | 'warning' | 'problem' | 'skipped';

export interface Finding {
  readonly check: string;
  /** What was looked at: a host, an organization. */
  readonly subject: string;
  readonly state: State;
  readonly found: string;
  /** What to do about it; wherever there is a warning or a problem. */
  readonly remedy?: string | undefined;
}

/** Findings of one check of one subject. */
export interface Told {
  readonly ok: (found: string) => Finding;
  readonly warning: (found: string, remedy: string) => Finding;
  readonly problem: (found: string, remedy: string) => Finding;
  readonly skipped: (found: string) => Finding;
}

export function tell(check: string, subject: string): Told {
  const about = { check, subject };
  return {
    ok: (found) => ({ ...about, state: 'ok', found }),
    warning: (found, remedy) => ({ ...about, state: 'warning', found, remedy }),
    problem: (found, remedy) => ({ ...about, state: 'problem', found, remedy }),
    skipped: (found) => ({ ...about, state: 'skipped', found }),
  };
}

/** The worst there is. */
export function worst(findings: readonly Finding[]): Exclude<State, 'skipped'> {
  const states = new Set(findings.map(({ state }) => state));
  if (states.has('problem')) return 'problem';
  return states.has('warning') ? 'warning' : 'ok';
}

export function countOf(findings: readonly Finding[], state: State): number {
  return findings.filter((finding) => finding.state === state).length;
}

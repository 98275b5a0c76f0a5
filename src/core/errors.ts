/** Unexpected failures, each with a stable `code`. Expected outcomes (declined, expired, …) are values, not errors. */

export type UpstreamFault =
  | 'NO_ANSWER' // refused, reset, cut off, no such host
  | 'TIMED_OUT'
  | 'UNTRUSTED' // its TLS certificate is not trusted
  | 'TOO_LARGE'
  | 'CROWDED' // too many large answers are being read already; nothing of this one was
  | 'NOT_JSON'
  | 'MALFORMED' // JSON, but fields are missing or of the wrong type
  | 'REDIRECTED' // to another host, which is never followed
  | 'THROTTLED' // 429
  | 'FAILED' // 5xx, or the backup service says that something behind it did not answer
  | 'REFUSED'; // any other 4xx, or the backup service says why it refuses

export type Upstream =
  | 'identity provider'
  | 'directory'
  | 'backup service'
  | 'chat service'
  | 'file storage'
  | 'the bot itself';

export interface UpstreamFacts {
  readonly status?: number | undefined;
  /** From `Retry-After`, in seconds. */
  readonly retryAfterSeconds?: number | undefined;
  /** The upstream's own stable word for it (`error`, `errorCode`). */
  readonly reason?: string | undefined;
  /** The upstream's own sentence, for the log and, its first sentence, for the person. Never a token. */
  readonly description?: string | undefined;
  readonly correlationId?: string | undefined;
  /** Microsoft Entra's `error_codes`. */
  readonly errorCodes?: readonly number[] | undefined;
  /** No connection was established, so nothing was sent or consumed. */
  readonly unsent?: boolean | undefined;
  readonly cause?: unknown;
}

/** The same call fails again unless something is changed. */
const PERMANENT: ReadonlySet<UpstreamFault> = new Set(['UNTRUSTED', 'MALFORMED', 'REDIRECTED', 'REFUSED']);

/** A stored state is there and cannot be read here: another instance may have its key. */
export class StateUnreadableError extends Error {
  override readonly name = 'StateUnreadableError';
  readonly code = 'STATE_UNREADABLE';

  constructor() {
    super('The state cannot be read.');
  }
}

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly code: UpstreamFault;
  readonly upstream: Upstream;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly reason: string | undefined;
  readonly description: string | undefined;
  readonly correlationId: string | undefined;
  readonly errorCodes: readonly number[];
  readonly unsent: boolean;

  constructor(upstream: Upstream, code: UpstreamFault, facts: UpstreamFacts = {}) {
    const status = facts.status === undefined ? '' : ` (HTTP ${facts.status})`;
    super(`${upstream}: ${code}${status}`, facts.cause === undefined ? {} : { cause: facts.cause });
    this.upstream = upstream;
    this.code = code;
    this.status = facts.status;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.reason = facts.reason;
    this.description = facts.description;
    this.correlationId = facts.correlationId;
    this.errorCodes = facts.errorCodes ?? [];
    this.unsent = facts.unsent === true;
  }

  /** Whether the same call may succeed later without any change. */
  get transient(): boolean {
    return !PERMANENT.has(this.code);
  }
}

/** A call that cannot be made of what is known; nothing was sent. */
export class UnsendableError extends Error {
  override readonly name = 'UnsendableError';
  readonly code = 'UNSENDABLE';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The call cannot be made.', { cause });
  }
}

/** There is nothing at the path, so that nothing was spent: what is there says what it does not have. */
export const isNoPath = ({ status, reason = 'HttpError' }: UpstreamError): boolean =>
  status === 404 && reason === 'HttpError';

/** A listing of the backup service that goes on, it says, and gives nothing new. */
export const endlessListing = (): UpstreamError =>
  new UpstreamError('backup service', 'MALFORMED', { description: 'A listing announces more and gives nothing new.' });

/** For `.catch`: handles an error of one class, and throws every other error again. */
const on =
  <E extends Error>(expected: abstract new (...args: never) => E) =>
  <T>(handle: (error: E) => T) =>
  (error: unknown): T => {
    if (!(error instanceof expected)) throw error;
    return handle(error);
  };

/** A failed call to an external service. */
export const onUpstreamError = on(UpstreamError);

/** Blob or queue storage is unavailable; nothing was stored. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  readonly code = 'STORAGE_AWAY';
}
export const onStorageUnavailable = on(StorageUnavailableError);

/** Whether a write may have been stored although it failed. Storage that says no (HTTP 4xx) has stored nothing, however often it is asked. */
export function isLostAnswer(error: unknown): boolean {
  if (!(error instanceof StorageUnavailableError)) return false;
  const { statusCode = 0 } = (error.cause ?? {}) as { readonly statusCode?: number };
  return statusCode < 400 || statusCode >= 500;
}

/**
 * For `.catch` of a write whose answer may just have been lost: audits what it has then stored, and throws the error again. An audit
 * entry is rather there twice than never.
 */
export const onLostAnswer =
  (audit: () => void) =>
  (error: unknown): never => {
    if (isLostAnswer(error)) audit();
    throw error;
  };

/** Another process wrote the same blob first; read it again and decide anew. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly code = 'CONFLICT';
}

/** Of a process that ends for a SettingsError: sysexits.h, EX_CONFIG. */
export const EXIT_CONFIG = 78;

/** Invalid settings: each mistake is a sentence that names the setting and the remedy. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly code = 'SETTINGS';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/**
 * The reason with which a handler's signal is aborted. `lost`: somebody else has the job, or may have it any moment.
 * `stopping`: this process ends and somebody else goes on at once.
 */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly code = 'INTERRUPTED';
  readonly kind: 'lost' | 'stopping';

  constructor(kind: InterruptedError['kind']) {
    super(kind === 'lost' ? 'The job is no longer owned here.' : 'This process stops.');
    this.kind = kind;
  }
}

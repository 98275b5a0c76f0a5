/** Changes of stored requests, each with the job that carries on, and its line in the audit log. */
import type { AuditRecord } from '../core/audit.ts';
import type { Job } from '../core/jobs.ts';
import type { Asker, PersonKey } from '../core/person.ts';
import { changeState, keep, readState, write } from '../durable/record.ts';
import { startJob } from '../durable/start-job.ts';
import type { EndedRestore } from '../restore/state/ports.ts';
import type { Request } from './model.ts';
import type { RequestPorts } from './ports.ts';
import { heardFrom, recounted, restored, shownOf, type Change } from './transitions.ts';

type Ports = Pick<RequestPorts, 'requests' | 'jobs' | 'audit' | 'clock'>;

type Entry = Pick<AuditRecord, 'event' | 'outcome'>;

export interface Outcome {
  readonly isChanged: boolean;
  /** As it is now. */
  readonly request: Request | undefined;
}

export const requestJob = (requestId: string, dueAt: number): Extract<Job, { kind: 'request' }> => ({
  kind: 'request',
  requestId,
  dueAt,
});

/** All methods throw StorageUnavailableError. */
export class RequestUpdates {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** @returns undefined where there is none, or it cannot be read */
  async read(id: string): Promise<Request | undefined> {
    return (await readState<Request, string>(this.#ports.requests, id)).state;
  }

  /** @param event what it is called in the audit log; undefined where that need not have it */
  change(id: string, change: Change, by: PersonKey, event?: AuditRecord['event'], outcome?: string): Promise<Outcome> {
    const entry = event && { event, outcome };
    return this.#write(
      id,
      by,
      (present) => present && change(present),
      () => entry,
    );
  }

  /** Erases somebody from it. The audit log has what that ends or hands back; that they were erased is no entry of each request. */
  erase(id: string, change: Change, by: PersonKey): Promise<Outcome> {
    return this.#write(id, by, (present) => present && change(present), entryOfMove);
  }

  /** @returns the one that is there already, where the form was sent twice */
  create(request: Request): Promise<Outcome> {
    const { id, asker } = request;
    const made = (present: Request | undefined) => (present === undefined ? request : undefined);
    return this.#write(id, asker.key, made, () => ({ event: 'request-made' }));
  }

  /** A restore that somebody began for it, or a retry of it, has ended. The audit log has what a retry adds as the end of that restore. */
  async restoreEnded(id: string, by: PersonKey, restore: EndedRestore): Promise<void> {
    if (restore.counts.restored === 0) return;
    const { personId } = by;
    const ended = restored(personId, this.#ports.clock.now(), restore);
    const next = (present: Request) => ended(present) ?? recounted(personId, restore)(present);
    await this.#write(id, by, (present) => present && next(present), entryOfMove);
  }

  /**
   * Who does something about it, or about another request.
   *
   * @param present as it was read
   * @param isAnswered on the card of who asks for it, which its job need not edit then
   */
  async heardFrom(present: Request, asker: Pick<Asker, 'key' | 'address'>, isAnswered = false): Promise<void> {
    const change = heardFrom(asker, isAnswered ? shownOf(present) : undefined);
    if (change(present) !== undefined) await this.change(present.id, change, asker.key);
  }

  /** Does what is due now, such as asking somebody who has come on duty. */
  async wake(id: string): Promise<void> {
    await this.#ports.jobs.send(requestJob(id, this.#ports.clock.now()), 0);
  }

  async #write(
    id: string,
    by: PersonKey,
    next: (present: Request | undefined) => Request | undefined,
    entryOf: (before: Request | undefined, after: Request) => Entry | undefined,
  ): Promise<Outcome> {
    const { requests, audit, clock } = this.#ports;
    let entry: Entry | undefined;
    return startJob<Outcome, Outcome>(
      this.#ports,
      requestJob(id, clock.now()),
      async () => {
        const { result, loaded } = await changeState<boolean, Request, string>(requests, id, (present) => {
          const changed = next(present);
          entry = changed && entryOf(present, changed);
          return changed === undefined ? keep(false) : write(changed, true);
        });
        return { result: { isChanged: result, request: loaded.state }, isNeeded: result };
      },
      (result) => result,
      () => entry && audit.record({ ...entry, key: by, reference: id }),
    );
  }
}

function entryOfMove(before: Request | undefined, { status }: Request): Entry | undefined {
  if (before === undefined || before.status.kind === status.kind) return undefined;
  if (status.kind === 'ended') return { event: 'request-ended', outcome: status.how };
  return status.kind === 'open' ? { event: 'request-handed-back' } : undefined;
}

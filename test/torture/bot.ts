/**
 * The bot as a process that dies at a given moment. Everything except this file is the production code;
 * the moments come from Node's diagnostics channels. Waits, fully loaded, for the message that starts it.
 */
import { createApp, type App } from '../../src/app.ts';
import { systemClock } from '../../src/core/platform.ts';
import { createLog } from '../../src/log/log.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import type { Clock } from '../../src/core/platform.ts';
import type { OwnershipTimes } from '../../src/jobs/ownership.ts';
import { nameOf, watchOutgoingCalls, type Moment, type Side, type Upstreams } from './outgoing-calls.ts';

export type Order =
  | {
      readonly kind: 'start';
      readonly environment: Readonly<Record<string, string>>;
      readonly ownership: OwnershipTimes;
      readonly upstreams: Upstreams;
      /** Milliseconds by which its clock runs ahead. */
      readonly aheadMilliseconds: number;
      /** Divides its pauses; 1 by default. The time of day stays. */
      readonly haste?: number | undefined;
    }
  /** Counts from now on, and dies at the moment if one is given. */
  | { readonly kind: 'count'; readonly dieAt?: Moment | undefined }
  | { readonly kind: 'stop' };

export type Report =
  | { readonly kind: 'parked' }
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'counting' }
  | { readonly kind: 'moment'; readonly moment: Moment };

let upstreams: Upstreams = {};
let dieAt: Moment | undefined;
let counting = false;
const counts = new Map<string, number>();
const occurrences = new WeakMap<object, number>();
let app: App | undefined;

const report = (message: Report): void => void process.send?.(message);

function meet(call: string, side: Side, callId: object): void {
  if (!counting) return;
  if (side === 'before') {
    counts.set(call, (counts.get(call) ?? 0) + 1);
    occurrences.set(callId, counts.get(call) ?? 0);
  }
  const occurrence = occurrences.get(callId);
  // Started before counting.
  if (occurrence === undefined) return;
  const moment = { call, occurrence, side };
  if (dieAt !== undefined && nameOf(moment) === nameOf(dieAt)) process.kill(process.pid, 'SIGKILL');
  report({ kind: 'moment', moment });
}

watchOutgoingCalls(() => upstreams, meet);

async function obey(order: Order): Promise<void> {
  switch (order.kind) {
    case 'start': {
      ({ upstreams } = order);
      const { aheadMilliseconds, haste = 1, ownership, environment } = order;
      const settings = readSettings({ ...environment, HOST: '127.0.0.1', PORT: '0' }, () => '');
      const clock: Clock = {
        now: () => Date.now() + aheadMilliseconds,
        elapsed: () => systemClock.elapsed(),
        sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / haste, signal),
        after: (milliseconds, act) => systemClock.after(milliseconds / haste, act),
      };
      app = createApp(settings, createLog(settings.logLevel), { clock, ownership });
      report({ kind: 'listening', ...(await app.start()) });
      break;
    }
    case 'count':
      ({ dieAt } = order);
      counts.clear();
      counting = true;
      report({ kind: 'counting' });
      break;
    case 'stop':
      await app?.stop();
      process.exit(0);
  }
}

process.on('message', (order: Order) => void obey(order));
// The parent process has ended.
process.on('disconnect', () => process.exit(1));
report({ kind: 'parked' });

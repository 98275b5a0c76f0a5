/** Latency and errors of every call to the outside, polls, and what is sent to the chat. */
import type { Connector } from '../chat/outbound/connector.ts';
import type { Clock } from '../core/platform.ts';
import type { IdentityProvider } from '../sign-in/ports.ts';
import type { Http } from '../upstream/http.ts';
import { operationOf } from './operations.ts';
import { outcomeOf } from './outcome.ts';
import type { Section, Telemetry } from './telemetry.ts';

interface Dependencies {
  readonly telemetry: Telemetry;
  readonly clock: Pick<Clock, 'now'>;
}

const SILENT: Section = { set: () => undefined, fail: () => undefined };

async function timed<T>(
  { telemetry, clock }: Dependencies,
  call: { readonly upstream: string; readonly operation: string },
  section: Section,
  work: () => Promise<T>,
  outcome: (answer: T) => string,
): Promise<T> {
  const startedAt = clock.now();
  const end = (how: string): void => {
    telemetry.record('restore.upstream.duration', (clock.now() - startedAt) / 1000, { ...call, outcome: how });
  };
  try {
    const answer = await work();
    end(outcome(answer));
    section.set({ outcome: outcome(answer) });
    return answer;
  } catch (error) {
    end(outcomeOf(error));
    section.fail(outcomeOf(error));
    throw error;
  }
}

export function measureHttp(dependencies: Dependencies, http: Http): Http {
  return {
    ...http,
    send(request) {
      const call = { upstream: request.upstream, operation: operationOf(request.url) };
      const send = (section: Section) =>
        timed(
          dependencies,
          call,
          section,
          () => http.send(request),
          ({ status }) => `HTTP ${status}`,
        );
      // Thousands poll every few seconds: they are counted, and leave no trace each.
      const isPoll = request.upstream === 'identity provider' && call.operation === 'token';
      if (isPoll) return send(SILENT);
      return dependencies.telemetry.section('call', `${call.upstream} ${call.operation}`, call, send);
    },
  };
}

export function measurePolls({ telemetry }: Dependencies, provider: IdentityProvider): IdentityProvider {
  return {
    ...provider,
    async redeemDeviceCode(...request) {
      const answer = await provider.redeemDeviceCode(...request);
      const isWaiting = answer.kind === 'refused' && WAITING.has(answer.refusal.error);
      const outcome = isWaiting ? answer.refusal.error : answer.kind;
      telemetry.record('restore.polls', 1, { outcome });
      return answer;
    },
  };
}

/** RFC 8628, section 3.5. */
const WAITING: ReadonlySet<string> = new Set(['authorization_pending', 'slow_down']);

export function measureConnector(dependencies: Dependencies, connector: Connector): Connector {
  const measured = <T extends { readonly kind: string }>(operation: string, work: () => Promise<T>): Promise<T> => {
    const call = { upstream: 'chat service', operation };
    return dependencies.telemetry.section('call', `chat service ${operation}`, call, (section) =>
      timed(dependencies, call, section, work, ({ kind }) => kind),
    );
  };
  return {
    ...connector,
    post: (...sent) => measured('post', () => connector.post(...sent)),
    edit: (...sent) => measured('edit', () => connector.edit(...sent)),
  };
}

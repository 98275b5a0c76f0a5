/** The list of chat events, and waiting for one. */
import type { ChatEvent, NewChatEvent } from './types.ts';

export interface ChatEvents {
  readonly events: readonly ChatEvent[];
  add(event: NewChatEvent): void;
  /** Calls back on each event until the returned function is called. */
  subscribe(listener: (event: ChatEvent) => void): () => void;
  /**
   * Resolves with the first truthy value of `find`, which is tried now and after each event.
   * @throws Error once `timeoutMilliseconds` have passed, naming the latest events
   */
  waitFor<T>(find: () => T | undefined | null | false, timeoutMilliseconds?: number): Promise<T>;
}

export function createChatEvents({ now }: { readonly now: () => number }): ChatEvents {
  const events: ChatEvent[] = [];
  const listeners = new Set<(event: ChatEvent) => void>();

  const subscribe = (listener: (event: ChatEvent) => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };

  return {
    events,
    add(event) {
      const stamped = { ...event, at: now() };
      events.push(stamped);
      for (const listener of listeners) listener(stamped);
    },
    subscribe,
    waitFor(find, timeoutMilliseconds = 5_000) {
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer);
          unsubscribe();
          settle();
        };
        const check = () => {
          try {
            const found = find();
            if (found !== undefined && found !== null && found !== false) end(() => resolve(found));
          } catch (error) {
            end(() => reject(error instanceof Error ? error : new Error(String(error))));
          }
        };
        const unsubscribe = subscribe(check);
        const timer = setTimeout(() => {
          end(() => reject(new Error(`not seen within ${timeoutMilliseconds} ms; latest: ${latest(events)}`)));
        }, timeoutMilliseconds);
        check();
      });
    },
  };
}

function latest(events: readonly ChatEvent[]): string {
  const words = events.slice(-6).map((event) => {
    switch (event.kind) {
      case 'message':
        return `message ${event.change}`;
      case 'called':
        return `${event.call.kind} answered ${event.call.status}`;
      case 'sent':
        return `${String(event.activity['type'])} to the bot answered ${event.status}`;
      case 'typing':
      case 'conversation':
      case 'problem':
        return event.kind;
      default:
        return event satisfies never;
    }
  });
  return words.length === 0 ? 'nothing happened' : words.join(', ');
}

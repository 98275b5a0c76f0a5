/** What attacks are made of: connections that never finish a request, and requests at a given rate. Runs in the attackers' process. */
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** What became of an attack: connections and requests by how the bot answered them. */
export interface AttackCounts {
  /** `answered 401`, `cut off`, `refused`. */
  readonly ends: Readonly<Record<string, number>>;
  /** The longest time that the bot left an unfinished connection open, in milliseconds. */
  readonly longestOpen?: number | undefined;
}

/** An attack in progress. */
export interface RunningAttack {
  stop(): AttackCounts;
}

function createCounts() {
  const ends: Record<string, number> = {};
  return {
    ends,
    add: (end: string): void => {
      ends[end] = (ends[end] ?? 0) + 1;
    },
  };
}

interface Trickle {
  readonly port: number;
  readonly connections: number;
  readonly first: Buffer;
  /** Sent each second until the bot closes the connection. */
  readonly next: Buffer;
  /** A closed connection is replaced after so long. */
  readonly replacedAfterMilliseconds: number;
}

/** Keeps so many connections busy with requests that never end. */
export function trickle({ port, connections, first, next, replacedAfterMilliseconds }: Trickle): RunningAttack {
  const { ends, add } = createCounts();
  const opened = new Map<() => void, number>();
  let longestOpen = 0;
  let stopped = false;

  function open(): void {
    if (stopped) return;
    const socket = connect(port, '127.0.0.1');
    let timer: NodeJS.Timeout | undefined;
    let status: string | undefined;
    const destroy = (): void => void socket.destroy();
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      opened.set(destroy, performance.now());
      socket.write(first);
      timer = setInterval(() => socket.write(next), 1_000);
    });
    socket.on('data', (chunk: Buffer) => (status ??= /^HTTP\/1.1 (\d+)/.exec(chunk.toString('latin1'))?.[1]));
    socket.once('close', () => {
      clearInterval(timer);
      const at = opened.get(destroy);
      opened.delete(destroy);
      if (stopped) return;
      add(status === undefined ? (at === undefined ? 'refused' : 'cut off') : `answered ${status}`);
      if (at !== undefined) longestOpen = Math.max(longestOpen, performance.now() - at);
      setTimeout(open, replacedAfterMilliseconds);
    });
  }

  // Not all in the same millisecond, so that what is sent each second is spread over it.
  for (let n = 0; n < connections; n += 1) setTimeout(open, (n * 1_000) / connections);
  return {
    stop() {
      stopped = true;
      for (const [destroy, at] of opened) {
        longestOpen = Math.max(longestOpen, performance.now() - at);
        destroy();
      }
      return { ends: { ...ends, 'open at the end': opened.size }, longestOpen };
    },
  };
}

/** As many as an attacker's own machine keeps open. */
const MAX_OPEN = 5_000;

/** Opens connections at a rate and sends nothing on them until the bot closes them. */
export function openAndWait(port: number, perSecond: number): RunningAttack {
  const { ends, add } = createCounts();
  const opened = new Map<Socket, number>();
  let longestOpen = 0;
  const stopRate = atRate(perSecond, () => {
    if (opened.size >= MAX_OPEN) return add('not opened: too many open');
    const socket = connect(port, '127.0.0.1');
    opened.set(socket, performance.now());
    socket.resume().on('error', () => undefined);
    socket.once('close', () => {
      longestOpen = Math.max(longestOpen, performance.now() - (opened.get(socket) ?? Infinity));
      if (opened.delete(socket)) add(socket.bytesRead > 0 ? 'answered' : 'cut off');
    });
    return undefined;
  });
  return {
    stop() {
      stopRate();
      const { size } = opened;
      for (const [socket, at] of opened) {
        longestOpen = Math.max(longestOpen, performance.now() - at);
        opened.delete(socket);
        socket.destroy();
      }
      return { ends: { ...ends, 'open at the end': size }, longestOpen };
    },
  };
}

export interface Flood {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The body of the n-th request. */
  readonly body?: ((n: number) => Buffer) | undefined;
  readonly perSecond: number;
}

/** No more requests than these wait for their answer: a client has so many connections and not one more. */
const MAX_IN_FLIGHT = 256;

/** Requests at a rate, however slowly they are answered. */
export function flood({ port, method, path, headers = {}, body, perSecond }: Flood): RunningAttack {
  const { ends, add } = createCounts();
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_IN_FLIGHT });
  let inFlight = 0;
  let sent = 0;
  let stopped = false;
  const stopRate = atRate(perSecond, () => {
    if (inFlight >= MAX_IN_FLIGHT) return add('not sent: too many unanswered');
    const text = body?.((sent += 1));
    inFlight += 1;
    const length = text === undefined ? {} : { 'content-length': text.byteLength };
    let end = 'cut off';
    const options = { host: '127.0.0.1', port, method, path, agent, headers: { ...headers, ...length } };
    const outgoing = request(options, (answer) => {
      end = `answered ${answer.statusCode}`;
      answer.resume();
    });
    outgoing.on('error', () => undefined);
    outgoing.once('close', () => {
      inFlight -= 1;
      if (!stopped) add(end);
    });
    return outgoing.end(text);
  });
  return {
    stop() {
      stopped = true;
      stopRate();
      agent.destroy();
      return { ends: inFlight === 0 ? ends : { ...ends, 'unanswered at the end': inFlight } };
    },
  };
}

const TICK_MILLISECONDS = 10;

/** @returns what ends it */
function atRate(perSecond: number, act: () => void): () => void {
  const began = performance.now();
  let done = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) * perSecond) / 1_000);
    // What this process was too slow for is not made up for in one go.
    const atMost = done + Math.ceil((perSecond * TICK_MILLISECONDS * 5) / 1_000);
    for (; done < Math.min(due, atMost); done += 1) act();
    done = Math.max(done, due);
  }, TICK_MILLISECONDS);
  return () => clearInterval(timer);
}

/** Stand-in for the identity provider: answers at once and records each poll and how late it was. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf } from './body.ts';

export interface ProviderFigures {
  /** For each poll except a code's first: milliseconds beyond the interval since the previous one. */
  readonly lateMilliseconds: readonly number[];
  readonly polls: number;
  readonly sockets: number;
}

export interface WarmUp {
  readonly from: number;
  readonly polls: number;
}

export interface BenchProvider {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  takeFigures(): ProviderFigures;
  /** Codes that were polled. */
  readonly codes: number;
  /** Polls for codes from this number on are declined. */
  declineFrom(number: number): void;
  /** Codes from this number on are polled each second, and declined at this poll of theirs; they are not in the figures. */
  warmUp(codes: WarmUp): void;
  /** How many of these codes have been declined. */
  readonly warmedUp: number;
  /** Grants the next poll for this code. */
  approve(deviceCode: string): void;
  /** When the granted poll arrived, epoch milliseconds. */
  grantedAt(deviceCode: string): number | undefined;
  readonly deviceCodes: readonly string[];
  connected(): void;
}

const EXPIRES_SECONDS = 86_000;
export const WARM_UP_INTERVAL_SECONDS = 1;
const CODE = 'device-code-';

/** Device codes, both seeded and issued ones. */
export const deviceCodeOf = (number: number): string => `${CODE}${number}`;
const numberOf = (deviceCode: string): number => Number(deviceCode.slice(CODE.length));

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param who oid and tid of the person who signs in */
export function createBenchProvider(
  url: () => string,
  intervalSeconds: number,
  who: { readonly oid: string; readonly tid: string },
): BenchProvider {
  const lastAt = new Map<string, number>();
  const approved = new Set<string>();
  const granted = new Map<string, number>();
  const codes: string[] = [];
  const seen = new Set<string>();
  const persons = new Map<string, string>();
  let late: number[] = [];
  let polls = 0;
  let sockets = 0;
  let declinedFrom = Number.POSITIVE_INFINITY;
  let warmUp: WarmUp = { from: Number.POSITIVE_INFINITY, polls: 0 };
  const warmUpPolls = new Map<string, number>();
  let warmedUp = 0;

  const json = (response: ServerResponse, status: number, body: object): void => {
    const sent = JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) });
    response.end(sent);
  };

  function pollToWarmUp(deviceCode: string, response: ServerResponse): void {
    const count = (warmUpPolls.get(deviceCode) ?? 0) + 1;
    warmUpPolls.set(deviceCode, count);
    seen.add(deviceCode);
    if (count === warmUp.polls) warmedUp += 1;
    const error = count < warmUp.polls ? 'authorization_pending' : 'authorization_declined';
    return json(response, 400, { error, error_codes: [70016] });
  }

  function poll(deviceCode: string, response: ServerResponse): void {
    if (numberOf(deviceCode) >= warmUp.from) return pollToWarmUp(deviceCode, response);
    const now = performance.timeOrigin + performance.now();
    const before = lastAt.get(deviceCode);
    if (before !== undefined) late.push(now - before - intervalSeconds * 1000);
    lastAt.set(deviceCode, now);
    seen.add(deviceCode);
    polls += 1;
    if (numberOf(deviceCode) >= declinedFrom) return json(response, 400, { error: 'authorization_declined' });
    if (!approved.delete(deviceCode))
      return json(response, 400, { error: 'authorization_pending', error_codes: [70016] });
    granted.set(deviceCode, now);
    const claims = { ...who, oid: persons.get(deviceCode) ?? who.oid, preferred_username: 'bench@example.org' };
    const accessToken = `${encode({ alg: 'none' })}.${encode(claims)}.${'s'.repeat(342)}`;
    return json(response, 200, {
      token_type: 'Bearer',
      scope: 'openid',
      expires_in: 3599,
      ext_expires_in: 3599,
      access_token: accessToken,
      refresh_token: 'r'.repeat(800),
      id_token: accessToken,
    });
  }

  return {
    async handle(request, response) {
      const path = request.url ?? '';
      if (path.includes('/.well-known/openid-configuration')) {
        const base = `${url()}/${path.split('/')[1] ?? ''}/oauth2/v2.0`;
        return json(response, 200, {
          token_endpoint: `${base}/token`,
          device_authorization_endpoint: `${base}/devicecode`,
          authorization_endpoint: `${base}/authorize`,
          issuer: `${url()}/${path.split('/')[1] ?? ''}/v2.0`,
          jwks_uri: `${url()}/keys`,
        });
      }
      const form = new URLSearchParams((await bodyOf(request)).toString());
      if (path.includes('/devicecode')) {
        const deviceCode = deviceCodeOf(codes.length);
        const interval = codes.length >= warmUp.from ? WARM_UP_INTERVAL_SECONDS : intervalSeconds;
        codes.push(deviceCode);
        return json(response, 200, {
          user_code: `CODE${String(codes.length).padStart(5, '0')}`,
          device_code: deviceCode,
          verification_uri: 'https://microsoft.com/devicelogin',
          expires_in: EXPIRES_SECONDS,
          interval,
          message: 'bench',
        });
      }
      return poll(form.get('device_code') ?? '', response);
    },
    takeFigures() {
      const figures = { lateMilliseconds: late, polls, sockets };
      late = [];
      polls = 0;
      return figures;
    },
    get codes() {
      return seen.size;
    },
    declineFrom: (number) => void (declinedFrom = number),
    warmUp: (chosen) => void (warmUp = chosen),
    get warmedUp() {
      return warmedUp;
    },
    approve: (deviceCode) => void approved.add(deviceCode),
    grantedAt: (deviceCode) => granted.get(deviceCode),
    deviceCodes: codes,
    connected: () => void (sockets += 1),
  };
}

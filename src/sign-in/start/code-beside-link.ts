/** **Use a code**: a device code beside the link of a sign-in, whichever is used first. */
import { keep, write } from '../../durable/record.ts';
import { hasDeviceCode, type WaitingSignIn } from '../state/model.ts';
import type { DeviceCode, DeviceRequest } from '../state/ports.ts';
import type { Transition } from '../state/transitions.ts';
import { recentStarts } from './rate-limit.ts';

/** @param jobId of the job that polls @returns undefined where the sign-in has gone on without this code */
export const withCodeBesideLink =
  (
    signInId: string,
    { expiresInSeconds, ...code }: DeviceRequest & DeviceCode,
    { now, jobId }: { readonly now: number; readonly jobId: string | undefined },
  ): Transition<WaitingSignIn | undefined> =>
  (state) => {
    const present = state?.signIn;
    if (state === undefined || present?.id !== signInId || present.kind !== 'waiting') return keep(undefined);
    // The write had succeeded and only its response was lost; or another press came first, or the browser.
    if (hasDeviceCode(present)) return keep(present.jobId === jobId ? present : undefined);
    if (present.authorizationCode !== undefined) return keep(undefined);
    const next: WaitingSignIn = { ...present, ...code, expiresAt: now + expiresInSeconds * 1000, jobId };
    return write({ ...state, signIn: next, recentStarts: recentStarts(state.recentStarts, now) }, next);
  };

/** Parses a request body into a Bot Framework activity and validates every field that chat/ reads. */
import type { Activity } from 'botbuilder';
import { z } from 'zod';

const text = z.string().nullish();
const id = z.string().min(1);
const account = z.looseObject({ id, name: text, aadObjectId: text });

const ACTIVITY = z.looseObject({
  type: id,
  serviceUrl: id,
  from: account,
  conversation: z.looseObject({
    id,
    tenantId: text,
    conversationType: text,
    isGroup: z.boolean().nullish(),
    name: text,
  }),
  recipient: z.looseObject({ id: z.string(), name: text }).nullish(),
  id: text,
  channelId: text,
  replyToId: text,
  name: text,
  action: text,
  text,
  locale: text,
  timestamp: text,
  localTimestamp: text,
  expiration: text,
  channelData: z.looseObject({ tenant: z.looseObject({ id: text }).nullish() }).nullish(),
  entities: z.array(z.looseObject({})).nullish(),
  membersAdded: z.array(account).nullish(),
  membersRemoved: z.array(account).nullish(),
});

export type ActivityReading =
  | { readonly kind: 'activity'; readonly activity: Activity }
  /** Names the field that is missing or of the wrong type. */
  | { readonly kind: 'not-an-activity'; readonly field: string };

/** A cheap check for unauthenticated bodies; `readActivity` validates the fields. */
export function isActivityLike(body: unknown): boolean {
  return (
    typeof body === 'object' && body !== null && 'type' in body && typeof body.type === 'string' && body.type !== ''
  );
}

/** Validates the fields that chat/ reads and converts timestamps to dates, as Bot Framework does. */
export function readActivity(body: unknown): ActivityReading {
  const { success, data, error } = ACTIVITY.safeParse(body);
  if (!success) return { kind: 'not-an-activity', field: error.issues[0]?.path.join('.') || 'body' };
  const { timestamp, localTimestamp, expiration, ...rest } = data;
  const dates = {
    ...date('timestamp', timestamp),
    ...date('localTimestamp', localTimestamp),
    ...date('expiration', expiration),
  };
  // Some channels send null for an absent field. The SDK's type does not allow it; the code here treats both alike.
  return { kind: 'activity', activity: { ...rest, ...dates } as unknown as Activity };
}

function date(name: string, value: string | null | undefined): Readonly<Record<string, Date>> {
  const milliseconds = Date.parse(value ?? '');
  return Number.isNaN(milliseconds) ? {} : { [name]: new Date(milliseconds) };
}

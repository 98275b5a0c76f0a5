/** What asking for a restore shows, as facts without words. */
import type { FlowKind } from '../core/organization.ts';
import type { RestoreNotice } from '../restore/state/notice.ts';
import type { RestoreView } from '../restore/state/views.ts';
import type { Choice, Reply, View } from '../sign-in/state/views.ts';
import type { Duty, Fields, News, Request, Status } from './model.ts';
import type { TypedFields } from './presses.ts';

export interface RequestFacts extends Pick<Request, 'askedAt'> {
  readonly requestId: string;
  /** Of the person who asks. */
  readonly name: string;
  readonly fields: Fields;
  readonly status: Status;
}

/** Why it was not sent. */
export type FormRemark = 'what-missing' | 'place-missing' | 'too-many-own' | 'too-many-all' | 'not-sent';

type RequestNotice =
  | 'no-object-id'
  | 'guest'
  | 'no-personal-chat'
  | 'unknown'
  | 'duty-personal-only'
  /** Written to the personal chat, not to where it was asked for. */
  | 'sent'
  /** A dialog cannot wait any longer. */
  | 'late';

export type TakeRemark =
  /** `organizationKey`: the only one that serves the person who asks. */
  | (RestoreNotice & { readonly organizationKey?: string | undefined })
  | { readonly code: 'reason-missing' | 'still-restoring' | 'search-failed' | 'team-unknown' }
  /** Signed in to none of these, which serve the person who asks. */
  | { readonly code: 'other-organization'; readonly flow: FlowKind; readonly organizations: readonly Choice[] };

export type RequestView =
  | {
      readonly kind: 'request-form';
      readonly requestId: string;
      readonly fields?: Omit<TypedFields, 'useMessage'> | undefined;
      readonly isEdit?: boolean | undefined;
      /** Asked from a message's menu, so that it can be referred to. */
      readonly hasMessage?: boolean | undefined;
      readonly remark?: FormRemark | undefined;
    }
  /** To the person who asks. */
  | { readonly kind: 'request-own'; readonly request: RequestFacts }
  | { readonly kind: 'request-news'; readonly news: News; readonly what: string }
  /** To an operator. `isTaker`: who reads it has taken it. */
  | {
      readonly kind: 'request-card';
      readonly request: RequestFacts;
      readonly isTaker: boolean;
      /** The team: who reads it takes and searches nothing any more. */
      readonly hasLeft?: boolean | undefined;
      /** Why it could not be taken now. */
      readonly remark?: TakeRemark | undefined;
      /** Of a press of **Decline** that was not carried out, perhaps empty: it stays in the form. */
      readonly typedReason?: string | undefined;
    }
  | { readonly kind: 'request-moved' }
  | {
      readonly kind: 'request-duty';
      /** Whether the reader is. */
      readonly until?: number | undefined;
      readonly others: readonly Pick<Duty, 'name' | 'until' | 'unreachable'>[];
      readonly team?: TeamOnDuty | undefined;
    }
  | { readonly kind: 'request-notice'; readonly code: RequestNotice };

/** `DUTY_TEAM`. */
export interface TeamOnDuty {
  readonly size: number;
  /** Whether the reader is one of them. */
  readonly isMember: boolean;
  /** `reason`: the chat service's error code; absent where no chat can be opened, as without the app. */
  readonly unreachable: readonly { readonly name: string; readonly reason?: string | undefined }[];
}

export type ShownView = View | RestoreView | RequestView;
export type RequestReply = Reply<ShownView>;

export const reply = (view: ShownView): RequestReply => ({ kind: 'render', view });
export const notice = (code: RequestNotice): RequestReply => reply({ kind: 'request-notice', code });

export const factsOf = ({ id: requestId, asker: { name }, fields, status, askedAt }: Request): RequestFacts => ({
  requestId,
  name,
  fields,
  status,
  askedAt,
});

export const operatorCard = (
  request: Request,
  id: string,
  more: Pick<Extract<RequestView, { kind: 'request-card' }>, 'hasLeft' | 'remark' | 'typedReason'> = {},
): Extract<RequestView, { kind: 'request-card' }> => ({
  kind: 'request-card',
  request: factsOf(request),
  isTaker: request.status.kind === 'taken' && request.status.by.id === id,
  hasLeft: request.asked.find((each) => each.id === id)?.left,
  ...more,
});

/** The message in whose menu the person asked. */
export type AskedFrom = NonNullable<Fields['message']>;

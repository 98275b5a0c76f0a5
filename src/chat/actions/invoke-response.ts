/** The answers of an `adaptiveCard/action` invoke, as Bot Framework's Universal Actions want them. */
export interface InvokeAnswer {
  readonly status: number;
  readonly body: { readonly statusCode: number; readonly type: string; readonly value: unknown };
}

/** The card takes the place of the pressed one, for the person who pressed. */
export function invokeCard(card: object): InvokeAnswer {
  return { status: 200, body: { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: card } };
}

/** A short message; the card stays as it is. */
export function invokeMessage(text: string): InvokeAnswer {
  return { status: 200, body: { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: text } };
}

/** No button of ours. */
export const INVOKE_NOT_UNDERSTOOD: InvokeAnswer = {
  status: 400,
  body: {
    statusCode: 400,
    type: 'application/vnd.microsoft.error',
    value: { code: 'BadRequest', message: 'This is no button of this bot. Type "restore help" to see what it can do.' },
  },
};

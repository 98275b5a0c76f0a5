/** Responses to `adaptiveCard/action` invokes (Bot Framework, Universal Actions). */
export interface InvokeAnswer {
  readonly status: number;
  readonly body: { readonly statusCode: number; readonly type: string; readonly value: unknown };
}

/** Replaces the pressed card for the person who pressed. */
export function invokeCard(card: object): InvokeAnswer {
  return { status: 200, body: { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: card } };
}

/** Shows a short message and leaves the card unchanged. */
export function invokeMessage(text: string): InvokeAnswer {
  return { status: 200, body: { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: text } };
}

/** The invoke is not from one of this bot's buttons. */
export const INVOKE_NOT_UNDERSTOOD: InvokeAnswer = {
  status: 400,
  body: {
    statusCode: 400,
    type: 'application/vnd.microsoft.error',
    value: {
      code: 'BadRequest',
      message: 'This button is not from this bot. Type "restore help" to see what the bot can do.',
    },
  },
};

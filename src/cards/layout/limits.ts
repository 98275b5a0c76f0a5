/** UTF-16 units granted to each kind of outside text on the cards of restoring, and what a person may type there. */
export const RESTORE_LIMITS = {
  /** A subject, the name of a document, a folder or a mailbox. */
  title: 120,
  person: 80,
  address: 120,
  detail: 240,
  path: 160,
  why: 240,
  /** A sentence of the service. */
  sentence: 300,
  reason: 400,
  choice: 100,
} as const;

/** `maxLength` of the inputs; what comes back is shown again whole. */
export const TYPED_LIMITS = { words: 1_000, field: 200, reason: 400, folder: 200 } as const;

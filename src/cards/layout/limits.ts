/** How much of a text is shown, in UTF-16 units. */

/** Of texts from outside. */
export const LIMITS = {
  name: 80,
  organization: 100,
  button: 40,
  account: 120,
  host: 80,
  typed: 80,
  id: 80,
  detail: 300,
} as const;

/** The same on the cards of restoring. */
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

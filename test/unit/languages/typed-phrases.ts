/** What is typed in a language and what it means, for native readers to read and to extend. */
export interface TypedPhrases {
  readonly locale: string;
  /** A line each: what is typed, then the day, and to which time of it; `before` a day; or why there is none. */
  readonly days: string;
  /** A line each: what is typed | words | whose | kind | day; `?` before one that is not understood. */
  readonly lines: string;
}

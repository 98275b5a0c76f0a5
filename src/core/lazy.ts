/** The first formatter of a kind takes up to 20 ms and 4 MB: what may not be needed is created when it is first used. */
export function lazy<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}

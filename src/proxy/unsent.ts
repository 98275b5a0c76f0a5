/** Which failed requests never left: they were not processed, so that sending them again repeats nothing. */
const unsent = new WeakSet<object>();

/** @param error of one request, or of several that waited for the same connection */
export function markUnsent(error: unknown): void {
  if (typeof error === 'object' && error !== null) unsent.add(error);
}

export const isUnsent = (error: unknown): boolean => typeof error === 'object' && error !== null && unsent.has(error);

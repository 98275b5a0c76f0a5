/** Node's code of an error, such as `ENOENT`. Not by `instanceof`: under jest, Node's errors come from another realm. */
export function errorCode(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  return String(cause.code);
}

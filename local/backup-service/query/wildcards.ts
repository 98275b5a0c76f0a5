/** Names with `*` and `?`, of the whole name. */
export function wildcards(pattern: string): RegExp {
  const escaped = pattern
    .replace(/[\^$.()|[\]{}+\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 'isu');
}

/** Names with `*` and `?`, of the whole name (API, sections D1, D4). */
export function wildcards(pattern: string): RegExp {
  const escaped = pattern
    .replace(/[\^$.()|[\]{}+\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 'isu');
}

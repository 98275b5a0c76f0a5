/** Whether a host is this machine and nothing else: `URL.hostname`, or an address with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|\[?::1\]?|127(?:\.\d{1,3}){3})$/i.test(host);
}

/** Whether a host is `parent` or one of the hosts below it. */
export const isOrIsUnder = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`);

/** Visible ASCII without the backslash, which some URL parsers treat as a slash. */
const UNAMBIGUOUS = /^[!-[\]-~]+$/;

/** A URL from outside that every parser reads alike, and that names no user or password; undefined for any other text. */
export function parseUnambiguousUrl(text: string): URL | undefined {
  const url = UNAMBIGUOUS.test(text) ? URL.parse(text) : null;
  return url === null || url.username !== '' || url.password !== '' ? undefined : url;
}

/** Not `/\/+$/`, which takes quadratic time where many slashes are followed by something else. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

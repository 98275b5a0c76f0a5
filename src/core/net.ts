/** Whether a host is this machine and nothing else: `URL.hostname`, or an address with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|\[?::1\]?|127(?:\.\d{1,3}){3})$/i.test(host);
}

/** Not `/\/+$/`, which takes quadratic time where many slashes are followed by something else. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

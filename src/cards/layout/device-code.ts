/** A device code on its card: where it is entered, the code, and until when it is valid. */
import { isUserCode } from '../../core/text.ts';
import type { Scene } from './context.ts';
import { timeOfDay } from './formats.ts';
import { LIMITS, plain } from './plain-text.ts';

/** For the template `sign-in`. */
export function codeContent(
  { words }: Scene,
  code: { readonly userCode: string; readonly verificationUri: string; readonly expiresAt: number },
  {
    intro,
    introWithoutLink,
    warningThen,
  }: {
    readonly intro: (host: string) => string;
    readonly introWithoutLink: string;
    readonly warningThen: string;
  },
) {
  const page = linkedPage(code.verificationUri);
  return {
    intro: page === undefined ? introWithoutLink : intro(page.host),
    code: code.userCode,
    // Without markdown or card syntax: it may stand in a `TextBlock`.
    codeIsPlain: isUserCode(code.userCode),
    validUntil: words.signIn.until(timeOfDay(code.expiresAt)),
    openTitle: page && words.open(page.host),
    openUrl: page?.url,
    // Behind the first sentence of the warning, which is a run of its own.
    warningThen: ` ${warningThen}`,
  };
}

/** A card never opens another scheme, or an address with a name and password before the host. */
export function linkedPage(address: string): { readonly host: string; readonly url: string } | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  // A long host keeps its end: that part says who owns it.
  const host = url.host.length <= LIMITS.button ? url.host : `…${url.host.slice(1 - LIMITS.button)}`;
  return { host: plain(host, LIMITS.host), url: url.href };
}

/** Removes secrets from text. Every pattern runs in linear time: it is bounded, or consumes what it has read. */

export const REMOVED = '[removed]';

/** A run of base64url characters and dots, as in tokens. */
const DOTTED_RUN = /[\w-]+(?:\.[\w-]*)*/g;
/** `name=value`, `name: value`, `"name":"value"`, as forms, query strings and JSON are quoted in messages. */
const NAMED =
  /((?:access_?token|refresh_?token|id_?token|device_?code|user_?code|client_?secret|account_?key|shared_?access_?signature)["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'\\]{0,4})[^\s"'&,;\\[\]{}<>]+/gi;
/** Words that also occur in prose, as in `password: is missing`, need `=` or quotes. */
const NAMED_WORD =
  /(\b\w{0,30}(?:assertion|password|sig)["'\\]{0,4}\s{0,3}(?:=\s{0,3}["'\\]{0,4}|:\s{0,3}["'\\]{1,4}))[^\s"'&,;\\[\]{}<>]+/gi;
const BEARER = /\b(bearer|basic)(\s{1,3})[\w.~+/=-]{4,}/gi;
const USER_INFO = /\/\/[^/@\s"\\]{1,256}@/g;
/** Ids have 36 characters; device codes and opaque tokens have more than 64. */
const LONG_RUN = /[\w~+=.-]{64,}/g;
const SHORTEST_CUT_TOKEN = 32;
/** V8 quotes text that it cannot parse. */
const QUOTED_JSON = /(?:\.{3})?"[\s\S]{0,200}"(?:\.{3})? is not valid JSON/g;

/** JSON Web Tokens begin with `{"`, in base64url `eyJ`; a truncated one may lack its dots. */
function withoutToken(run: string): string {
  const start = run.indexOf('eyJ');
  if (start < 0) return run;
  const token = run.slice(start);
  return token.length >= SHORTEST_CUT_TOKEN || token.split('.').length > 2 ? `${run.slice(0, start)}${REMOVED}` : run;
}

/** For a whole serialized line: keeps it valid JSON. */
export function scrubLine(line: string): string {
  return line.replaceAll(DOTTED_RUN, withoutToken).replaceAll(BEARER, `$1$2${REMOVED}`);
}

export function scrubText(text: string): string {
  return scrubLine(text)
    .replaceAll(NAMED, `$1${REMOVED}`)
    .replaceAll(NAMED_WORD, `$1${REMOVED}`)
    .replaceAll(USER_INFO, `//${REMOVED}@`);
}

/** For messages of foreign errors, which may quote anything. */
export function scrubForeignText(text: string): string {
  return scrubText(text.replaceAll(QUOTED_JSON, 'not valid JSON')).replaceAll(LONG_RUN, REMOVED);
}

const TRAILER = /\s*(?:Trace ID|Correlation ID|Timestamp):.*$/s;
const LONGEST = 200;

/**
 * The first sentence of an upstream's `error_description`, fit to show to a person: without Microsoft's trace,
 * correlation and time stamps (the log has them), on one line, at most 200 characters.
 */
export function firstSentence(description: string | undefined): string | undefined {
  const line = description?.replace(TRAILER, '').replaceAll(/\s+/g, ' ').trim();
  if (!line) return undefined;
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  // By characters, so that none is cut in two.
  const characters = Array.from(sentence);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : sentence;
}

/** Reads named texts one by one and keeps every mistake, so that one start reports them all. */

/**
 * What is wrong with a value and the remedy, as a sentence that follows the setting's name. It never quotes the value:
 * anybody can paste a secret into the wrong setting.
 */
export class Wrong {
  readonly sentence: string;

  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

export type Parse<T> = (text: string) => T | Wrong;

export interface Reader<Name extends string> {
  /** Whether it is given: blank counts as not given. */
  has(name: Name): boolean;
  /** Undefined where it is not given or wrong. */
  optional<T>(name: Name, parse: Parse<T>): T | undefined;
  /** `otherwise` where it is not given, and where it is wrong, to go on with until the mistakes are reported. */
  orElse<T>(name: Name, parse: Parse<T>, otherwise: T): T;
  /** Like `orElse`, but it is a mistake not to give it. */
  required<T>(name: Name, parse: Parse<T>, remedy: string, otherwise: T): T;
  mistake(name: Name, sentence: string): void;
}

/** @param label how a mistake calls a name; @param mistakes receives each as one line */
export function createReader<Name extends string>(
  values: Readonly<Partial<Record<Name, string | undefined>>>,
  label: (name: Name) => string,
  mistakes: string[],
): Reader<Name> {
  const given = (name: Name): string | undefined => values[name]?.trim() || undefined;

  function mistake(name: Name, sentence: string): void {
    mistakes.push(`${label(name)}: ${sentence}`);
  }

  function optional<T>(name: Name, parse: Parse<T>): T | undefined {
    const text = given(name);
    if (text === undefined) return undefined;
    const parsed = parse(text);
    if (!(parsed instanceof Wrong)) return parsed;
    mistake(name, parsed.sentence);
    return undefined;
  }

  return {
    has: (name) => given(name) !== undefined,
    optional,
    orElse: (name, parse, otherwise) => optional(name, parse) ?? otherwise,
    required(name, parse, remedy, otherwise) {
      if (given(name) === undefined) mistake(name, `is missing. ${remedy}`);
      return optional(name, parse) ?? otherwise;
    },
    mistake,
  };
}

import { type SettingDefinition, type SettingName, SETTINGS } from './definitions.ts';
import { InvalidValueError, type Parse } from './parsers.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Definition<Name extends SettingName> = (typeof SETTINGS)[Name];
type Value<Name extends SettingName> =
  | ReturnType<Definition<Name>['parse']>
  | (Definition<Name> extends { readonly defaultValue: string } ? never : undefined);

/** Docker and some editors keep what a shell would remove: white space and a byte order mark at the ends, and quotes around it all. */
export function bareValue(text = ''): string {
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')$/.exec(text.trim()) ?? [];
  return (double ?? single ?? text).trim();
}

/** Reads settings one by one and collects every mistake, so that one start reports them all. */
export class Reader {
  readonly mistakes: string[];
  readonly #values: Environment;
  readonly #label: (name: string) => string;
  readonly #wrong = new Set<string>();

  /** @param label what a mistake calls a value */
  constructor(values: Environment, label = (name: string): string => name, mistakes: string[] = []) {
    this.#values = values;
    this.#label = label;
    this.mistakes = mistakes;
  }

  /** Blank counts as not given, and so do quotes around nothing. */
  has(name: string): boolean {
    return bareValue(this.#values[name]) !== '';
  }

  isWrong(name: string): boolean {
    return this.#wrong.has(name);
  }

  mistake(name: string, sentence: string): void {
    this.#wrong.add(name);
    this.mistakes.push(`${this.#label(name)}: ${sentence}`);
  }

  /** @returns undefined where it is not given or wrong */
  parse<T>(name: string, parse: Parse<T>): T | undefined {
    const text = bareValue(this.#values[name]);
    return text ? this.attempt(name, () => parse(text)) : undefined;
  }

  /** @returns undefined where `read` throws an InvalidValueError, which is a mistake in the value */
  attempt<T>(name: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      this.mistake(name, error.message);
      return undefined;
    }
  }

  /** The default, or undefined, where it is not given, and where it is wrong: reading continues to find further mistakes. */
  get<Name extends SettingName>(name: Name): Value<Name> {
    const { parse, defaultValue }: SettingDefinition = SETTINGS[name];
    const fallback = defaultValue === undefined ? undefined : parse(defaultValue);
    return (this.parse(name, parse) ?? fallback) as Value<Name>;
  }

  /** Like `get`, but where it is required it is a mistake not to give it. */
  require<Name extends SettingName>(name: Name, isRequired = true): Value<Name> {
    const { remedy }: SettingDefinition = SETTINGS[name];
    if (isRequired && !this.has(name) && !this.isWrong(name)) this.mistake(name, `is missing. ${remedy}`);
    return this.get(name);
  }
}

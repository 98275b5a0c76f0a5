/** A regular expression from outside, such as a setting: one that backtracks forever holds nothing up. */
import vm from 'node:vm';

const MILLISECONDS = 50;
const MATCH = new vm.Script('pattern.test(text)');

export class BoundedPattern {
  readonly source: string;
  readonly #context: vm.Context & { text: string };

  /** @throws SyntaxError */
  constructor(source: string) {
    this.source = source;
    this.#context = Object.assign(vm.createContext({ pattern: new RegExp(source, 'u') }), { text: '' });
  }

  /** @returns undefined where it took too long */
  tryTest(text: string): boolean | undefined {
    this.#context.text = text;
    try {
      return MATCH.runInContext(this.#context, { timeout: MILLISECONDS }) === true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
      throw error;
    }
  }

  test(text: string): boolean {
    return this.tryTest(text) === true;
  }
}

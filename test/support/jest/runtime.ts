/**
 * Jest's runtime with Node's own module loader: tests and sources are loaded as in production, and all test files of a worker
 * share what is loaded. Jest's loader evaluates every module again for each test file, which was most of what tests cost.
 * Modules can't be mocked. The decision is in `docs/decisions/jest-with-nodes-modules.md`.
 */
import { createRequire } from 'node:module';
import JestRuntime from 'jest-runtime';

const require = createRequire(import.meta.url);
// Its types describe its CommonJS module, whose default export is a property.
const Runtime = JestRuntime as unknown as typeof JestRuntime.default;
/** What jest-circus keeps globally, by the descriptions of its symbols: tests and handlers of the file before. */
const STATE_OF_CIRCUS: ReadonlySet<string | undefined> = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS']);

export default class NodeModulesRuntime extends Runtime {
  override requireModule(path: string): never {
    Object.assign(globalThis, { jest: this.requireModuleOrMock<{ jest: unknown }>(path, '@jest/globals').jest });
    return require(path) as never;
  }

  /** Jest asks for one such module, which starts jest-circus; evaluated again, it starts with nothing. */
  override requireInternalModule(path: string): never {
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (STATE_OF_CIRCUS.has(symbol.description)) Reflect.deleteProperty(globalThis, symbol);
    Reflect.deleteProperty(require.cache, path);
    return require(path) as never;
  }
}

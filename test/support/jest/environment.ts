/** Jest's environment without a global object of its own: tests run in the realm of their worker, as `runtime.ts` needs. */
import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { addCost } from './cost.ts';

export default class WorkerEnvironment implements JestEnvironment {
  readonly global = globalThis as unknown as JestEnvironment['global'];
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  readonly #path: string;
  readonly #atStart = process.cpuUsage();
  readonly #exit: unknown = Reflect.get(process, 'exit');

  constructor({ projectConfig }: JestEnvironmentConfig, { testPath }: EnvironmentContext) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.#path = testPath;
  }

  /** Jest wants stacks of a hundred calls, which the errors of a thousand crashes pay for. */
  async setup(): Promise<void> {
    Error.stackTraceLimit = 10;
  }

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    // Jest wraps it for each test file.
    Object.assign(process, { exit: this.#exit });
    addCost({ path: this.#path, user: process.cpuUsage(this.#atStart).user });
  }

  getVmContext(): null {
    return null;
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }
}

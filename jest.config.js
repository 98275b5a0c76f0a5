export default {
  // Node's own module loader, which shares what is loaded between the test files of a worker.
  testEnvironment: '<rootDir>/test/support/jest/environment.ts',
  runtime: '<rootDir>/test/support/jest/runtime.ts',
  transform: {},
  globalSetup: '<rootDir>/test/support/jest/setup.ts',
  // Generous, since a loaded machine takes ten times as long; a test that hangs is still ended.
  testTimeout: 60_000,
  // A worker has nothing left to do after a few milliseconds, but a loaded machine needs more than Jest's half a second to end its process.
  workerGracefulExitTimeout: 10_000,
  // Two for each core of a small machine: flows wait more than they work.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/support/jest/longest-first.js',
  reporters: ['default', '<rootDir>/test/support/jest/cost-reporter.ts'],
  // Sets of their own, which CI runs too: what is beside the product, `*.slow.ts`, `*.buildah.ts`, `*.torture.ts` and `*.browser.ts`.
  testMatch: ['<rootDir>/test/{docs,flows,support,unit}/**/*.test.ts', '<rootDir>/test/*.test.ts'],
};

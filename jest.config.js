/** CommonJS out of swc: the one setting in which botbuilder, storage-blob and jose load in one test. */
export default {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/test/support/shared-azurite.ts',
  // Generous, since a loaded machine takes ten times as long; a test that hangs is still ended.
  testTimeout: 60_000,
  // Two for each core of a small machine: flows wait more than they work.
  maxWorkers: 4,
  // A worker whose heap has grown to a gigabyte takes longer to exit than the 500 ms that jest waits.
  workerIdleMemoryLimit: '800MB',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  // Sets of their own, which CI runs too: `*.slow.ts`, `*.torture.ts` and `*.browser.ts`.
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: [],
  transform: {
    '\\.[cm]?[jt]s$': [
      '@swc/jest',
      {
        swcrc: false,
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript' },
          experimental: { keepImportAttributes: false },
        },
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(jose|oidc-provider|undici)/)'],
};

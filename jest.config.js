/** CommonJS out of swc: the one setting in which botbuilder, storage-blob and jose load in one test. */
export default {
  testEnvironment: 'node',
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

/** Leaves out of the bundle what its packages contain and the bot never reaches. */
import type { Plugin } from 'esbuild';

export const withoutUnusedModules: Plugin = {
  name: 'unused-modules',
  setup(build) {
    // server.ts adds none of restify's plugins, which bring body parsers, file serving and signatures.
    build.onLoad({ filter: /\/node_modules\/restify\/lib\/plugins\/index\.js$/ }, () => ({ contents: '' }));
  },
};

/**
 * Azure's packages exist as ES modules and as CommonJS, and would be bundled twice because Bot Framework requires what the bot imports.
 * The ES modules serve both.
 */
export const singleCopyOfAzure: Plugin = {
  name: 'single-copy-of-azure',
  setup(build) {
    build.onResolve({ filter: /^@(?:azure|typespec)\// }, ({ path, kind, importer, resolveDir }) =>
      kind === 'require-call' ? build.resolve(path, { kind: 'import-statement', importer, resolveDir }) : undefined,
    );
  },
};

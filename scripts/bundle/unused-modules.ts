/** Leaves out of the bundle what its packages contain and the bot never reaches. */
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');
const BOT_BUILDER = 'node_modules/botbuilder';

/** Packages whose importers use them, since imports are deferred, only for what the bot does not do. */
const UNUSED_PACKAGES: Readonly<Record<string, string>> = {
  '@xmldom/xmldom': 'expressions on XML, which no card template has',
  axios: 'calls of other bots (skills)',
  'cross-fetch': 'the emulator',
  'dtrace-provider': 'probes of DTrace, which restify does without',
  'fs-extra': 'transcripts in files',
  htmlparser2: 'a middleware for speech',
  'node-fetch': "Bot Framework's verification of tokens, which src/chat/inbound replaces",
  xpath: 'expressions on XML, which no card template has',
};

/** What src/ imports of undici. Its index also loads fetch, WebSockets, caches and stand-ins for tests. */
const UNDICI = `
  Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'));
  module.exports = {
    Agent: require('./lib/dispatcher/agent'),
    Pool: require('./lib/dispatcher/pool'),
    buildConnector: require('./lib/core/connect'),
  };
`;

export const withoutUnusedModules: Plugin = {
  name: 'unused-modules',
  setup(build) {
    // Looking whether it exists makes Node load its own copy of undici, and Azure's packages look before each request. The bot has no forms.
    build.initialOptions.define = { ...build.initialOptions.define, FormData: 'undefined' };
    build.onLoad({ filter: /\/node_modules\/undici\/index\.js$/ }, () => ({ contents: UNDICI }));
    // Every connection of the bot has `allowH2: false`. Loading Node's HTTP/2 takes five milliseconds of a start.
    build.onLoad({ filter: /\/node_modules\/undici\/lib\/dispatcher\/client-h2\.js$/ }, () => ({ contents: '' }));
    // server.ts adds none of restify's plugins, which bring body parsers, file serving and signatures.
    build.onLoad({ filter: /\/node_modules\/restify\/lib\/plugins\/index\.js$/ }, () => ({ contents: '' }));
    // Full types stand in each answer, so that restify looks up no short ones.
    build.onLoad({ filter: /\/node_modules\/mime\/index\.js$/ }, () => ({ contents: '' }));
    build.onResolve({ filter: new RegExp(`^(?:${Object.keys(UNUSED_PACKAGES).join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'unused',
    }));
    build.onLoad({ filter: /^/, namespace: 'unused' }, ({ path }) => {
      const message = `${path} is not in the bundle (scripts/bundle/unused-modules.ts).`;
      return { contents: `throw new Error(${JSON.stringify(message)});` };
    });
  },
};

/** Each of Bot Framework's packages has its own copy of the same version of zod. */
export const singleCopyOfZod: Plugin = {
  name: 'single-copy-of-zod',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, ({ path, kind, importer, resolveDir }) =>
      importer.includes('/node_modules/bot') && !resolveDir.endsWith(BOT_BUILDER)
        ? build.resolve(path, { kind, importer, resolveDir: join(ROOT, BOT_BUILDER) })
        : undefined,
    );
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

/**
 * Which folder of src/ may import what (docs/architecture.md, "Layers"). `npm run lint` checks it, type-only imports included.
 *
 * Imports point to the right:
 *   entry points → app → server, chat, jobs, state, upstream, telemetry, doctor, audit → cards → requests → restore → sign-in → durable → languages, core
 */

/** The project folders each folder may import, beside itself. */
const MAY_IMPORT = {
  core: [],
  languages: [],
  durable: ['core'],
  'sign-in': ['durable', 'core'],
  restore: ['sign-in', 'durable', 'languages', 'core'],
  requests: ['restore', 'sign-in', 'durable', 'core'],
  cards: ['requests', 'restore', 'sign-in', 'durable', 'core'],
  chat: ['cards', 'requests', 'restore', 'sign-in', 'durable', 'languages', 'core', 'proxy', 'log'],
  upstream: ['restore', 'sign-in', 'durable', 'core', 'proxy'],
  state: ['requests', 'restore', 'sign-in', 'durable', 'core', 'proxy'],
  jobs: ['state', 'sign-in', 'durable', 'core', 'log'],
  telemetry: ['chat', 'upstream', 'state', 'jobs', 'restore', 'sign-in', 'durable', 'core', 'proxy', 'log'],
  settings: ['state', 'upstream', 'sign-in', 'chat', 'durable', 'core', 'proxy', 'log'],
  server: ['chat', 'cards', 'sign-in', 'core', 'log'],
  log: ['core'],
  proxy: ['core'],
  doctor: ['settings', 'chat', 'upstream', 'state', 'restore', 'sign-in', 'durable', 'core', 'proxy', 'log'],
  audit: ['settings', 'state', 'sign-in', 'durable', 'core', 'log'],
};

/**
 * The folders inside a folder, in the order of their imports: each may import itself and those before it, never one after it, so
 * between any two folders imports go one way. `.` are the folder's own files. `text` includes its folders, one a language.
 */
const INSIDE = {
  'sign-in': ['state', 'access', 'start', 'follow', 'session', '.'],
  restore: [
    'backups/entries',
    'access/kinds',
    'backups/workloads',
    'backups',
    'backups/dates',
    'state',
    'access',
    'explore',
    'explore/scope',
    'explore/search',
    'four-eyes',
    'run/record',
    'run/calls',
    'run',
    'export',
    'find/task',
    'find/confirm',
    'find/earlier',
    'find',
    '.',
  ],
  cards: ['templates', 'text', 'layout', 'restore', 'requests', 'sign-in', '.'],
  chat: ['conversation', 'actions', 'commands', 'outbound', 'inbound', '.'],
  upstream: ['http', '.', 'explorer/api', 'explorer/workloads', 'explorer'],
  state: ['azure', 'blobs', 'audit', '.'],
};

/** The folders that may use a package. A package named here is refused everywhere else in src/. */
const MAY_USE = {
  'botbuilder|botframework-.+': ['chat'],
  'adaptivecards-templating|adaptive-expressions': ['cards'],
  '@azure/storage-.+': ['state', 'jobs', 'telemetry'],
  '@azure/(?!storage-).+': ['state', 'telemetry'],
  '@opentelemetry/.+': ['telemetry'],
  restify: ['server'],
  undici: ['upstream/http', 'state/azure/transport', 'proxy'],
  jose: ['chat/inbound/token-verifier', 'upstream/directory', 'upstream/client-credential'],
  pino: ['log'],
};

/** The files of the domain that declare what is stored and what buttons carry, as zod schemas. */
const MODELS =
  '^src/(sign-in/state/(model|suspension)|restore/backups/[^/]+|restore/backups/entries/[^/]+|restore/state/(export|four-eyes|look|presses|restore|task)|requests/(model|presses))[.]ts$';

const oneOf = (folders) => `^src/(${folders.join('|')})(/|[.]ts$)`;
const folders = Object.keys(MAY_IMPORT);

/** The files of a folder that is named in INSIDE, without those of the folders in it, as a pattern. */
const filesOf = (folder, name) =>
  name === '.' ? `^src/${folder}/[^/]+$` : `^src/${folder}/${name}/${name === 'text' ? '' : '[^/]+$'}`;

const insideRules = Object.entries(INSIDE).flatMap(([folder, order]) => {
  const all = order.map((name) => filesOf(folder, name));
  return [
    {
      name: `${folder}-one-way`,
      comment: `Every folder of src/${folder}/ that imports another stands in INSIDE.`,
      severity: 'error',
      from: { path: `^src/${folder}/`, pathNot: all },
      to: { path: `^src/${folder}/` },
    },
    ...order.map((name, place) => ({
      name: `${folder}-one-way`,
      comment: `src/${folder}/${name} may import only ${order.slice(0, place + 1).join(', ')} of src/${folder}/.`,
      severity: 'error',
      from: { path: all[place] },
      to: { path: `^src/${folder}/`, pathNot: all.slice(0, place + 1) },
    })),
  ];
});

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...folders.map((folder) => ({
      name: `${folder}-imports`,
      comment: `src/${folder}/ may import only ${[folder, ...MAY_IMPORT[folder]].join(', ')} of src/.`,
      severity: 'error',
      from: { path: oneOf([folder]) },
      to: { path: '^src/', pathNot: oneOf([folder, ...MAY_IMPORT[folder]]) },
    })),
    ...insideRules,
    {
      name: 'domain-is-pure',
      comment:
        'durable/, sign-in/, restore/ and requests/ import no package and nothing of Node: they take what they need as ports.',
      severity: 'error',
      from: {
        path: oneOf(['durable', 'sign-in', 'restore', 'requests']),
        pathNot: MODELS,
      },
      to: { pathNot: '^src/' },
    },
    {
      name: 'models-use-only-zod',
      comment: 'The model files import no package but zod, and nothing of Node.',
      severity: 'error',
      from: { path: MODELS },
      to: { pathNot: ['^src/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'cards-know-no-effects',
      comment: 'cards/ turns views into cards; it imports no use case and nothing of Node.',
      severity: 'error',
      from: { path: oneOf(['cards']) },
      to: { dependencyTypes: ['core'] },
    },
    ...Object.entries(MAY_USE).map(([name, users]) => ({
      name: `package-${name.replaceAll(/[^a-z-]/g, '')}`,
      comment: `Only ${users.join(', ')} may import ${name}.`,
      severity: 'error',
      from: { path: '^src/', pathNot: oneOf(users) },
      to: { path: `(^|/)node_modules/(${name})(/|$)` },
    })),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};

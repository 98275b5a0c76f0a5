/** Recognizable secrets in the real process, searched for wherever they must not be; and added and removed keys. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { QueueClient } from '@azure/storage-queue';
import { startBotProcess, type BotProcess } from '../../local/bot-process.ts';
import type { Stack } from '../../local/stack.ts';
import { ALEX, NOOR } from '../../local/people.ts';
import { textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, type Chatter } from '../support/chatter.ts';
import { startTestStack } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';
import { createRestorer, ENDED } from './restorer.ts';

export interface SecretsResult {
  readonly secrets: number;
  readonly forms: number;
  readonly charactersSearched: number;
  readonly problems: readonly string[];
}

/** Every encoding of a text. Base64 in all three alignments. */
export function formsOf(secret: string): readonly string[] {
  const base64 = [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.from(`${'x'.repeat(offset)}${secret}y`);
    // The first and last group mix with the neighbouring characters.
    return [whole.toString('base64').slice(4, -4), whole.toString('base64url').slice(4, -4)];
  });
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('hex'),
    ...base64,
  ];
  return [...new Set(forms)].filter((form) => form.length >= 8);
}

interface World {
  readonly stack: Stack;
  bot: BotProcess | undefined;
  readonly lines: string[];
  start(environment?: Readonly<Record<string, string>>): Promise<BotProcess>;
  stop(): Promise<void>;
}

async function startWorld(): Promise<World> {
  const world: World = {
    lines: [],
    bot: undefined,
    stack: await startTestStack({
      botEndpoint: () => `http://127.0.0.1:${world.bot?.port ?? 9}/api/messages`,
      delivery: { retryDelaysMilliseconds: [200, 400, 800, 1_600] },
    }),
    async start(environment = {}) {
      await world.bot?.stop();
      world.bot = await startBotProcess({
        script: join(process.cwd(), 'src/index.ts'),
        environment: { ...world.stack.environment, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'trace', ...environment },
        onLine: (line) => world.lines.push(line),
      });
      return world.bot;
    },
    async stop() {
      await world.bot?.stop();
      await world.stack.stop();
    },
  };
  return world;
}

/** A complete life cycle: signed in, renewed, refused by a service that quotes the assertion, pending, crashed. */
export async function searchForSecrets(): Promise<SecretsResult> {
  const world = await startWorld();
  try {
    const { stack } = world;
    const file = join(tmpdir(), `torture-secrets-${randomBytes(6).toString('hex')}.json`);
    const bot = await world.start({
      NODE_OPTIONS: `--import=${join(process.cwd(), 'test/torture/throw-on-signal.ts')}`,
      TORTURE_SECRETS: file,
    });
    const alex = chatter(stack, ALEX);
    const noor = chatter(stack, NOOR);
    const store = stored(stack.environment);
    const secrets = new Set<string>();
    const codes: string[] = [];
    const keep = (...texts: readonly unknown[]): void => {
      for (const text of texts) if (typeof text === 'string' && text.length > 3) secrets.add(text);
    };
    const keepState = async (person: typeof ALEX): Promise<void> => {
      const conversation = (person === ALEX ? alex : noor).conversation.id;
      const { session, signIn } = (await store.open(conversation, person)) ?? {};
      keep(session?.accessToken, session?.refreshToken, session?.identityRefreshToken);
      if (signIn?.kind === 'waiting') keep(signIn.deviceCode, signIn.userCode);
    };
    stack.identityProvider.writeTokenAnswers((answer) => {
      const text = JSON.stringify(answer);
      const { access_token: access, refresh_token: refresh } = answer as unknown as Readonly<Record<string, unknown>>;
      keep(access, refresh);
      return text;
    });

    const code = await alex.login();
    codes.push(code.userCode);
    await keepState(ALEX);
    await alex.approve(code);
    await alex.becomes(code.id, 'Signed in');
    await keepState(ALEX);
    await alex.ask('restore renew');
    await keepState(ALEX);
    // A service that quotes the refused request in every way.
    const refused = await noor.login();
    codes.push(refused.userCode);
    await keepState(NOOR);
    stack.identityProvider.writeTokenAnswers((answer) => {
      const { access_token: access = '', refresh_token: refresh = '' } = answer as unknown as Readonly<
        Record<string, string>
      >;
      keep(access, refresh);
      const quoted = [access, encodeURIComponent(access)].join(' and ');
      const body = { errorCode: 'BadRequest', message: `No such assertion: ${quoted}`, stackTrace: quoted };
      stack.backupService.faults.next('/v8/token', { kind: 'answer', status: 400, body });
      return JSON.stringify(answer);
    });
    await noor.approve(refused);
    await noor.becomes(refused.id, 'Not signed in');
    stack.identityProvider.writeTokenAnswers(undefined);
    const again = await noor.login();
    codes.push(again.userCode);
    await keepState(NOOR);
    const { MicrosoftAppPassword: password = '', STATE_ENCRYPTION_KEYS: keys = '' } = stack.environment;
    keep(password, ...keys.split(',').map((key) => key.split(':')[1]));

    const personal = await findAndRestore(world, alex);

    // Then the process crashes while it holds secrets.
    await writeFile(file, JSON.stringify([...secrets]), { mode: 0o600 });
    bot.child.kill('SIGUSR2');
    const exitCode = await bot.stop('SIGCONT');
    const blobs = await store.all('');
    const plain = blobs.map(({ name, body }) => `${name}\n${name.endsWith('.json') ? withoutSeal(body) : body}`);
    const queue = new QueueClient(stack.storage.connectionString, stack.environment['JOB_QUEUE'] ?? '');
    const { peekedMessageItems } = await queue.peekMessages({ numberOfMessages: 32 });
    const cards = [alex, noor].flatMap(({ messages }) =>
      // The sign-in card shows the code.
      messages.map((message) => {
        const text = JSON.stringify([message.text, message.summary, message.cards]);
        return titleOf(message.card) === 'Sign in to restore data' ? text.replaceAll(again.userCode, '') : text;
      }),
    );
    const places: Readonly<Record<string, string>> = {
      'stdout and stderr': world.lines.join('\n'),
      'blobs outside the seals': plain.join('\n'),
      'the queue': peekedMessageItems.map(({ messageText }) => messageText).join('\n'),
      cards: cards.join('\n'),
    };
    const problems: string[] = exitCode === 1 ? [] : [`the crash ended with ${String(exitCode)}`];
    if (!places['stdout and stderr']?.includes('uncaught-exception')) problems.push('the crash is not in the log');
    let forms = 0;
    for (const name of personal) {
      for (const form of formsOf(name)) {
        forms += 1;
        // Cards in personal chats may show it.
        for (const [place, text] of Object.entries({ ...places, cards: '' })) {
          const at = text.indexOf(form);
          if (at >= 0) problems.push(`personal data in ${place}: …${text.slice(Math.max(0, at - 80), at + 20)}`);
        }
      }
    }
    for (const secret of secrets) {
      for (const form of formsOf(secret)) {
        forms += 1;
        for (const [place, text] of Object.entries(places)) {
          const at = text.indexOf(form);
          if (at >= 0) problems.push(`a secret in ${place}: …${text.slice(Math.max(0, at - 80), at)}`);
        }
      }
    }
    const searched = Object.values(places).reduce((sum, text) => sum + text.length, 0);
    return { secrets: secrets.size + personal.length, forms, charactersSearched: searched, problems };
  } finally {
    await world.stop();
  }
}

/** Parts of subjects, names of files and folders, senders and scopes: allowed only on cards and in sealed state. */
const PERSONAL = [
  'Kyoto itinerary',
  'Itinerary Kyoto',
  'ryokan in Gion',
  'Kenji Mori',
  'kenji.mori',
  'Yuki Tanaka',
  'yuki.tanaka',
  'gionryokan',
  'Back from Kyoto',
  'Projects/Kyoto',
] as const;

/**
 * Finds mails and a document of another person, restores mails of which one fails, and lists the sessions; meanwhile the
 * service quotes words, subjects and names in its refusals.
 *
 * @returns the texts that may appear only on cards and in sealed state
 */
async function findAndRestore({ stack }: World, alex: Chatter): Promise<readonly string[]> {
  const { restore, faults } = stack.backupService;
  const quoted = PERSONAL.join(', ');
  const refuse = (path: string, status: number): void => {
    const errorCode = status === 400 ? 'ParameterValidationFailure' : 'HttpError';
    const body = { errorCode, message: `No such thing: ${quoted}`, stackTrace: quoted, details: quoted };
    faults.next(path, { kind: 'answer', status, body });
  };

  async function walk(): Promise<void> {
    const before = new Set(alex.messages.map(({ id }) => id));
    const restorer = createRestorer(alex, () => alex.messages.filter(({ id }) => !before.has(id)), {
      scopeId: restore.scopeIdOf(NOOR.signInName),
      searches: [{ words: 'Kyoto itinerary', picks: 3 }],
      options: { deletedItems: 'true', folder: 'Back from Kyoto' },
      reason: 'Case 4711',
      until: 'outcome',
    });
    const until = Date.now() + 60_000;
    while (!ENDED.has(titleOf(restorer.card()?.card))) {
      if (Date.now() > until) throw new Error(`Alex came no further than "${titleOf(restorer.card()?.card)}"`);
      await restorer.goOn();
      await sleep(100);
    }
  }

  restore.setPace({ total: 500 });
  refuse('/OperatorExplore', 500);
  refuse('/mailboxes/search', 400);
  refuse('/items/operatorRestore', 400);
  await walk();
  // Its events and statistics quote the items.
  refuse('/Statistics', 400);
  refuse('/Events', 500);
  await walk();
  await alex.ask('restore sessions');
  await alex.ask('restore find "Kyoto itinerary"');
  return PERSONAL;
}

function withoutSeal(body: string): string {
  const { sealed: _, ...plain } = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return JSON.stringify(plain);
}

const newKey = (kid: string): string => `${kid}:${randomBytes(32).toString('base64url')}`;

/** A new first key, a removed one, a blob under another name: on real blobs, through the real process. */
export async function rotateKeys(): Promise<readonly string[]> {
  const world = await startWorld();
  const problems: string[] = [];
  const expect = (what: string, holds: boolean): void => void (holds || problems.push(what));
  try {
    const { stack } = world;
    const alex = chatter(stack, ALEX);
    const noor = chatter(stack, NOOR);
    const [old, fresh, other] = [newKey('old'), newKey('fresh'), newKey('other')];
    const store = stored({ ...stack.environment, STATE_ENCRYPTION_KEYS: `${fresh},${old}` });
    const name = store.nameOf(alex.conversation.id, ALEX);
    const kid = async (): Promise<unknown> => {
      const { sealed } = JSON.parse((await store.read(name)) ?? '{}') as { readonly sealed?: string };
      return JSON.parse(Buffer.from(sealed?.split('.')[0] ?? '', 'base64url').toString())['kid'];
    };
    const ask = async (text: string): Promise<string> => {
      const { card } = await alex.ask(text);
      return [titleOf(card), ...textsOf(card)].join(' ');
    };

    await world.start({ STATE_ENCRYPTION_KEYS: old });
    await alex.signIn();
    expect('sealed with the only key', (await kid()) === 'old');
    await world.start({ STATE_ENCRYPTION_KEYS: `${fresh},${old}` });
    expect('the old key still opens', (await ask('restore status')).includes("You're signed in"));
    await ask('restore renew');
    expect('the next write seals with the new key', (await kid()) === 'fresh');
    await world.start({ STATE_ENCRYPTION_KEYS: fresh });
    expect('what was sealed anew needs no old key', (await ask('restore status')).includes("You're signed in"));

    const copied = (await store.read(name)) ?? '';
    const target = store.nameOf(noor.conversation.id, NOOR);
    await store.write(target, copied, { person: Buffer.from(NOOR.objectId).toString('base64url') });
    const noors = await noor.ask('restore status');
    expect('a copied blob opens for nobody', titleOf(noors.card) === 'Please sign in again');

    await world.start({ STATE_ENCRYPTION_KEYS: other });
    expect('a removed key asks for a new sign-in', (await ask('restore status')).includes('Please sign in again'));
    await alex.signIn();
    expect('and a new sign-in works', (await kid()) === 'other');
    return problems.map((problem) => `not so: ${problem}`);
  } finally {
    await world.stop();
  }
}

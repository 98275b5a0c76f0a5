/** Signing in in the browser: the link on the card, the provider's real pages, and the bot's two public routes. */
import { ALEX, MIKA, NOOR, PETRA } from '../../local/people.ts';
import { visit } from '../support/browser-visit.ts';
import { linkOf, titleOf } from '../support/cards-seen.ts';
import { chatter, type Chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { stored } from '../support/stored.ts';

let bot: RunningBot;
beforeAll(async () => {
  bot = await startRunningBot({ signIn: 'both' });
});
afterAll(() => bot.stop());

/** The link of a new card. */
async function ask(who: Chatter): Promise<{ readonly id: string; readonly link: string }> {
  const { id } = await who.ask('restore login');
  return { id, link: linkOf(who.card(id)) ?? '' };
}

const signInWith = async (...visited: Parameters<typeof visit>): Promise<string> =>
  (await (await visit(...visited))?.post()) ?? '';

type Body = string | URLSearchParams | Uint8Array<ArrayBuffer>;

const post = (body: Body): Promise<Response> =>
  fetch(`${bot.url}/signed-in`, { method: 'POST', body, redirect: 'manual' });

test('a person who presses Sign in is signed in two seconds after approving', async () => {
  const alex = chatter(bot, ALEX);
  const { id, link } = await ask(alex);
  expect(await signInWith(link, ALEX)).toContain('Go back to Teams.');
  await alex.becomes(id, 'Signed in', 2_000);
  const refreshes = bot.identityProvider.received.filter(({ body }) => body.includes('grant_type=authorization_code'));
  expect(refreshes).toHaveLength(1);
});

test('a session that began in the browser is renewed with the credential', async () => {
  const alex = chatter(bot, ALEX);
  const refusal = { kind: 'answer', status: 400, body: { message: 'no', errorCode: 'InvalidGrant' } } as const;
  bot.backupService.faults.next({ path: '/v8/token', grantType: 'refresh_token' }, refusal);
  expect(titleOf((await alex.ask('restore renew')).card)).toBe('Session renewed');
  const [refresh] = bot.identityProvider.received.filter(({ body }) => body.includes('grant_type=refresh_token'));
  expect(new URLSearchParams(refresh?.body).get('client_secret')).toBe(bot.identityProvider.clientSecret);
});

test('a link that is passed on signs nobody in, and the administrators learn who it was', async () => {
  const noor = chatter(bot, NOOR);
  const { id, link } = await ask(noor);
  expect(await signInWith(link, ALEX)).toContain('Go back to Teams.');
  await noor.becomes(id, 'Not signed in');
  const [line] = bot.lines.filter((each) => each.includes('sign-in-by-somebody-else'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    asker: { userId: NOOR.objectId },
    approver: { userId: ALEX.objectId },
  });
});

test('a person who declines is told on the card', async () => {
  const petra = chatter(bot, PETRA);
  const { id, link } = await ask(petra);
  expect(await signInWith(link, PETRA, 'deny')).toContain('You are not signed in');
  await petra.becomes(id, 'Sign-in declined');
});

test('with a code instead, on the same card', async () => {
  const mika = chatter(bot, MIKA);
  const { id, link } = await ask(mika);
  await mika.press(id, 'Use a code');
  const code = await mika.becomes(id, 'Sign in to restore data');
  expect(JSON.stringify(code)).toContain('Your code');
  expect(await signInWith(link, MIKA)).toContain('Go back to Teams.');
  await mika.becomes(id, 'Signed in');
});

describe('what comes without being asked for', () => {
  let link: string;
  let form: URLSearchParams;
  let noor: Chatter;
  let card: string;
  beforeAll(async () => {
    noor = chatter(bot, NOOR);
    ({ id: card, link } = await ask(noor));
    form = (await visit(link, NOOR))?.form ?? new URLSearchParams();
  });

  const changed = (name: string, value: string): URLSearchParams => {
    const copy: URLSearchParams = new URLSearchParams(form);
    copy.set(name, value);
    return copy;
  };

  // In its middle, since the last letter of base64url has bits that mean nothing.
  const tampered = (state: string): string => {
    const at = Math.floor(state.length / 2);
    return `${state.slice(0, at)}${state[at] === 'x' ? 'y' : 'x'}${state.slice(at + 1)}`;
  };

  test.each<[string, () => Body, number]>([
    ['nothing', () => '', 400],
    ['no state', () => 'code=x', 400],
    ['a state that was tampered with', () => changed('state', tampered(form.get('state') ?? '')), 400],
    ['the link in place of the state', () => changed('state', link.split('/').at(-1) ?? ''), 400],
    ['a code twice', () => `${form.toString()}&code=y`, 400],
    ['an issuer of another tenant', () => changed('iss', `${bot.identityProvider.url}/other/v2.0`), 400],
    ['a form of 1 MB', () => `state=${'x'.repeat(1_048_576)}`, 413],
    ['what is no text', () => new Uint8Array([0xff, 0xfe]), 400],
  ])('%s is refused and changes nothing', async (_, body, status) => {
    const response = await post(body());
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(await response.text()).not.toContain(form.get('state'));
    expect(titleOf(noor.card(card))).toBe('Sign in to restore data');
  });

  test.each(['', 'x', 'x/y', '%2e%2e', 'x'.repeat(4_000)])('the link %# is none of ours', async (ticket) => {
    const response = await fetch(`${bot.url}/sign-in/${ticket}`, { redirect: 'manual' });
    expect([400, 404, 410]).toContain(response.status);
  });

  test('neither route sends a browser anywhere else, or lets a page be framed, kept or sniffed', async () => {
    const redirect = await fetch(link, { redirect: 'manual' });
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('location')?.startsWith(`${bot.identityProvider.url}/`)).toBe(true);
    const again = await fetch(`${bot.url}/signed-in`);
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('Go back to Teams')]);
    const pages = await Promise.all(['', `state=${'x'.repeat(20_000)}`, new Uint8Array([0xff, 0xfe])].map(post));
    for (const { headers } of [redirect, again, ...pages]) {
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'/,
      );
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('the answer is good once, on any instance, and the link leads nowhere after it', async () => {
    const other = await bot.startInstance();
    const send = (url: string) => fetch(`${url}/signed-in`, { method: 'POST', body: form });
    const pages = await Promise.all([send(other.url), send(bot.url), send(other.url)]);
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    await noor.becomes(card, 'Signed in');
    const redeemed = bot.identityProvider.received.filter(({ body }) =>
      body.includes(`code=${form.get('code') ?? '?'}`),
    );
    expect(redeemed).toHaveLength(1);
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(200);
    await other.stop();
  });
});

test('nothing of a sign-in in the browser is in the log or in plain storage', async () => {
  const secrets = bot.identityProvider.received
    .filter(({ body }) => body.includes('grant_type=authorization_code'))
    .flatMap(({ body }) =>
      ['code', 'code_verifier', 'client_secret'].map((name) => new URLSearchParams(body).get(name) ?? ''),
    );
  expect(secrets.length).toBeGreaterThan(8);
  const texts = (await stored(bot.environment).all('')).map(({ body }) => body);
  for (const secret of secrets) {
    expect(bot.lines.filter((line) => line.includes(secret))).toEqual([]);
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  }
});

test('both routes are away where people sign in with a code', async () => {
  const withCode = await bot.startInstance({ SIGN_IN: 'device-code' });
  expect((await fetch(`${withCode.url}/sign-in/x`)).status).toBe(404);
  expect((await fetch(`${withCode.url}/signed-in`, { method: 'POST', body: 'state=x' })).status).toBe(404);
});

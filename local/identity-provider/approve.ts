/** Approves or denies a device code as a person would, on the real pages, by plain HTTP. For tests. */

interface Decision {
  /** As the device code answer named it. */
  readonly verificationUri: string;
  readonly userCode: string;
  /** Who signs in: a sample person or their sign-in name. */
  readonly person: string | { readonly signInName: string };
}

/** Throws an error with the page's own words where a page does not take what is entered. */
export async function approve(decision: Decision): Promise<void> {
  await decide(decision, 'approve', 'done');
}

/** As `approve`, with Deny pressed at the end. */
export async function deny(decision: Decision): Promise<void> {
  await decide(decision, 'deny', 'declined');
}

async function decide({ verificationUri, userCode, person }: Decision, button: string, end: string): Promise<void> {
  const browser = createBrowser();
  const code = expectPage(await browser.open(verificationUri), 'code');
  const account = expectPage(await browser.submit(code, { user_code: userCode }), 'account');
  const signInName = typeof person === 'string' ? person : person.signInName;
  const consent = expectPage(await browser.submit(account, { account: signInName }), 'consent');
  expectPage(await browser.submit(consent, { decision: button }), end);
}

/** A page as the walk sees it. */
interface WalkedPage {
  readonly url: string;
  /** `data-page` of the body. */
  readonly name: string;
  readonly html: string;
}

interface Walk {
  open(url: string): Promise<WalkedPage>;
  /** Sends the page's form with its hidden fields and `fields`. */
  submit(page: WalkedPage, fields: Readonly<Record<string, string>>): Promise<WalkedPage>;
}

/** Keeps cookies and follows redirects on one host. */
export function createBrowser(): Walk {
  const cookies: { name: string; value: string; path: string }[] = [];

  async function go(url: string, form?: URLSearchParams): Promise<WalkedPage> {
    const { pathname } = new URL(url);
    const sent = cookies.filter(({ path }) => pathname.startsWith(path));
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '), accept: 'text/html' },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    response.headers.getSetCookie().forEach(keep);
    const location = response.headers.get('location');
    if (location !== null) {
      await response.body?.cancel();
      return go(new URL(location, url).href);
    }
    const html = await response.text();
    return { url, name: /<body data-page="([^"]*)"/.exec(html)?.[1] ?? `HTTP ${response.status}`, html };
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const equals = pair.indexOf('=');
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
    const cookie = { name: pair.slice(0, equals), value: pair.slice(equals + 1), path };
    const before = cookies.findIndex(({ name, path: other }) => name === cookie.name && other === path);
    if (before >= 0) cookies.splice(before, 1);
    if (cookie.value !== '') cookies.push(cookie);
  }

  return {
    open: (url) => go(url),
    submit(page, fields) {
      const [, form = ''] = /<form[^>]*method="post"([\s\S]*?)<\/form>/.exec(page.html) ?? [];
      const action = /action="([^"]*)"/.exec(form)?.[1] ?? '';
      const body = new URLSearchParams();
      for (const [, name = '', value = ''] of form.matchAll(/type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g)) {
        body.set(name, value);
      }
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return go(new URL(action, page.url).href, body);
    },
  };
}

function expectPage(page: WalkedPage, name: string): WalkedPage {
  if (page.name === name) return page;
  const words = /id="mistake"[^>]*>([^<]*)</.exec(page.html)?.[1] ?? /<h1>([^<]*)<\/h1>/.exec(page.html)?.[1] ?? '';
  throw new Error(`expected the page "${name}", got "${page.name}": ${words.trim()}`);
}

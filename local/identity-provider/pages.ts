/** The pages a person sees between the code and "you can close this window". */
import type { SampleOrganization, SamplePerson } from '../people.ts';
import { type Html, html } from './html.ts';
import { frame } from './page-frame.ts';

interface Page {
  readonly organization: SampleOrganization;
  /** Where the page's form goes. */
  readonly action: string;
}

/** Enter the code. `mistake` says why the last one was not taken. */
export function codePage({
  organization,
  action,
  xsrf,
  mistake,
}: Page & { readonly xsrf: string; readonly mistake?: string | undefined }): string {
  return frame({
    page: 'code',
    title: 'Enter the code',
    organizationName: organization.displayName,
    content: html`<h1>Enter the code</h1>
      <p class="lead">Type the code that the chat shows you. Only enter a code that you asked for yourself.</p>
      ${
        mistake === undefined
          ? undefined
          : html`<p class="error" role="alert" id="mistake" data-testid="mistake">${mistake}</p>`
      }
      <form method="post" action="${action}">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <input type="hidden" name="confirm" value="yes" />
        <label for="user-code">Code</label>
        <input
          type="text"
          id="user-code"
          data-testid="user-code"
          name="user_code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          maxlength="32"
          required
          autofocus
          aria-describedby="user-code-hint"
        />
        <p class="hint" id="user-code-hint">Eight letters. Dashes and spaces don’t matter.</p>
        <button class="primary" type="submit" id="continue" data-testid="continue">Continue</button>
      </form>`,
  });
}

/** Choose who you are. */
export function accountPage({
  organization,
  action,
  applicationName,
  people,
  others,
}: Page & {
  readonly applicationName: string;
  readonly people: readonly SamplePerson[];
  readonly others: readonly SamplePerson[];
}): string {
  return frame({
    page: 'account',
    title: 'Who are you?',
    organizationName: organization.displayName,
    content: html`<h1>Who are you?</h1>
      <p class="lead">Choose the account for ${applicationName}.</p>
      <form method="post" action="${action}">
        ${people.map(accountButton)}
        ${
          others.length === 0
            ? undefined
            : html`<details>
                <summary id="other-account" data-testid="other-account">Use another account</summary>
                ${others.map(accountButton)}
              </details>`
        }
      </form>`,
  });
}

function accountButton(person: SamplePerson): Html {
  return html`<button
    class="account"
    type="submit"
    name="account"
    value="${person.signInName}"
    data-testid="account-${person.signInName}"
  >
    ${accountLines(person)}
  </button>`;
}

function accountLines(person: SamplePerson): Html {
  return html`<span class="avatar" aria-hidden="true">${initials(person.name)}</span>
    <span class="who"
      ><b>${person.name}</b><span>${breakable(person.signInName)}</span><span>${person.about}</span></span
    >`;
}

/** May break behind the `@`, where the line is short. */
function breakable(signInName: string): Html {
  const [name = '', host = ''] = signInName.split('@');
  return html`${name}@<wbr />${host}`;
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : undefined];
  return `${first.slice(0, 1)}${last.slice(0, 1)}`;
}

/** What is being authorised, and that the person must have started it. */
export function consentPage({
  organization,
  action,
  applicationName,
  person,
  rights,
}: Page & {
  readonly applicationName: string;
  readonly person: SamplePerson;
  readonly rights: readonly string[];
}): string {
  return frame({
    page: 'consent',
    title: 'Approve this sign-in?',
    organizationName: organization.displayName,
    content: html`<h1>Approve this sign-in?</h1>
      <p class="lead">
        <strong>${applicationName}</strong> on another device asks to act for you at ${organization.displayName}.
      </p>
      <div class="account" data-testid="signing-in-as">${accountLines(person)}</div>
      <h2>It will be able to</h2>
      <ul class="rights">
        ${rights.map((right) => html`<li>${right}</li>`)}
      </ul>
      <div class="warning">
        <strong>Did you start this yourself?</strong>
        Approve only if you asked for this sign-in in the chat a moment ago. If somebody sent you the code, deny.
      </div>
      <form method="post" action="${action}" class="pair">
        <button class="secondary" type="submit" name="decision" value="deny" id="deny" data-testid="deny">Deny</button>
        <button class="primary" type="submit" name="decision" value="approve" id="approve" data-testid="approve">
          Approve
        </button>
      </form>`,
  });
}

export function donePage(organization: SampleOrganization, person: SamplePerson | undefined): string {
  return outcome(organization, {
    page: 'done',
    title: 'You approved the sign-in',
    sign: html`<div class="sign" aria-hidden="true">✓</div>`,
    text: html`<p>The chat goes on${person === undefined ? '' : ` as ${person.name}`} in a moment.</p>
      <p>You can close this window.</p>`,
  });
}

export function declinedPage(organization: SampleOrganization): string {
  return outcome(organization, {
    page: 'declined',
    title: 'Sign-in denied',
    sign: html`<div class="sign no" aria-hidden="true">✕</div>`,
    text: html`<p>Nobody was signed in and nothing was shared.</p>
      <p>You can close this window.</p>`,
  });
}

/** A page was sent that belongs to a sign-in already over, or to another browser. */
export function stalePage(organization: SampleOrganization, startPath: string): string {
  return outcome(organization, {
    page: 'stale',
    title: 'This sign-in is over',
    sign: html`<div class="sign no" aria-hidden="true">!</div>`,
    text: html`<p>It was finished, has ended, or was begun in another window.</p>
      <p><a class="secondary" id="start-again" data-testid="start-again" href="${startPath}">Enter a code</a></p>`,
  });
}

function outcome(
  organization: SampleOrganization,
  { page, title, sign, text }: { page: 'done' | 'declined' | 'stale'; title: string; sign: Html; text: Html },
): string {
  return frame({
    page,
    title,
    organizationName: organization.displayName,
    content: html`<div class="outcome" role="status" data-testid="${page}">
      ${sign}
      <h1>${title}</h1>
      ${text}
    </div>`,
  });
}

/** The values that `npm run package` fills into the manifest, from arguments and environment. Reports all mistakes at once. */

/** Placeholders of `appPackage/manifest.json`. */
export interface PackageValues {
  readonly BOT_ID: string;
  readonly APP_ID: string;
  readonly BOT_DOMAIN: string;
  readonly PRIVACY_URL: string;
  readonly TERMS_URL: string;
  readonly WEBSITE_URL: string;
  readonly DEVELOPER_NAME: string;
  readonly VERSION: string;
}

type Placeholder = keyof PackageValues;

/** Option names without leading dashes, and the environment variables that can replace them. */
const SOURCES: Readonly<Record<Placeholder, { readonly option: string; readonly variable: string }>> = {
  BOT_ID: { option: 'bot-id', variable: 'MicrosoftAppId' },
  APP_ID: { option: 'app-id', variable: 'TEAMS_APP_ID' },
  BOT_DOMAIN: { option: 'domain', variable: 'BOT_DOMAIN' },
  PRIVACY_URL: { option: 'privacy-url', variable: 'PRIVACY_URL' },
  TERMS_URL: { option: 'terms-url', variable: 'TERMS_URL' },
  WEBSITE_URL: { option: 'website-url', variable: 'WEBSITE_URL' },
  DEVELOPER_NAME: { option: 'developer', variable: 'DEVELOPER_NAME' },
  VERSION: { option: 'version', variable: 'TEAMS_APP_VERSION' },
};

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const HOST = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}$/i;
/** Schema: at most 32 characters. */
const LONGEST_NAME = 32;

const isHttpsUrl = (text: string): boolean => URL.parse(text)?.protocol === 'https:';

const CHECKS: Readonly<Record<Placeholder, readonly [(text: string) => boolean, string]>> = {
  BOT_ID: [(text) => GUID.test(text), "the bot's application id, a GUID"],
  APP_ID: [(text) => GUID.test(text), 'the id of the Teams app, a GUID'],
  BOT_DOMAIN: [(text) => HOST.test(text), 'the host name the bot is reached at, without scheme, port or path'],
  PRIVACY_URL: [isHttpsUrl, 'the https:// address of your privacy statement'],
  TERMS_URL: [isHttpsUrl, 'the https:// address of your terms of use'],
  WEBSITE_URL: [isHttpsUrl, 'the https:// address where people find help with the bot'],
  DEVELOPER_NAME: [
    (text) => text.length <= LONGEST_NAME,
    `the name of who runs the bot, at most ${LONGEST_NAME} characters`,
  ],
  VERSION: [(text) => /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(text), 'a version such as 1.0.0'],
};

const PLACEHOLDERS = Object.keys(SOURCES) as readonly Placeholder[];

/**
 * @param options by name, without leading dashes
 * @param environment used for options that are absent
 * @param version of the app, if no option gives one
 */
export function readPackageValues(
  options: Readonly<Record<string, string | boolean | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
  version: string,
):
  | { readonly kind: 'read'; readonly values: PackageValues }
  | { readonly kind: 'wrong'; readonly mistakes: readonly string[] } {
  const given = (placeholder: Placeholder): string => {
    const { option, variable } = SOURCES[placeholder];
    const value = options[option];
    return (typeof value === 'string' ? value : (environment[variable] ?? '')).trim();
  };
  const values: PackageValues = {
    BOT_ID: given('BOT_ID'),
    APP_ID: given('APP_ID') || given('BOT_ID'),
    BOT_DOMAIN: given('BOT_DOMAIN'),
    PRIVACY_URL: given('PRIVACY_URL'),
    TERMS_URL: given('TERMS_URL'),
    WEBSITE_URL: given('WEBSITE_URL'),
    DEVELOPER_NAME: given('DEVELOPER_NAME'),
    VERSION: given('VERSION') || version,
  };
  const mistakes = PLACEHOLDERS.flatMap((placeholder) => {
    // Reported once, for the bot id.
    if (placeholder === 'APP_ID' && given('APP_ID') === '') return [];
    const { option, variable } = SOURCES[placeholder];
    const [isRight, meaning] = CHECKS[placeholder];
    if (values[placeholder] === '') return [`--${option} (or ${variable}) is missing: ${meaning}.`];
    return isRight(values[placeholder]) ? [] : [`--${option} (or ${variable}) must be ${meaning}.`];
  });
  return mistakes.length === 0 ? { kind: 'read', values } : { kind: 'wrong', mistakes };
}

/** Replaces `${{NAME}}` by its value in every text of the manifest. */
export function fillIn(template: unknown, values: PackageValues): unknown {
  if (typeof template === 'string') {
    return template.replaceAll(/\$\{\{(\w+)\}\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? values[name as Placeholder] : whole,
    );
  }
  if (Array.isArray(template)) return template.map((item) => fillIn(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillIn(value, values)]));
}

/** The bot's registration: whether it gets a token for the connector, and whether the channel's keys can be read. */
import { SigningKeys } from '../chat/inbound/signing-keys.ts';
import { ConnectorToken } from '../chat/outbound/connector-token.ts';
import { createChannelHttp, type ChannelHttp } from '../chat/outbound/http.ts';
import { UpstreamError } from '../core/errors.ts';
import { ok, outcomeOf, problem, report, warning, type Context, type Finding, type Verdict } from './check.ts';

export async function checkRegistration({ settings, clock }: Context): Promise<readonly Finding[]> {
  const { bot, authentication, proxy } = settings;
  if (authentication === 'off') {
    const found = 'BOT_AUTHENTICATION is off: anybody on this machine can be anybody to the bot';
    return report(
      'bot',
      bot.appId || 'no registration',
      warning(found, 'Leave it out wherever it is more than a trial.'),
    );
  }
  const http = createChannelHttp({ clock, proxy });
  try {
    const { host } = new URL(bot.toBotFromChannelOpenIdMetadataUrl);
    const [token, keys] = await Promise.all([
      checkToken(settings, http, clock),
      checkKeys(host, bot.toBotFromChannelOpenIdMetadataUrl, http, clock),
    ]);
    return [...report('bot', bot.appId, token), ...report('channel', host, keys)];
  } finally {
    await http.close();
  }
}

async function checkToken(settings: Context['settings'], http: ChannelHttp, clock: Context['clock']): Promise<Verdict> {
  const { appType, toChannelFromBotLoginUrl } = settings.bot;
  const error = await outcomeOf(new ConnectorToken({ settings, http, clock }).get());
  if (!(error instanceof UpstreamError)) return ok(`gets its token for the connector (${appType})`);
  const { code, status, reason, transient } = error;
  const facts = [code, status && `HTTP ${status}`, reason].filter((fact) => fact !== undefined);
  const found = `gets no token for the connector (${facts.join(', ')})`;
  if (appType === 'UserAssignedMSI') {
    return problem(
      found,
      transient
        ? 'A managed identity exists only on Azure: run the doctor where the bot runs.'
        : 'Check that the identity of MicrosoftAppId is assigned to this machine.',
    );
  }
  return problem(
    found,
    transient
      ? `Check the way to ${new URL(toChannelFromBotLoginUrl).host}.`
      : 'Check MicrosoftAppId, MicrosoftAppTenantId and MicrosoftAppType; the secret in MicrosoftAppPassword may have ended.',
  );
}

async function checkKeys(
  host: string,
  metadataUrl: string,
  http: ChannelHttp,
  clock: Context['clock'],
): Promise<Verdict> {
  let reason = '';
  const silent = (): undefined => undefined;
  const error = (fields: object): void => {
    reason = 'reason' in fields ? String(fields.reason).replace(/^Error: /, '') : '';
  };
  const log = { debug: silent, info: silent, warn: silent, error };
  // Any id: only whether the keys can be read matters.
  const { kind } = await new SigningKeys({ metadataUrl, http, clock, log }).find('doctor');
  if (kind !== 'unavailable') return ok('the keys that its messages are signed with can be read');
  return problem(
    `the keys that its messages are signed with cannot be read (${reason})`,
    `Check ToBotFromChannelOpenIdMetadataUrl and ChannelService, and the way to ${host}.`,
  );
}

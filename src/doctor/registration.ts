/** The bot's registration: whether it gets a token for the connector, and whether the channel's keys can be read. */
import { createChannelHttp } from '../chat/outbound/http.ts';
import type { ChannelHttp } from '../chat/outbound/http.ts';
import { createConnectorToken } from '../chat/outbound/connector-token.ts';
import { createSigningKeys } from '../chat/inbound/signing-keys.ts';
import { UpstreamError } from '../core/errors.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { Clock } from '../core/platform.ts';
import { tell } from './finding.ts';
import type { Finding } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

export async function checkRegistration({ settings, clock }: Surroundings): Promise<readonly Finding[]> {
  const { bot, authentication, proxy } = settings;
  if (authentication === 'off') {
    const { warning } = tell('bot', bot.appId || 'no registration');
    const found = 'BOT_AUTHENTICATION is off: anybody on this machine can be anybody to the bot';
    return [warning(found, 'Leave it out wherever it is more than a trial.')];
  }
  const http = createChannelHttp({ clock, proxy });
  try {
    return await Promise.all([checkToken(settings, http, clock), checkKeys(bot, http, clock)]);
  } finally {
    await http.close();
  }
}

async function checkToken(settings: Settings, http: ChannelHttp, clock: Clock): Promise<Finding> {
  const { bot } = settings;
  const { ok, problem } = tell('bot', bot.appId);
  try {
    await createConnectorToken({ settings, http, clock }).get();
    return ok(`gets its token for the connector (${bot.appType})`);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const facts = [error.code, error.status === undefined ? undefined : `HTTP ${error.status}`, error.reason];
    const found = `gets no token for the connector (${facts.filter((fact) => fact !== undefined).join(', ')})`;
    return problem(found, remedyFor(bot, error.transient));
  }
}

function remedyFor({ appType, toChannelFromBotLoginUrl }: Settings['bot'], isWay: boolean): string {
  if (appType === 'UserAssignedMSI') {
    return isWay
      ? 'A managed identity is to be had on Azure alone: run the doctor where the bot runs.'
      : 'Check that the identity of MicrosoftAppId is assigned to this machine.';
  }
  return isWay
    ? `Check the way to ${new URL(toChannelFromBotLoginUrl).host}.`
    : 'Check MicrosoftAppId, MicrosoftAppTenantId and MicrosoftAppType; the secret in MicrosoftAppPassword may have ended.';
}

async function checkKeys(bot: Settings['bot'], http: ChannelHttp, clock: Clock): Promise<Finding> {
  const metadataUrl = bot.toBotFromChannelOpenIdMetadataUrl;
  const { host } = new URL(metadataUrl);
  const { ok, problem } = tell('channel', host);
  let reason = '';
  const silent = (): undefined => undefined;
  const log = {
    debug: silent,
    info: silent,
    warn: silent,
    error: (fields: object) => void (reason = 'reason' in fields ? String(fields.reason).replace(/^Error: /, '') : ''),
  };
  // Any id will do: what matters is whether the keys could be read.
  const { kind } = await createSigningKeys({ metadataUrl, http, clock, log }).find('doctor');
  return kind === 'unavailable'
    ? problem(
        `the keys that its messages are signed with cannot be read (${reason})`,
        `Check ToBotFromChannelOpenIdMetadataUrl and ChannelService, and the way to ${host}.`,
      )
    : ok('the keys that its messages are signed with can be read');
}

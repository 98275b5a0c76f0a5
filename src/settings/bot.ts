/** The bot's registration and Bot Framework's endpoints. */
import { PUBLIC_CLOUD, US_GOVERNMENT_CHANNEL, US_GOVERNMENT_CLOUD } from './clouds.ts';
import type { BotEndpoints } from './clouds.ts';
import type { SettingName } from './definitions.ts';
import type { Parse, Reader } from './reader.ts';
import type { BotSettings } from './types.ts';
import { endpoint } from './urls.ts';
import { applicationId, guid, line, oneOf } from './values.ts';

const ENDPOINTS: readonly (readonly [keyof BotEndpoints, SettingName, Parse<string>])[] = [
  ['toBotFromChannelOpenIdMetadataUrl', 'ToBotFromChannelOpenIdMetadataUrl', endpoint],
  ['toBotFromChannelTokenIssuer', 'ToBotFromChannelTokenIssuer', line],
  ['toChannelFromBotLoginUrl', 'ToChannelFromBotLoginUrl', endpoint],
  ['toChannelFromBotOAuthScope', 'ToChannelFromBotOAuthScope', line],
  ['toBotFromEmulatorOpenIdMetadataUrl', 'ToBotFromEmulatorOpenIdMetadataUrl', endpoint],
  ['oAuthUrl', 'OAuthUrl', endpoint],
];

/** @param needed whether the registration must be given: it need not where nothing is signed */
export function readBot(reader: Reader<SettingName>, needed: boolean): BotSettings {
  const appType = reader.optional('MicrosoftAppType', oneOf('SingleTenant', 'UserAssignedMSI', 'MultiTenant'));
  if (needed && !reader.has('MicrosoftAppType')) {
    reader.mistake('MicrosoftAppType', 'is missing. Set it to SingleTenant, UserAssignedMSI or MultiTenant.');
  }
  const text = (name: SettingName, parse: Parse<string>, wanted: boolean, remedy: string): string =>
    needed && wanted ? reader.required(name, parse, remedy, '') : reader.orElse(name, parse, '');

  const appId = text('MicrosoftAppId', applicationId, true, "Set it to the application id of the bot's registration.");
  const appPassword = text(
    'MicrosoftAppPassword',
    line,
    appType !== 'UserAssignedMSI',
    "Set it to a client secret of the bot's registration; only a UserAssignedMSI has none.",
  );
  const appTenantId = text(
    'MicrosoftAppTenantId',
    guid,
    appType !== 'MultiTenant',
    "Set it to the tenant id of the bot's registration; only a MultiTenant bot may have none.",
  );
  const channelService = reader.orElse('ChannelService', endpoint, '');
  return {
    appType: appType ?? 'SingleTenant',
    appId,
    appPassword: appType === 'UserAssignedMSI' ? '' : appPassword,
    appTenantId,
    channelService,
    ...readEndpoints(reader, channelService),
  };
}

/** Bot Framework drops all of its defaults once a single endpoint is set, so every one that is not set is filled in. */
function readEndpoints(reader: Reader<SettingName>, channelService: string): BotEndpoints {
  const isGovernment = channelService.replace(/\/$/, '').toLowerCase() === US_GOVERNMENT_CHANNEL;
  const isOwnCloud = channelService !== '' && !isGovernment;
  const missing = ENDPOINTS.filter(([, name]) => !reader.has(name)).map(([, name]) => name);
  if (isOwnCloud && missing.length > 0) {
    reader.mistake(
      'ChannelService',
      `names a cloud that is not known here. Set ${missing.join(', ')} too, leave it out for the public cloud, ` +
        `or set it to ${US_GOVERNMENT_CHANNEL}.`,
    );
  }
  const endpoints = { ...(isGovernment ? US_GOVERNMENT_CLOUD : PUBLIC_CLOUD) };
  for (const [key, name, parse] of ENDPOINTS) endpoints[key] = reader.orElse(name, parse, endpoints[key]);
  return endpoints;
}

/** The settings of how operators sign in, as parts of definitions.ts. */
import * as parse from './parsers.ts';

export const BROWSER_SIGN_IN = {
  SIGN_IN: {
    parse: parse.oneOf('device-code', 'browser', 'both'),
    description:
      'How operators sign in: with a code (`device-code`), in the browser (`browser`), or with either (`both`). ' +
      '[Choose how people sign in](choose-sign-in.md). Administrators always sign in with a code.',
    defaultValue: 'device-code',
  },
  PUBLIC_URL: {
    parse: parse.origin,
    description: "Origin at which people's browsers reach the bot, such as `https://bot.example.com`.",
    required: 'where `SIGN_IN` is `browser` or `both`',
    remedy: "Set it to the origin at which people's browsers reach the bot, such as https://bot.example.com.",
  },
  OPERATOR_CREDENTIAL: {
    parse: parse.oneOf('managed-identity', 'certificate', 'secret'),
    description:
      "How the operators' application proves itself when somebody has signed in in the browser, and when such a session is " +
      'renewed: by the managed identity of the bot (`managed-identity`, which the application trusts as a federated credential), ' +
      'by `OPERATOR_CERTIFICATE` (`certificate`) or by `OPERATOR_SECRET` (`secret`).',
    required: 'where `SIGN_IN` is `browser` or `both`',
    remedy: 'Set it to managed-identity, certificate or secret.',
  },
  OPERATOR_CERTIFICATE: {
    parse: parse.text,
    description: 'PEM file with the certificate and its private key (PKCS #8, without a password).',
    required: 'with `OPERATOR_CREDENTIAL=certificate`',
    remedy: 'Set it to the path of a PEM file with the certificate and its private key.',
  },
  OPERATOR_SECRET: {
    parse: parse.line,
    description: "Client secret of the operators' application.",
    required: 'with `OPERATOR_CREDENTIAL=secret`',
    remedy: "Set it to a client secret of the operators' application.",
    secret: true,
  },
} as const;

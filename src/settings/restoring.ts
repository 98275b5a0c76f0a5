/** The settings of restoring, as parts of definitions.ts. */
import * as parse from './parsers.ts';

/** `true` and `false` come from before there were two kinds of access. */
const downloads: parse.Parse<'off' | 'operators' | 'all'> = (value) => {
  const before: Readonly<Record<string, string>> = { true: 'all', false: 'off' };
  return parse.oneOf('off', 'operators', 'all')(before[value.toLowerCase()] ?? value);
};

export const RESTORING = {
  RESTORE_CHANNEL: {
    section: 'Restoring',
    parse: parse.teamsChannel,
    description:
      'A channel in Teams that gets [a line for each restore](restoring.md#a-line-for-each-restore) that has ended: the link that ' +
      '**Get link to channel** gives, or the id in it (`19:…@thread.tacv2`).',
  },
  DUTY_TEAM: {
    parse: parse.teamsTeam,
    description:
      'A team in Teams whose members get what people [ask to be restored](user-guide/ask.md), beside those who are on duty: the link ' +
      'that **Get link to team** gives, or the id in it. The app is installed in it.',
  },
  REASON: {
    parse: parse.oneOf('optional', 'required'),
    description:
      '`required`: **Restore**, **Export** and **Download** ask for a reason, as they always ask administrators. The audit log records ' +
      "it, and the backup service that of an operator's restore.",
    defaultValue: 'optional',
  },
  REASON_PATTERN: {
    parse: parse.pattern,
    description:
      "Regular expression that a reason has to match, such as `INC\\d{7}` for ticket numbers (in a file: `'INC\\d{7}'`, in quotes). It may match anywhere in the reason; " +
      '`^` and `$` anchor it. Case matters. [RE2 syntax](https://github.com/google/re2/wiki/Syntax): no lookaround, no ' +
      'backreferences. An empty reason is accepted unless `REASON=required`. The person sees the expression where the reason ' +
      'does not match.',
    defaultText: 'none',
  },
  EXPORT_POSTS: {
    parse: parse.trueOrFalse,
    description:
      'Whether posts of Teams can be exported as a file into the chat with the person who asked: ' +
      '[Hand posts over as a file](restoring.md#hand-posts-over-as-a-file).',
    defaultValue: 'true',
  },
  DOWNLOADS: {
    parse: downloads,
    description:
      'Who can download single mails, documents and files into the chat: `operators`, with their own rights; `all`, administrators ' +
      'who signed in app-only as well, from all data and **without the code that a restore of theirs takes**; or `off`. ' +
      "Operators can then save other people's data to their own OneDrive: " +
      '[Hand single items over](restoring.md#hand-single-items-over). `true` and `false` mean `all` and `off`.',
    defaultValue: 'off',
  },
  RESTORE_ELSEWHERE: {
    parse: parse.trueOrFalse,
    description:
      'Whether administrators who signed in app-only may restore mail and files to the mailbox or OneDrive of somebody else, into a ' +
      'folder of its own. That discloses them, and nobody else confirms it: ' +
      '[Restore as administrator](restoring.md#restore-as-administrator).',
    defaultValue: 'false',
  },
  ALLOWED_UPLOAD_HOSTS: {
    parse: parse.listOf(parse.hostName),
    description:
      'Hosts that exported files may be uploaded to, with the hosts under them, comma-separated. **Set it to the OneDrive of your ' +
      'tenant, `contoso-my.sharepoint.com`:** the default admits that of every tenant. A loopback host that is listed may use plain HTTP.',
    defaultText:
      "Microsoft's hosts in the cloud of `AUTH_URL`: `sharepoint.com` and `1drv.com`; `sharepoint.us` and `sharepoint-mil.us`; `sharepoint.cn`",
  },
} as const;

/** Of one organization. */
export const RESTORING_AS_ADMINISTRATOR = {
  RESTORE_APPLICATION_ID: {
    parse: parse.applicationId,
    description:
      'Application in the tenant of the organization whose device codes approve restores as administrator, usually the one that ' +
      'the organization is backed up with; never the one for sign-in. Its permissions: [Approval of ' +
      'restores](entra-applications.md#approval-of-restores).',
    defaultText: 'left to the backup service, which may refuse a request that names none',
  },
  RESTORE_APPLICATION_NAME: {
    parse: parse.displayName,
    description:
      "The name of that application on Microsoft's page. The card with the code tells people to continue only if the page shows it.",
    defaultText: 'the card names no application',
  },
  RESTORE_CERTIFICATE: {
    parse: parse.text,
    description:
      'Certificate of `RESTORE_APPLICATION_ID` with its private key, as PFX in Base64, or the path of a file that holds this text. ' +
      'With it restores as administrator take no code, have **the rights of the application over all mailboxes and sites**, and ' +
      'require `APPROVAL`. Only where device codes cannot be used.',
    secret: true,
  },
  RESTORE_CERTIFICATE_PASSWORD: {
    parse: parse.line,
    description: 'Password of `RESTORE_CERTIFICATE`.',
    defaultText: 'none: the file has no password',
    secret: true,
  },
  RESTORE_IMPERSONATION_ACCOUNT: {
    parse: parse.emailAddress,
    description:
      'Mail address of the account that the service restores mailboxes, sites and teams as. `RESTORE_CERTIFICATE` needs it, and ' +
      '`RESTORE_APPLICATION_ID`.',
  },
} as const;

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
      'A channel in Teams that gets one line for each restore that has ended: kind, outcome, counts and reference, never a name. ' +
      'The link that **Get link to channel** gives, or the id in it (`19:…@thread.tacv2`). The app has to be in its team: ' +
      '[A line for each restore](operations.md#a-line-for-each-restore).',
  },
  REASON: {
    parse: parse.oneOf('optional', 'required'),
    description:
      '`required`: **Restore**, **Export** and **Download** ask for a reason. That of a restore is recorded at the backup service and ' +
      'in the audit log, the others in the audit log alone. Administrators are always asked for one, which the audit log alone records.',
    defaultValue: 'optional',
  },
  REASON_PATTERN: {
    parse: parse.pattern,
    description:
      'Regular expression that a reason has to match, such as `INC\\d{7}` for ticket numbers. It may match anywhere in the reason; ' +
      '`^` and `$` anchor it. Case matters. [RE2 syntax](https://github.com/google/re2/wiki/Syntax): no lookaround, no ' +
      'backreferences. An empty reason is accepted unless `REASON=required`. The person sees the expression where the reason ' +
      'does not match.',
    defaultText: 'none',
  },
  EXPORT_POSTS: {
    parse: parse.trueOrFalse,
    description:
      'Whether posts of Teams can be exported into the chat as a file, for the person who asked: ' +
      '[Hand posts over as a file](operations.md#hand-posts-over-as-a-file).',
    defaultValue: 'true',
  },
  DOWNLOADS: {
    parse: downloads,
    description:
      'Who can download single mails, documents and files into the chat: `operators`, with their own rights; `all`, administrators ' +
      'who signed in app-only as well, from the data of everybody and **without the code that a restore of theirs takes**; or `off`. ' +
      'What is downloaded leaves the backup for the OneDrive of whoever found it, and the service records a save: ' +
      '[Hand single items over](operations.md#hand-single-items-over). `true` and `false`, as before, mean `all` and `off`.',
    defaultValue: 'off',
  },
  RESTORE_ELSEWHERE: {
    parse: parse.trueOrFalse,
    description:
      'Whether administrators who signed in app-only may restore mail and files to another mailbox or OneDrive than the one the ' +
      'data came from, into a folder of its own; sites and teams go back to where they were. The mail of one person in the mailbox of another is a disclosure, and nobody else confirms it: ' +
      '[Restore as administrator](operations.md#restore-as-administrator).',
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
      'the organization is backed up with; never the one for sign-in. Its permissions: [Restore as ' +
      'administrator](operations.md#restore-as-administrator).',
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
      'With it restores as administrator take no code: **whoever may sign in app-only restores with the rights of the application ' +
      'over all mailboxes and sites, and no second person is asked.** Only where device codes cannot be used; keep it in a key vault.',
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

/** The settings of restoring, as part of definitions.ts. */
import * as parse from './parsers.ts';

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
      '`required`: **Restore** asks for a reason. It is recorded at the backup service and in the audit log either way.',
    defaultValue: 'optional',
  },
  REASON_PATTERN: {
    parse: parse.pattern,
    description:
      'Regular expression that a reason has to match, such as `INC\\d{7}` for ticket numbers. It may match anywhere in the reason; ' +
      '`^` and `$` anchor it. Case matters. An empty reason is accepted unless `REASON=required`. An expression that ' +
      'backtracks without end is refused at the start; the person sees the expression where the reason does not match.',
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
    parse: parse.trueOrFalse,
    description:
      'Whether single mails, documents and files can be downloaded into the chat, by the person who found them. Data of others then ' +
      'leave the backup for the OneDrive of whoever may restore them, and the service records a save: ' +
      '[Hand single items over](operations.md#hand-single-items-over).',
    defaultValue: 'false',
  },
  ALLOWED_UPLOAD_HOSTS: {
    parse: parse.listOf(parse.hostName),
    description:
      'Hosts that exported files may be uploaded to in addition to those under `sharepoint.com` and `1drv.com`, with the hosts ' +
      'under them, comma-separated; for instance `sharepoint.us` in another cloud. A loopback host that is listed may use plain HTTP.',
  },
} as const;

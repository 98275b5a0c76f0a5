/** What the service tells about an entry, behind the button of its row. */
import type { Entry } from '../../restore/backups/entries/entry.ts';
import type { TaskFacts } from '../../restore/state/task-views.ts';
import { kindRules } from '../../restore/backups/workloads/index.ts';
import type { Scene } from '../layout/context.ts';
import type { NamedPerson } from '../layout/names.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import { workloadWordsOf } from './naming.ts';
import { joined } from './task-card.ts';

const ATTACHMENTS_SHOWN = 20;

/**
 * In few lines: each costs 150 bytes of the 28 KB that Teams accepts. Empty if the row
 * already says everything.
 */
export function entryDetails(scene: Scene, task: TaskFacts, entry: Entry): readonly object[] {
  const { restore } = scene.words;
  const { formats } = scene;
  const { details: labels, labelled } = restore;
  const kind = kindRules(task.workload, entry, task.access);
  // What is different for an administrator is said above already.
  const name = workloadWordsOf(scene, task.workload).kinds[entry.kind] ?? entry.kind;
  const { who = '', importance, recurrence, percent, sizeBytes, createdBy } = entry;
  const { path: folders = [], times = [], attachments = [], attachmentSizes = [] } = entry;
  const said = (label: string, value: string | undefined): string => (value ? labelled(label, value) : '');
  const about = [
    plain(folders.join(' › '), LIMITS.path),
    sizeBytes === undefined ? '' : formats.size(sizeBytes),
    said(labels.importance, importance && labels[importance]),
    said(labels.percent, percent === undefined ? '' : formats.percent(percent)),
    said(labels.version, entry.version ?? entry.latestVersion),
  ];
  const [to, cc, bcc] = [entry.to, entry.cc, entry.bcc].map((list) => plain(list, LIMITS.title));
  const recipients = [to ?? '', said(labels.cc, cc), said(labels.bcc, bcc)];
  const when = [
    ...times.map(({ what, at }) => said(labels.times[what], formats.moment(at))),
    said(labels.recurrence, recurrence === '' ? labels.recurring : recurrence),
  ];
  const attached = attachments.slice(0, ATTACHMENTS_SHOWN).map((name, index) => {
    const size = attachmentSizes[index] ?? 0;
    return size === 0 ? name : `${name} (${formats.size(size)})`;
  });
  const details = (
    [
      [kind.who === 'from' ? restore.search.from : labels.who, personIn(who).address === undefined ? '' : who],
      [kind.to === 'attendees' ? labels.attendees : labels.to, joined(recipients)],
      [labels.when, joined(when)],
      [labels.attachments, attached.join(', ')],
      [labels.location, entry.location],
      [labels.createdBy, createdBy === who ? '' : createdBy],
      [name, joined([entry.company ?? '', entry.email ?? '', entry.phone ?? ''])],
    ] as const
  )
    .map(([label, value]) => ({ label: `${label}  `, value: plain(value, LIMITS.detail) }))
    .filter(({ value }) => value !== '');
  const value = plain(joined(about), LIMITS.detail);
  const isSaid = details.length === 0 && (kind.opens === true || value === '');
  return isSaid ? [] : [{ label: `${name}  `, value: value || '–' }, ...details];
}

/** `Billing <billing@fabrikam.com>`, or only one of the two. */
export function personIn(who: string): NamedPerson {
  const start = who.lastIndexOf('<');
  if (start < 0 || !who.trimEnd().endsWith('>')) return { name: who };
  return { name: who.slice(0, start).trim(), address: who.slice(start + 1, who.lastIndexOf('>')).trim() };
}

/** What the person can check after a restore, and where: with a link where the page opens with what they may do anyway. */
import { outlookOf, sitePageOf } from '../../../core/entra.ts';
import { rulesOf } from '../../backups/workloads/index.ts';
import { folderElsewhere } from '../../state/landing.ts';
import type { Restore, RestoreGroup } from '../../state/restore.ts';
import type { LandingFacts, RestoreProgressView } from '../../state/views.ts';

/**
 * Only to one's own mailbox and OneDrive, and to sites: to open somebody else's takes another right. A site's address is the service's,
 * so it is only shown under Microsoft's hosts of that cloud.
 */
function linkTo(
  { calls }: Restore,
  { scope, workload, target, landing }: RestoreGroup,
  index: number,
  authUrl: string,
) {
  const isOwn = scope.kind === 'own';
  const isSite = scope.kind === 'item' && scope.item.type === 'Site';
  if (target !== undefined || !(isOwn || isSite)) return undefined;
  const { outlookPages, kinds } = rulesOf(workload);
  if (outlookPages !== undefined) {
    const page = outlookPages[landing?.kind ?? Object.keys(kinds).find((kind) => kinds[kind]?.usual) ?? ''];
    const outlook = outlookOf(authUrl);
    return outlook === undefined || page === undefined ? undefined : `${outlook}${page}`;
  }
  const known = calls.flatMap(({ group, containerDetail = '' }) => (group === index ? [containerDetail] : []));
  const [address = '', ...others] = new Set(isSite ? [scope.item.detail] : known);
  return others.length === 0 ? sitePageOf(authUrl, address) : undefined;
}

/** Of a restore elsewhere: each call has one of its own. */
function foldersOf(restore: Restore, group: RestoreGroup, index: number): readonly (readonly string[])[] {
  const names = restore.calls.flatMap((call) =>
    call.group === index && call.progress.kind === 'ended' && call.progress.counts.restored > 0
      ? [folderElsewhere(restore, group, call)]
      : [],
  );
  return [...new Set(names)].map((name) => [name]);
}

/** @param authUrl of the organization's sign-in service, which tells the cloud */
export function withLandings(view: RestoreProgressView, restore: Restore, authUrl: string): RestoreProgressView {
  if (view.kind !== 'restore-ended') return view;
  const landings = view.restore.groups.flatMap(({ counts }, index): readonly LandingFacts[] => {
    const group = restore.groups[index];
    if (group?.landing === undefined || counts.restored === 0) return [];
    const landing = { ...group.landing, group: index, link: linkTo(restore, group, index, authUrl) };
    return group.target === undefined
      ? [landing]
      : foldersOf(restore, group, index).map((path) => ({ ...landing, path }));
  });
  return { ...view, landings };
}

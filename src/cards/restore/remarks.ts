/** What went otherwise than expected, in sentences. */
import type { Trouble } from '../../restore/model/service-error.ts';
import type { Remark } from '../../restore/model/task.ts';
import type { Scene } from '../context.ts';
import { LIMITS, plain } from '../layout/escape.ts';
import { formatsFor } from '../layout/formats.ts';
import { RESTORE_LIMITS } from '../layout/limits.ts';

export interface Remarked {
  /** Never the only sign: the sentences say it. */
  readonly style: 'good' | 'warning' | 'emphasis';
  readonly texts: readonly string[];
  /** In the service's own words. */
  readonly quoted: string;
}

const GOOD: ReadonlySet<Remark['code']> = new Set(['added', 'removed']);
const BY_THE_WAY: ReadonlySet<Remark['code']> = new Set(['reopened', 'list-emptied']);

export function remarkLines(scene: Scene, remark: Remark): Remarked {
  const quoted = 'detail' in remark ? plain(remark.detail ?? '', LIMITS.detail) : '';
  const style = GOOD.has(remark.code) ? 'good' : BY_THE_WAY.has(remark.code) ? 'emphasis' : 'warning';
  return { style, texts: texts(scene, remark), quoted };
}

/** What is wrong at the service, who can put it right, and what to do next. */
export function troubleLines(scene: Scene, trouble: Trouble): readonly string[] {
  const { restore, facts, notSignedIn } = scene.words;
  const { what, who, next } = restore.troubles[trouble];
  return [
    what,
    next,
    ...(who === 'nobody' || who === 'you' ? [] : [restore.labelled(facts.whoHelps, notSignedIn.whoHelps[who])]),
  ];
}

function texts(scene: Scene, remark: Remark): readonly string[] {
  const { remarks } = scene.words.restore;
  switch (remark.code) {
    case 'empty-before-first-backup':
      return [
        remark.firstAt === undefined
          ? remarks[remark.code]
          : remarks['empty-before-first-backup-of'](formatsFor(scene.context).moment(remark.firstAt)),
      ];
    case 'no-such-date':
    case 'no-point-before':
    case 'no-such-scope':
    case 'folder-name':
      return [remarks[remark.code](plain(remark.typed, RESTORE_LIMITS.person))];
    case 'added':
    case 'removed':
      return [remarks[remark.code](remark.count)];
    case 'list-full':
    case 'folders-too-full':
      return [remarks[remark.code](remark.most)];
    case 'service':
      return troubleLines(scene, remark.trouble);
    case 'nothing-found':
    case 'dates-reversed':
    case 'query-refused':
    case 'query-too-long':
    case 'nothing-chosen':
    case 'page-moved-on':
    case 'folder-empty':
    case 'no-versions':
    case 'no-points':
    case 'scope-taken-away':
    case 'item-gone':
    case 'reopened':
    case 'list-emptied':
      return [remarks[remark.code]];
  }
}

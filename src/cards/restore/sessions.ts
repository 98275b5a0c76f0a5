/** The service's last restore sessions. */
import type { SessionRow } from '../../restore/views.ts';
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button, destructive, namedButton } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { formatsFor, type Formats } from '../layout/formats.ts';
import { RESTORE_LIMITS } from '../layout/limits.ts';
import { framedCard } from './frame.ts';

type View = Of<'restore-sessions'>;

const MOST = 20;
const COLORS: Readonly<Record<SessionRow['state'], string>> = {
  running: 'Accent',
  looking: 'Default',
  success: 'Good',
  warning: 'Warning',
  failed: 'Attention',
};

export function sessionsCard(scene: Scene, view: View): RenderedCard {
  const { sessionsList: words } = scene.words.restore;
  const formats = formatsFor(scene.context);
  return framedCard(
    scene,
    'restoreSessions',
    { organization: view.organization },
    {
      title: words.title,
      said: view.rows.length === 0 ? [words.none] : [],
      buttons: [button(scene, 'find'), namedButton(scene, 'sessions', scene.words.restore.buttons.look, {})],
    },
    { rows: view.rows.slice(0, MOST).map((row) => sessionRow(scene, formats, row, view.stopped)) },
  );
}

function sessionRow(scene: Scene, formats: Formats, row: SessionRow, stopped: string | undefined): object {
  const { sessionsList: words, workload: workloads } = scene.words.restore;
  const isStopping = row.sessionId === stopped;
  const name = plain(row.scopeName ?? '', RESTORE_LIMITS.person);
  const what = row.workload === undefined ? '' : workloads[row.workload].name;
  const reason = plain(row.reason ?? '', RESTORE_LIMITS.detail);
  const when = [
    words.started(formats.moment(row.startedAt)),
    ...(row.endedAt === undefined ? [] : [words.ended(formats.moment(row.endedAt))]),
  ];
  return {
    title: [name, what].filter((part) => part !== '').join(' · ') || words.unnamed,
    state: words.states[row.state],
    color: COLORS[row.state],
    when: ` · ${when.join(' · ')}`,
    under: [...(reason === '' ? [] : [words.reason(reason)]), ...(isStopping ? [words.stopping] : [])].map((text) => ({
      text,
    })),
    buttons:
      row.stoppable && !isStopping ? [destructive(button(scene, 'stop-session', { session: row.sessionId }))] : [],
  };
}

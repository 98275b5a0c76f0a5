/** Views of finding and restoring → Adaptive Cards 1.5. */
import type { RestoreView } from '../../restore/views.ts';
import type { View } from '../../sign-in/views.ts';
import type { RenderedCard, Scene } from '../context.ts';
import { listCard } from './steps/list.ts';
import { optionsCard } from './steps/options.ts';
import { endedCard } from './outcome.ts';
import { pointCard } from './steps/point.ts';
import { runningCard, unclearCard, unwatchedCard } from './progress.ts';
import { reasonCard } from './steps/reason.ts';
import { restoreNoticeCard, taskClosedCard, taskMovedCard } from './notice.ts';
import { resultsCard } from './steps/results.ts';
import { scopeCard } from './steps/scope.ts';
import { searchCard } from './steps/search.ts';
import { sessionsCard } from './sessions.ts';
import { summaryCard } from './steps/confirm.ts';
import { versionsCard } from './steps/versions.ts';
import { workloadCard } from './steps/workload.ts';

export function isRestoreView(view: View | RestoreView): view is RestoreView {
  return view.kind.startsWith('task-') || view.kind.startsWith('restore-');
}

/**
 * The card of a view. What is found is private: where others would see it, a card says only that. `summary`,
 * `fallbackText` and `speak` hold neither names nor subjects.
 */
export function renderRestore(view: RestoreView, scene: Scene): RenderedCard {
  if (scene.discreet && view.kind !== 'restore-notice') return restoreNoticeCard(scene, { code: 'personal-only' });
  switch (view.kind) {
    case 'task-scope':
      return scopeCard(scene, view);
    case 'task-workload':
      return workloadCard(scene, view);
    case 'task-point':
      return pointCard(scene, view);
    case 'task-search':
      return searchCard(scene, view);
    case 'task-results':
      return resultsCard(scene, view);
    case 'task-versions':
      return versionsCard(scene, view);
    case 'task-list':
      return listCard(scene, view);
    case 'task-options':
      return optionsCard(scene, view);
    case 'task-reason':
      return reasonCard(scene, view);
    case 'task-summary':
      return summaryCard(scene, view);
    case 'task-moved':
      return taskMovedCard(scene);
    case 'task-closed':
      return taskClosedCard(scene, view);
    case 'restore-running':
      return runningCard(scene, view);
    case 'restore-unwatched':
      return unwatchedCard(scene, view);
    case 'restore-unclear':
      return unclearCard(scene, view);
    case 'restore-ended':
      return endedCard(scene, view);
    case 'restore-sessions':
      return sessionsCard(scene, view);
    case 'restore-notice':
      return restoreNoticeCard(scene, view.notice);
  }
}

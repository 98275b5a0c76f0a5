import type { View } from '../sign-in/views.ts';
import type { RestoreView } from './views.ts';

/** What to show the asker; `posted` when it stands in the conversation already. */
export interface RestoreReply {
  readonly view: View | RestoreView;
  readonly posted: boolean;
}

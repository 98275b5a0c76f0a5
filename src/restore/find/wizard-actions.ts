/** What the buttons of a task's card request; chat/ parses them from the client's data. */
import type { RestoreOptions, Workload } from '../model/catalog.ts';
import type { Form, Step } from '../model/task.ts';

export type TaskPress =
  /** To a step: **Back**, **Change**, **Narrow**, **Show list**. */
  | { readonly kind: 'go'; readonly to: Step }
  /** `own` or a scope item's id; absent: nothing was chosen. */
  | { readonly kind: 'scope'; readonly choice?: string | undefined }
  | { readonly kind: 'workload'; readonly workload: Workload }
  | {
      readonly kind: 'point';
      /** `latest`, or a restore point's id. */
      readonly choice?: string | undefined;
      /** A date, or words such as "before 1 March", "yesterday". */
      readonly typed?: string | undefined;
      readonly showDeleted: boolean;
    }
  | { readonly kind: 'search'; readonly form: Form }
  | { readonly kind: 'browse' }
  /** To another page; ticked entries are added to the list. */
  | { readonly kind: 'page'; readonly page: number; readonly entries?: readonly string[] | undefined }
  /** A folder or a container, by key or id. */
  | { readonly kind: 'open'; readonly entry: string }
  | { readonly kind: 'up' }
  | { readonly kind: 'versions'; readonly entry: string }
  | { readonly kind: 'add'; readonly entries: readonly string[] }
  | { readonly kind: 'remove'; readonly entries: readonly string[] }
  | { readonly kind: 'list-page'; readonly page: number }
  /** Expands folders and goes to the options. */
  | { readonly kind: 'choose-options' }
  | { readonly kind: 'options'; readonly options: RestoreOptions }
  | { readonly kind: 'reason'; readonly reason?: string | undefined }
  | { readonly kind: 'restore' }
  | { readonly kind: 'done' };

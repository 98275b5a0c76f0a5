/** What the buttons of the second heart's cards ask for. chat/ reads them out of what the client sent. */
import type { RestoreOptions, Workload } from '../model/catalog.ts';
import type { Form, Step } from '../model/task.ts';

/** A button of a task's card. */
export type TaskPress =
  /** To a step, with nothing filled in: **Back**, **Change**, **Narrow**, **Show list**. */
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
  /** Look into folders instead of searching. */
  | { readonly kind: 'browse' }
  /** Turns the page; what was ticked on the one before goes on the list. */
  | { readonly kind: 'page'; readonly page: number; readonly entries?: readonly string[] | undefined }
  /** A folder or a container, by key or id. */
  | { readonly kind: 'open'; readonly entry: string }
  | { readonly kind: 'up' }
  | { readonly kind: 'versions'; readonly entry: string }
  | { readonly kind: 'add'; readonly entries: readonly string[] }
  | { readonly kind: 'remove'; readonly entries: readonly string[] }
  | { readonly kind: 'list-page'; readonly page: number }
  /** Counts the folders out and goes to the options. */
  | { readonly kind: 'choose-options' }
  | { readonly kind: 'options'; readonly options: RestoreOptions }
  | { readonly kind: 'reason'; readonly reason?: string | undefined }
  | { readonly kind: 'restore' }
  | { readonly kind: 'done' };

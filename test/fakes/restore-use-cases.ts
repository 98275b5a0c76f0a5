import type { SessionHistory } from '../../src/restore/run/calls/history.ts';
import type { RestoreService } from '../../src/restore/run/service.ts';
import type { FourEyes } from '../../src/restore/four-eyes/four-eyes.ts';
import type { FileExports } from '../../src/restore/export/file-exports.ts';
import type { HeldFiles } from '../../src/restore/export/held.ts';
import type { RestoreReply } from '../../src/restore/state/views.ts';
import type { TaskCommands } from '../../src/restore/find/wizard.ts';
import type { ScopeChoice } from '../../src/restore/state/task-views.ts';
import type { RestoreView } from '../../src/restore/state/views.ts';
import type { Asker } from '../../src/core/person.ts';

export interface FakeRestoreUseCases {
  readonly wizard: TaskCommands;
  readonly restores: Pick<RestoreService, keyof RestoreService>;
  readonly sessionHistory: Pick<SessionHistory, keyof SessionHistory>;
  readonly fourEyes: Pick<FourEyes, 'press' | 'isApprover'>;
  readonly fileExports: Pick<FileExports, 'answer'>;
  readonly heldFiles: Pick<HeldFiles, 'withdraw'>;
  /** Its calls, oldest first: the method and the arguments without the asker. */
  readonly asked: readonly (readonly unknown[])[];
  /** Who asked last. */
  readonly asker: Asker | undefined;
  /** Its answer from now on. */
  reply: RestoreReply | Promise<RestoreReply> | Error;
  choices: readonly ScopeChoice[] | Promise<readonly ScopeChoice[]> | Error;
}

export const asView = (view: RestoreView, kind: RestoreReply['kind'] = 'render'): RestoreReply => ({ kind, view });

/** The restore use cases with scripted answers and recorded calls. */
export function createFakeRestoreUseCases(): FakeRestoreUseCases {
  const asked: (readonly unknown[])[] = [];
  let asker: Asker | undefined;
  const domain = {
    asked,
    get asker() {
      return asker;
    },
    reply: asView({ kind: 'task-moved' }) as FakeRestoreUseCases['reply'],
    choices: [] as FakeRestoreUseCases['choices'],
  };
  const answer =
    (name: string) =>
    async (from: Asker, ...rest: readonly unknown[]): Promise<RestoreReply> => {
      asker = from;
      asked.push([name, ...rest]);
      if (domain.reply instanceof Error) throw domain.reply;
      return domain.reply;
    };
  const nothing = async (): Promise<undefined> => undefined;
  return Object.assign(domain, {
    wizard: {
      find: answer('find'),
      scope: answer('scope'),
      points: answer('points'),
      list: answer('list'),
      press: answer('task press'),
      async suggest(from: Asker, typed: string, most: number) {
        asker = from;
        asked.push(['suggest', typed, most]);
        if (domain.choices instanceof Error) throw domain.choices;
        return domain.choices;
      },
    },
    fourEyes: { press: answer('approval press'), isApprover: async () => false },
    fileExports: { answer: answer('consent') },
    heldFiles: { withdraw: answer('withdraw file') },
    sessionHistory: { list: answer('sessions'), show: answer('session'), stop: answer('stop session') },
    restores: {
      press: answer('restore press'),
      look: answer('restore look'),
      isActive: () => Promise.resolve(false),
      isRestoringFor: async () => false,
      mayStillRun: () => Promise.resolve(false),
      resume: nothing,
      awaited: nothing,
      decided: nothing,
      named: nothing,
    },
  });
}

/** Whose data: the card that asks, and the titles of its choices. */
import type { ScopeChoice } from '../../../restore/views.ts';
import type { Of, RenderedCard, Scene } from '../../context.ts';
import { primary, taskButton } from '../../layout/buttons.ts';
import { plain } from '../../layout/escape.ts';
import { RESTORE_LIMITS } from '../../layout/limits.ts';
import { wordsFor } from '../../text/index.ts';
import { SCOPE_DATASET } from '../../verbs.ts';
import { formCard, steps } from '../frame.ts';
import { choiceInput, row, type Option } from '../inputs.ts';

type View = Of<'task-scope'>;

/** Choices as the picker and its type-ahead show them. */
export function scopeOptions(choices: readonly ScopeChoice[], locale: string | undefined): readonly Option[] {
  const { scope } = wordsFor(locale).restore;
  return choices.map(({ value, name, detail }) => {
    if (value === 'own') return { title: scope.you, value };
    const [shown, beside] = [plain(name, RESTORE_LIMITS.choice), plain(detail ?? '', RESTORE_LIMITS.choice)];
    return { title: shown === '' || beside === '' ? shown || beside || value : `${shown} (${beside})`, value };
  });
}

export function scopeCard(scene: Scene, view: View): RenderedCard {
  const { scope, buttons } = scene.words.restore;
  const { task, choices, all, sites, teams } = view;
  const typed = plain(view.typed ?? '', RESTORE_LIMITS.person);
  const options = scopeOptions(choices, scene.context.locale);
  const shown = choices.filter(({ value }) => value !== 'own').length;
  return formCard(
    scene,
    task,
    {
      title: scope.title,
      said: [scope.intro, ...(typed === '' ? [] : [scope.typed(typed)])],
      notes: [
        ...(shown < all ? [scope.more(shown, all)] : []),
        ...(sites + teams > 0 ? [scope.notYet(sites, teams)] : []),
        scope.tip,
      ],
      buttons: [
        primary(taskButton(scene, task.taskId, buttons.continue, { kind: 'scope' })),
        steps(scene, task).done(),
      ],
    },
    [
      row(
        choiceInput('scope', scope.label, options, {
          style: 'filtered',
          placeholder: scope.placeholder,
          dataset: SCOPE_DATASET,
          value: options.length === 1 ? options[0]?.value : undefined,
        }),
      ),
    ],
  );
}

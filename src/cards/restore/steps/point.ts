/** As of when: the latest backup, one of a list, a day, or words. */
import type { DayOfPoints } from '../../../restore/views.ts';
import type { Of, RenderedCard, Scene } from '../../context.ts';
import { primary, taskButton } from '../../layout/buttons.ts';
import { formatsFor, type Formats } from '../../layout/formats.ts';
import { TYPED_LIMITS } from '../../layout/limits.ts';
import { formCard, steps } from '../frame.ts';
import { choiceInput, dateInput, row, textInput, toggleInput, type Option } from '../inputs.ts';

type View = Of<'task-point'>;

/** Leaves room for the rest of a card. */
const CHOICES_BYTES = 14_000;

export function pointCard(scene: Scene, view: View): RenderedCard {
  const { point: words, buttons } = scene.words.restore;
  const { task, days, latestAt, firstAt, moreDays, showDeleted } = view;
  const formats = formatsFor(scene.context);
  const { options, daysLeft } = choices(days, formats);
  const latest = latestAt === undefined ? words.latest : words.latestAt(formats.moment(latestAt));
  const chosen = task.point?.kind === 'at' ? task.point.id : 'latest';
  const isListed = options.some(({ value }) => value === chosen);
  const dayOf = (at: number | undefined): string | undefined => (at === undefined ? undefined : formats.isoDay(at));
  const earlier = moreDays + daysLeft;
  const { back, done } = steps(scene, task);
  return formCard(
    scene,
    task,
    {
      title: words.title,
      said: [words.intro, ...(days.length === 0 && latestAt === undefined ? [words.none] : [])],
      notes: [
        ...(earlier > 0 ? [words.more(earlier)] : []),
        ...(firstAt === undefined ? [] : [words.first(formats.moment(firstAt))]),
      ],
      buttons: [primary(taskButton(scene, task.taskId, buttons.continue, { kind: 'point' })), back('workload'), done()],
    },
    [
      row(
        choiceInput('point', words.label, [{ title: latest, value: 'latest' }, ...options], {
          style: 'compact',
          value: isListed ? chosen : 'latest',
        }),
      ),
      row(dateInput('day', words.day, { first: dayOf(firstAt), last: dayOf(latestAt) })),
      row(textInput('pointWords', words.words, { placeholder: words.wordsPlaceholder, most: TYPED_LIMITS.field })),
      row(toggleInput('showDeleted', words.showDeleted, showDeleted)),
    ],
  );
}

/** As many as find room, day by day, newest first. */
function choices(
  days: readonly DayOfPoints[],
  formats: Formats,
): { readonly options: readonly Option[]; readonly daysLeft: number } {
  const options: Option[] = [];
  let bytes = 0;
  for (const [index, { points }] of days.entries()) {
    const ofDay = points.map(({ id, backupTime }) => ({ title: formats.momentOfWeek(backupTime), value: id }));
    bytes += Buffer.byteLength(JSON.stringify(ofDay));
    if (bytes > CHOICES_BYTES) return { options, daysLeft: days.length - index };
    options.push(...ofDay);
  }
  return { options, daysLeft: 0 };
}

/** A restore under way: how far it is, and what to do where that is not known. */
import type { Counts } from '../../restore/model/restore.ts';
import type { RestoreFacts } from '../../restore/views.ts';
import type { Of, RenderedCard, Scene } from '../context.ts';
import { destructive, namedButton, primary, restoreButton, type Button } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { fact, moment, type Fact } from '../layout/facts.ts';
import { formatsFor } from '../layout/formats.ts';
import { LIMITS, RESTORE_LIMITS } from '../layout/limits.ts';
import { lines } from '../layout/message.ts';
import { framedCard, type Framed } from './frame.ts';

const CELLS = 20;

/** What a card of a restore shows beside the words around it; nothing of it by default. */
export interface ProgressPart {
  readonly bar?: { readonly text: string; readonly words: string } | undefined;
  readonly counts?: readonly object[] | undefined;
  readonly next?: readonly string[] | undefined;
  readonly failures?: readonly object[] | undefined;
  readonly page?: string | undefined;
  readonly paging?: readonly Button[] | undefined;
  readonly quoted?: readonly string[] | undefined;
  readonly facts?: readonly Fact[] | undefined;
}

export function progressCard(scene: Scene, restore: RestoreFacts, framed: Framed, part: ProgressPart): RenderedCard {
  const reference = scene.words.reference(plain(restore.restoreId, LIMITS.id));
  return framedCard(
    scene,
    'restoreProgress',
    restore,
    { ...framed, notes: [...(framed.notes ?? []), reference] },
    {
      bar: part.bar?.text ?? '',
      barWords: part.bar?.words ?? '',
      counts: part.counts ?? [],
      next: lines(part.next),
      failuresTitle: scene.words.restore.outcome.failures.title,
      failures: part.failures ?? [],
      page: part.page ?? '',
      paging: part.paging ?? [],
      quoted: lines(part.quoted),
      facts: part.facts ?? restoreFacts(scene, restore),
    },
  );
}

export function runningCard(scene: Scene, { restore, stopping }: Of<'restore-running'>): RenderedCard {
  const { outcome, buttons } = scene.words.restore;
  const { counts, restoreId } = restore;
  return progressCard(
    scene,
    restore,
    {
      title: stopping ? outcome.running.titleStopping : outcome.running.title,
      said: [
        stopping ? outcome.running.stopping : outcome.running.said,
        ...(counts.total === 0 ? [outcome.running.notCounted] : []),
      ],
      buttons: stopping ? [] : [destructive(restoreButton(scene, restoreId, buttons.stop, { kind: 'stop' }))],
    },
    { bar: bar(scene, counts), counts: counts.total === 0 ? [] : countColumns(scene, counts) },
  );
}

export function unwatchedCard(scene: Scene, { restore }: Of<'restore-unwatched'>): RenderedCard {
  const { outcome, buttons } = scene.words.restore;
  const { counts, restoreId } = restore;
  return progressCard(
    scene,
    restore,
    {
      title: outcome.unwatched.title,
      said: [outcome.unwatched.said],
      buttons: [
        primary(namedButton(scene, 'sign-in-again', scene.words.buttons['sign-in'], { flow: 'operator', below: true })),
        restoreButton(scene, restoreId, buttons.look, { kind: 'look' }),
      ],
    },
    { counts: counts.total === 0 ? [] : countColumns(scene, counts), next: [outcome.unwatched.next] },
  );
}

export function unclearCard(scene: Scene, { restore, looks }: Of<'restore-unclear'>): RenderedCard {
  const { outcome, buttons } = scene.words.restore;
  const { restoreId } = restore;
  return progressCard(
    scene,
    restore,
    {
      title: outcome.unclear.title,
      said: [outcome.unclear.said, outcome.unclear.looked(looks)],
      buttons: [
        primary(restoreButton(scene, restoreId, buttons.look, { kind: 'look' })),
        destructive(restoreButton(scene, restoreId, buttons.sendAgain, { kind: 'send-again' })),
        restoreButton(scene, restoreId, buttons.giveUp, { kind: 'give-up' }),
      ],
    },
    { next: [outcome.unclear.next, outcome.unclear.warning] },
  );
}

/** Restored, skipped and failed, of how many. */
export function countColumns(scene: Scene, counts: Counts): readonly object[] {
  const { counts: labels } = scene.words.restore.outcome;
  const formats = formatsFor(scene.context);
  return (['total', 'restored', 'skipped', 'failed'] as const).map((which) => ({
    label: labels[which],
    number: formats.number(counts[which]),
  }));
}

/** When it was begun and ended, and why. */
export function restoreFacts(scene: Scene, restore: RestoreFacts, endedAt?: number): readonly Fact[] {
  const { facts: labels } = scene.words.restore.outcome;
  const reason = restore.reason ?? '';
  return [
    moment(scene, labels.started, restore.startedAt),
    ...(endedAt === undefined ? [] : [moment(scene, labels.ended, endedAt)]),
    ...(reason === '' ? [] : [fact(labels.reason, reason, RESTORE_LIMITS.reason)]),
  ];
}

function bar(scene: Scene, { total, restored, skipped, failed }: Counts): ProgressPart['bar'] {
  if (total <= 0) return undefined;
  const share = Math.min((restored + skipped + failed) / total, 1);
  const full = Math.floor(share * CELLS);
  return {
    text: `${'█'.repeat(full)}${'░'.repeat(CELLS - full)}`,
    words: scene.words.restore.outcome.percent(Math.floor(share * 100)),
  };
}

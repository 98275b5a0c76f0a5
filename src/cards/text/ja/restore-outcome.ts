/** Texts about running and finished restores, in Japanese. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';

type RestoreWords = Words['restore'];

export const outcome = (n: FormatNumber): RestoreWords['outcome'] => ({
  running: {
    title: '復元しています',
    titleStopping: '復元を停止しています',
    text: '自動的に続きます。何時間後でも、結果をこのカードでお知らせします。',
    stopping: 'サービスに停止を依頼しました。復元済みのアイテムはそのまま残ります。',
    notCounted: 'サービスはまだ件数を数えていません。',
  },
  percent: (percent) => `${n(percent)}% 完了`,
  counts: { total: '合計', restored: '復元済み', skipped: 'スキップ', failed: '失敗' },
  unwatched: {
    title: '引き続き実行中です',
    text: '復元はバックアップ サービスで続いていますが、セッションが終了したため、状況を確認できなくなりました。',
    next: 'サインインすると、状況を確認できます。',
  },
  searching: {
    title: '復元を探しています',
    next: 'サービスの復元の一覧を確認しています。1 分以上かかることがあります。結果はこのカードに表示します。',
  },
  unclear: {
    title: '復元が始まったかどうかわかりません',
    text: '復元をサービスに送信しましたが、応答が失われました。',
    answered: '復元をサービスに送信しましたが、開始されたかどうかを示さないエラーが返されました。',
    waited:
      'この復元は 2 時間以上、送信を待っていました。その間に送信された可能性を否定できないため、先に確認しています。',
    unchecked: 'サービスの復元の一覧を確認できませんでした。',
    checked: (looks) => `サービスの復元の一覧を ${n(looks)} 回確認しましたが、見つかりませんでした。`,
    next: '数分後にもう一度確認してください。遅れているだけかもしれません。',
    warning:
      '再送信すると、すべてが二重に復元される可能性があります。ご自身で確認する場合は、「再送信しない」を選んでください。',
    part: (number, of, name, what) => `全 ${n(of)} 回のうち ${n(number)} 回目の分です: ${what}、${name}。`,
    left: (count) => `「再送信しない」を選ぶと、この分は送信されません。残りの ${n(count)} 回分は送信されます。`,
    due: {
      title: '確認が必要な復元があります',
      text: 'サービスがこの復元、またはその一部を開始したかどうかわかりません。選択されるまで、これ以上は何も送信しません。「表示」を押して選んでください。',
    },
  },
  ended: {
    leftOut: (count) =>
      `失敗したアイテムのうち ${n(count)} 件は、どのアイテムかをサービスが示していないため再試行できません。検索して、もう一度復元してください。`,
    title: {
      success: '復元しました',
      warning: '復元しました (警告あり)',
      failed: '復元に失敗しました',
      stopped: '復元は停止されました',
      refused: 'サービスが復元を拒否しました',
      unknown: '復元されたかどうかわかりません',
    },
    text: {
      success: '選んだアイテムはすべて復元されました。',
      skipped:
        '復元の必要はありませんでした。サービスがすべてスキップしました。通常は、アイテムがまだ存在するためです。',
      warning: '完了しましたが、予定どおりに復元されなかったアイテムがあります。',
      failed: '選んだアイテムの一部またはすべてが復元されませんでした。',
      stopped: 'それまでに復元したアイテムは残ります。',
      refused: '何も復元されませんでした。',
      unknown: '再送信はしていません。',
      sentAgain: '2 回以上送信しました。これ以上は送信しません。',
    },
    stoppedElsewhere: '復元はここではなく、サービス側で停止されました。それまでに復元したアイテムは残ります。',
    landings: { title: '復元したアイテムは次の場所にあります:', original: '元の場所' },
    uncounted:
      'サービスから各アイテムの結果が示されなくなったため、件数は最後に確認できたものです。詳しくは、「最近の復元」またはアイテム自体を確認してください。',
    dropped: {
      text: 'この復元のセッションは、サービスにもう残っていません。件数が表示されている場合は、最後に確認できたものです。',
      next: 'もう一度復元する前に、アイテムが戻っているかどうかを確認してください。',
    },
    nextRest: '残りを復元できます。',
    next: '失敗したアイテムは、もう一度試すことができます。',
  },
  over: '開始した復元が終了しました。',
  several: '複数の種類',
  failures: {
    title: '予定どおりに復元されなかったアイテム',
    status: { failed: '失敗', missing: '未復元', warning: '警告', skipped: 'スキップ' },
    notReached: '順番が来る前に停止されました。',
    noReason: 'サービスから理由は示されませんでした。',
  },
});

export const sessionsList: RestoreWords['sessionsList'] = {
  title: '最近の復元',
  none: 'まだありません。',
  noneMatch: '条件に合う復元セッションはありません。',
  noneYet:
    '新しい復元セッションの中には、条件に合うセッションがありません。さらに前を探すには「次のページ」を押してください。',
  states: {
    running: '実行中',
    looking: 'バックアップを閲覧中',
    success: '完了',
    warning: '完了 (警告あり)',
    failed: '失敗',
  },
  started: (moment) => `開始: ${moment}`,
  ended: (moment) => `終了: ${moment}`,
  reason: (reason) => `理由: ${reason}`,
  stopping: 'サービスに停止を依頼しました。',
  unnamed: '復元',
  update: '一覧を更新',
  session: '復元セッション',
  events: 'サービスの記録 (原文のまま):',
  noEvents: 'サービスにはまだ記録がありません。',
  eventStates: { cancelled: 'キャンセル', skipped: 'スキップ' },
  filter: {
    kind: '種類',
    anyKind: 'すべて',
    state: '状態',
    anyState: 'すべて',
    period: '期間',
    anyPeriod: 'すべて',
    within: (days) => (days === 1 ? '過去 24 時間' : `過去 ${days} 日間`),
  },
};

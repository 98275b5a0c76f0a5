/** Texts about running and finished restores, and about what went wrong, in Japanese. */
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
    text: '復元はバックアップ サービスで続いていますが、サインインが終了したため、状況を確認できなくなりました。',
    next: 'サインインすると、状況を確認できます。',
  },
  unclear: {
    title: '復元が始まったかどうかわかりません',
    text: '復元をサービスに送信しましたが、応答が失われました。',
    checked: (looks) => `サービスの復元の一覧を ${n(looks)} 回確認しましたが、見つかりませんでした。`,
    next: '数分後にもう一度確認してください。遅れているだけかもしれません。',
    warning:
      '再送信すると、すべてが二重に復元される可能性があります。ご自身で確認する場合は、「再送信しない」を選んでください。',
  },
  ended: {
    title: {
      success: '復元しました',
      warning: '復元しました (警告あり)',
      failed: '復元に失敗しました',
      stopped: '復元は停止されました',
      refused: 'サービスが復元を拒否しました',
    },
    text: {
      success: '選んだアイテムはすべて復元されました。',
      warning: '完了しましたが、予定どおりに復元されなかったアイテムがあります。',
      failed: '選んだアイテムのうち、復元されなかったものがあります。',
      stopped: 'それまでに復元したアイテムは残ります。',
      refused: '何も復元されませんでした。',
    },
    next: '失敗したアイテムは、もう一度試すことができます。',
  },
  failures: {
    title: '予定どおりに復元されなかったアイテム',
    status: { failed: '失敗', warning: '警告', skipped: 'スキップ' },
    noReason: 'サービスから理由は示されませんでした。',
  },
});

export const sessionsList: RestoreWords['sessionsList'] = {
  title: '最近の復元',
  none: 'まだありません。',
  noneMatch: '条件に合うセッションはありません。',
  noneYet: '新しいものの中には、条件に合うものがありません。さらに前を探すには [次のページ] を押してください。',
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
  session: 'セッション',
  events: 'サービスの記録 (原文のまま):',
  noEvents: 'サービスにはまだ記録がありません。',
  eventStates: { cancelled: '取り消し', skipped: 'スキップ' },
  filter: {
    kind: '種類',
    anyKind: 'すべて',
    state: '状態',
    anyState: 'すべて',
    period: '期間',
    anyPeriod: 'すべて',
    within: (days) => (days === 1 ? '24 時間' : `${days} 日間`),
  },
};

export const troubles: RestoreWords['troubles'] = {
  'access-denied': {
    text: 'バックアップ サービスでは、このデータに対するこの操作が許可されていません。',
    who: 'backup administrator',
    next: '別の人を選ぶか、この人を対象範囲に加えるようバックアップの管理者に依頼してください。',
  },
  'not-found': {
    text: 'お探しのアイテムは、バックアップ サービスにもうありません。',
    who: 'you',
    next: 'もう一度検索してください。このバックアップにない場合は、以前のバックアップを選んでください。',
  },
  validation: {
    text: 'バックアップ サービスが要求を理解できませんでした。',
    who: 'you',
    next: 'もっと簡単なキーワードで試してください。再び起きた場合は、このボットの運用担当者に伝えてください。',
  },
  'proxy-offline': {
    text: 'このバックアップを読み取るバックアップ プロキシがオフラインです。',
    who: 'backup administrator',
    next: '数分後にもう一度お試しください。問題が続く場合は、バックアップ プロキシをオンラインにするようバックアップの管理者に依頼してください。',
  },
  timeout: {
    text: 'バックアップ サービスの処理に時間がかかりすぎました。',
    who: 'you',
    next: 'もう一度お試しください。期間を短くするかキーワードを加えると速くなります。',
  },
  conflict: {
    text: 'バックアップ サービスで、このデータに対する別の処理が実行中です。',
    who: 'nobody',
    next: '数分後にもう一度お試しください。',
  },
  transfer: {
    text: '組織がバックアップ サービス内で移動中です。',
    who: 'backup administrator',
    next: '後でもう一度お試しください。移動がいつ終わるかは、バックアップの管理者に確認してください。',
  },
  'restore-only': {
    text: 'バックアップ サービスはサインインだけを受け付けており、復元は受け付けていません。',
    who: 'backup administrator',
    next: 'REST サービスでの復元を許可するよう、バックアップの管理者に依頼してください。',
  },
  unreachable: {
    text: 'バックアップ サービスに接続できませんでした。',
    who: 'backup administrator',
    next: '数分後にもう一度お試しください。問題が続く場合は、サービスが動いているかバックアップの管理者に確認してください。',
  },
  throttled: {
    text: 'バックアップ サービスが混み合っています。',
    who: 'nobody',
    next: '1 分後にもう一度お試しください。',
  },
  'too-large': {
    text: 'バックアップ サービスの応答が大きすぎて表示できません。',
    who: 'you',
    next: '対象を 1 人にする、1 日や短い期間に絞る、キーワードを加えるなどして、検索を絞り込んでください。',
  },
  crowded: {
    text: '大きな検索結果が多数読み込まれています。',
    who: 'nobody',
    next: '1 分後にもう一度お試しください。対象を 1 人や 1 日に絞るかキーワードを加えると速くなります。',
  },
  unclear: {
    text: 'バックアップ サービスがこの復元を始めたかどうかは、わかっていません。',
    who: 'you',
    next: 'もう一度復元する前に、アイテムが戻っているか、最近の復元に残っているかを確認してください。',
  },
  unknown: {
    text: 'バックアップ サービスで処理できませんでした。',
    who: 'backup administrator',
    next: 'もう一度お試しください。再び起きた場合は、このカードをバックアップの管理者に見せてください。',
  },
};

export const remarks = (n: FormatNumber): RestoreWords['remarks'] => ({
  'nothing-found':
    '何も見つかりませんでした。キーワードを減らすか変える、期間を長くする、以前のバックアップを選ぶなどしてください。',
  'empty-before-first-backup-of': (moment) =>
    `その日にはまだバックアップがなかったため、何も表示されません。最初のバックアップは ${moment} です。それ以降を選んでください。`,
  'empty-before-first-backup':
    'その日にはまだバックアップがなかったため、何も表示されません。もっと後の日を選んでください。',
  'no-such-date': (typed) =>
    `「${typed}」は日付として認識できません。2026-03-01 のように入力するか、カレンダーで選んでください。`,
  'dates-reversed': '終了日が開始日より前です。入れ替えてください。',
  'query-refused':
    'バックアップ サービスが検索を理解できませんでした。簡単なキーワードを使うか、引用符を確認してください。',
  'query-too-long': '検索に使える長さを超えています。キーワードを減らしてください。',
  'nothing-chosen': '何も選択されていませんでした。選択してから、もう一度お試しください。',
  'page-moved-on': 'ページの内容が変わっていたため、何も行いませんでした。確認してから、もう一度お試しください。',
  added: (count) => `リストに ${n(count)} 件追加しました。`,
  removed: (count) => `リストから ${n(count)} 件外しました。`,
  'list-full': (limit) =>
    `リストに入れられるのは ${n(limit)} 件までです。先にこれらを復元してから別のリストを始めるか、フォルダーごと追加してください。`,
  'folders-too-full': (limit) =>
    `リストのフォルダーには ${n(limit)} 件を超えるアイテムがあり、1 回の復元では扱えません。フォルダーをリストから外してから、フォルダーを開いて一部を追加するか、期間を短くして検索してください。`,
  'folder-empty': 'そのフォルダーには何もありません。',
  'no-versions': 'このバックアップには、そのドキュメントの以前のバージョンがありません。',
  'no-points': 'まだバックアップがありません。別の人を選ぶか、バックアップの管理者に確認してください。',
  'no-point-before': (typed) => `「${typed}」に当てはまるバックアップはありません。もっと後の日付を選んでください。`,
  'which-scope': (typed) => `「${typed}」に該当する人が複数います。いずれかを選んでください。`,
  'whose-data': '誰のデータを探すかを選んでください。',
  'no-such-scope': (typed) =>
    `対象範囲に「${typed}」という人はいません。つづりを確認するか、バックアップの管理者に確認してください。`,
  'scope-taken-away': 'この人は対象範囲から外れました。別の人を選ぶか、バックアップの管理者に確認してください。',
  'item-gone': 'そのアイテムはもうありません。もう一度検索してください。',
  reopened: 'サービスがバックアップを閉じていたため、開き直しました。すべて元のままです。',
  'audit-unavailable':
    '何も復元していません。監査ログに書き込めませんでした。管理者の設定により、監査ログなしでは復元できません。少し待ってから、もう一度「復元」を押してください。続く場合は管理者に知らせてください。',
  'list-emptied': '別のデータを選んだため、リストを空にしました。',
  'folder-name': (typed) => `「${typed}」はフォルダー名に使えません。スラッシュなどの特殊文字を取り除いてください。`,
});

export const notices: RestoreWords['notices'] = {
  'personal-only': {
    title: '個人用チャットでのみ利用できます',
    text: '見つかった内容は、ご本人だけに表示します。',
    next: 'このボットとの個人用チャットを開き、そこで復元してください。',
  },
  'sign-in-first': {
    title: '先にサインインしてください',
    text: 'バックアップを見るには、サインインが必要です。',
    next: 'サインインしてから、ここで続けてください。',
  },
  'operator-only': {
    title: 'このセッションでは復元できません',
    text: 'アプリ専用でサインイン済みです。復元するには、復元オペレーターとしてのサインインが必要です。',
    next: '復元オペレーターとしてサインインしてください。現在のセッションは置き換わります。',
  },
  'session-refused': {
    title: 'もう一度サインインしてください',
    text: 'バックアップ サービスがセッションを受け付けなくなり、延長もできませんでした。',
    next: 'もう一度サインインしてください。準備中の復元は、中断したところから続けられます。',
  },
  'no-task': {
    title: '進行中の作業はありません',
    text: '続けられる復元の作業がありません。',
    next: '「復元するアイテムを探す」から始めてください。',
  },
  'task-outdated': {
    title: 'このカードは古くなっています',
    text: 'この作業は終わったか、新しいカードで続いています。',
    next: 'そちらで続けるか、最初からやり直してください。',
  },
  'list-empty': {
    title: 'リストは空です',
    text: '復元するアイテムがまだ入っていません。',
    next: 'アイテムを探して選択し、リストに追加してください。',
  },
  'restore-unknown': {
    title: 'この復元は見つかりません',
    text: 'かなり前に終わったか、ここで始めたものではありません。',
    next: '「最近の復元」で、サービスに残っている記録を確認できます。',
  },
  'session-unknown': {
    title: 'お客様のセッションではありません',
    text: '何も実行していません。このセッションはほかのユーザーのものか、サービスにもうありません。',
    next: 'ご自身のセッションは [最近の復元] で確認できます。',
  },
  'search-replaced': {
    title: 'この検索は実行していません',
    text: '検索が 2 件実行中の間に、新しい検索が始まりました。次に最新の検索を実行します。',
    next: '結果は自動的に表示されます。',
  },
  'already-restoring': {
    title: '既に復元しています',
    text: 'この作業は、別のウィンドウなどで既に始まっています。二重には始めていません。',
    next: '進み具合はそのカードで確認できます。',
  },
  'audit-unavailable': {
    title: '何も復元していません',
    text: '監査ログに書き込めませんでした。管理者の設定により、監査ログなしでは復元できません。',
    next: '少し待ってから、もう一度ボタンを押してください。続く場合は管理者に知らせてください。',
  },
  service: { title: 'うまくいきませんでした' },
};

/** Texts about what went wrong in finding and restoring, and what to do about it, in Japanese. */
import { administratorRemarks, administratorTroubles } from './administrators.ts';
import { approvalTroubles } from './approvals.ts';
import { approvalNotice, secondPersonTroubles } from './four-eyes.ts';
import { exportNotices, exportRemarks } from './exports.ts';
import { before, behind } from './names.ts';
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';

type RestoreWords = Words['restore'];

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
    next: 'もう一度復元する前に、アイテムが戻っているか、「最近の復元」に残っているかを確認してください。',
  },
  ...secondPersonTroubles,
  ...approvalTroubles,
  ...administratorTroubles,
  unknown: {
    text: 'バックアップ サービスで処理できませんでした。',
    who: 'backup administrator',
    next: 'もう一度お試しください。再び起きた場合は、このカードをバックアップの管理者に見せてください。',
  },
};

export const remarks = (n: FormatNumber): RestoreWords['remarks'] => ({
  'nothing-found':
    '何も見つかりませんでした。キーワードを減らすか変える、期間を長くする、以前のバックアップを選ぶなどしてください。',
  'nothing-found-nor-name': (name) =>
    `何も見つかりませんでした。「${name}」という名前のユーザー、サイト、チームは見つからなかったため、キーワードとして検索しました。入力した名前を確認するか、誰のデータを探すかを選んでください。`,
  'place-absent': {
    latest: (from) => `最新のバックアップに、${from}データはありません。`,
    ofDay: (from) => `その日のバックアップに、${from}データはありません。`,
    next: '以前のバックアップには残っている可能性があります。以前のバックアップも検索するか、別の日を選んでください。',
  },
  'empty-before-first-backup-of': (moment) =>
    `その日にはまだバックアップがなかったため、何も表示されません。最初のバックアップは ${moment} です。それ以降を選んでください。`,
  'empty-before-first-backup':
    'その日にはまだバックアップがなかったため、何も表示されません。もっと後の日を選んでください。',
  'no-such-date': (typed) =>
    `「${typed}」を日付として認識できませんでした。「2026/3/1」や「4日前」のように入力するか、「バックアップを選ぶ」で選んでください。`,
  'future-date': (typed) =>
    `「${typed}」は未来の日付のため、バックアップはまだありません。今日か、それより前の日を選んでください。`,
  'day-unknown': (typed) =>
    `「${typed}」を日付として認識できなかったため、この言葉を除いて最新のバックアップを検索しました。「2026/3/1」や「4日前」のように入力するか、バックアップを選んでください。`,
  'dates-reversed': '終了日が開始日より前です。入れ替えてください。',
  'query-refused':
    'バックアップ サービスが検索を理解できませんでした。簡単なキーワードを使うか、引用符を確認してください。',
  'query-too-long': '検索に使える長さを超えています。キーワードを減らしてください。',
  'nothing-chosen': '何も選択されていませんでした。選択してから、もう一度お試しください。',
  'page-moved-on': 'ページの内容が変わっていたため、何も行いませんでした。確認してから、もう一度お試しください。',
  added: (count) => `リストに ${n(count)} 件追加しました。`,
  removed: (count) => `リストから ${n(count)} 件外しました。`,
  'list-full': (limit) =>
    `リストに入れられるのは、1 人のユーザー、1 つのサイトまたはチームにつき ${n(limit)} 件までです。先にこれらを復元してから新しいリストを始めるか、代わりにフォルダーを追加してください。`,
  'too-many-items': (limit) =>
    `リストに入れられるのは全部で ${n(limit)} 件までです。先にこれらを復元してから、新しいリストを始めてください。`,
  'too-many-owners': (limit) =>
    `リストに入れられるのは、ユーザー、サイト、チームを合わせて ${n(limit)} 件分までです。先にこれらを復元してから、新しいリストを始めてください。`,
  'folders-too-full': (limit) =>
    `リストのフォルダーには ${n(limit)} 件を超えるアイテムがあり、1 回の復元では扱えません。フォルダーをリストから外してから、フォルダーを開いて一部を追加するか、期間を短くして検索してください。`,
  'folder-empty': '中には何もありません。',
  'no-versions': 'このバックアップには、そのドキュメントの以前のバージョンがありません。',
  'no-points': 'まだバックアップがありません。別の人を選ぶか、バックアップの管理者に確認してください。',
  'no-point-before': (typed) => `「${typed}」に当てはまるバックアップはありません。もっと後の日付を選んでください。`,
  'which-scope': (typed) => `「${typed}」に該当する候補が複数あります。いずれかを選んでください。`,
  'archive-too': (typed) =>
    `これは${before(behind(typed))}のメールボックスです。アーカイブ メールボックスもあります。そちらを検索するには、「アーカイブで」と入力に加えてください。`,
  'no-search-word': ({ typed, words }) =>
    `「${typed}」はここでは検索語として使えないため、検索していません。使えるのは ${words} です。コロンを含むだけの文字列は引用符で囲んでください。`,
  'kinds-unsearched': (kinds) =>
    `検索していない対象: ${kinds}。この検索はバックアップ サービスに拒否されました。ほかの検索は完了しています。`,
  'other-kind': ({ asked, used }) => `選んだ相手には「${asked}」がないため、「${used}」を検索します。`,
  'whose-data-nor-name': (name) =>
    `「${name}」という名前のユーザー、サイト、チームは見つかりませんでした。入力した名前を確認するか、誰のデータを探すかを選んでください。`,
  'whose-data': '誰のデータを探すかを選んでください。',
  'no-such-scope': (typed) =>
    `「${typed}」は対象範囲に見つかりません。入力した名前を確認するか、バックアップの管理者に確認してください。`,
  'scope-taken-away':
    '選択した対象は対象範囲から外れました。別の対象を選ぶか、バックアップの管理者に確認してください。',
  'item-gone': 'そのアイテムはもうありません。もう一度検索してください。',
  reopened: 'サービスがバックアップを閉じていたため、開き直しました。すべて元のままです。',
  ...exportRemarks,
  ...administratorRemarks,
  'audit-unavailable':
    '何も復元していません。監査ログに書き込めませんでした。管理者の設定により、監査ログなしでは復元できません。少し待ってから、もう一度「復元」を押してください。続く場合は管理者に知らせてください。',
  'restores-nothing':
    'この設定では何も復元されません。なくなったアイテム、変更されたアイテム、またはその両方を選んでください。',
  'reason-missing': 'ここでは理由が必要です。入力してから、もう一度ボタンを押してください。',
  'reason-pattern': (pattern) =>
    `理由には、チケット番号など、組織が求める内容を含めてください。次の形式に一致する必要があります: ${pattern}`,
  overwrites: {
    contents: (count) => `現在も存在するアイテムを最大 ${n(count)} 件上書きします。現在の内容は元に戻せません。`,
    permissions: (count) =>
      `現在も存在するアイテムのアクセス許可を最大 ${n(count)} 件置き換えます。現在のアクセス許可は元に戻せません。`,
    next: 'まだ何も復元していません。',
  },
  'overwrites-whole': {
    contents: '選択した範囲に現在も存在するアイテムをすべて上書きします。現在の内容は元に戻せません。',
    permissions:
      '選択した範囲に現在も存在するアイテムのアクセス許可をすべて置き換えます。現在のアクセス許可は元に戻せません。',
  },
  'card-outdated':
    'このカードは古い内容だったため、何も復元していません。現在の内容を表示しています。確認してから「復元」を押してください。',
  'found-deleted': 'このバックアップの時点で削除済みだったアイテムの中に見つかりました。',
  'last-seen': {
    sure: (moment) => `最後に確認できたのは ${moment} のバックアップです。その次のバックアップにはありません。`,
    atLeast: (moment) =>
      `${moment} のバックアップにあります。より新しいバックアップにもある可能性がありますが、調べるのは 8 件までです。`,
  },
  'nothing-earlier': {
    none: '調べられる以前のバックアップがありません。',
    looked: (days) => `調べた以前のバックアップ: ${days}。ほかには見つかりませんでした。`,
    next: 'キーワードを減らすか変える、または別の日のバックアップを選んでください。',
    nextOfPlace: '別の日のバックアップを選ぶか、バックアップの管理者に確認してください。',
  },
  'nothing-missing': {
    none: '最新のバックアップと比べられる以前のバックアップがありません。',
    complete: (latest) => `最新のバックアップ (${latest}) には、下記のバックアップにあるアイテムがすべてあります。`,
    deleted: (latest) => `最新のバックアップ (${latest}) に、ここの削除済みアイテムはありません。`,
    compared: (days) => `比べたバックアップ: ${days}。`,
    next: 'キーワードで検索するか、別のフォルダーで比べてください。',
  },
  'too-many-to-compare': (most) =>
    `アイテムが多すぎて比べられません。比べられるのは ${n(most)} 件までです。フォルダーを開いてそこで比べるか、キーワードで検索してください。`,
  'which-container': '複数あります。目的の場所の横にある「なくなったアイテム」を選んでください。',
  'ticks-listed': (count) => `選択していた ${n(count)} 件は、リストに追加されました。`,
});

export const notices: RestoreWords['notices'] = {
  ...exportNotices,
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
  'administrator-only': {
    title: 'このセッションでは復元できません',
    text: 'アプリ専用でサインイン済みですが、この方法で復元できる管理者の一覧から外れています。',
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
  'approval-unknown': approvalNotice,
  'session-unknown': {
    title: 'この復元セッションは利用できません',
    text: '何も実行していません。ほかのユーザーの復元セッションか、サービスにもう残っていないセッションです。',
    next: 'ご自身の復元セッションは「最近の復元」で確認できます。',
  },
  'search-replaced': {
    title: 'この検索は実行していません',
    text: '検索が 2 件実行中の間に、新しい検索が始まりました。次に最新の検索を実行します。',
    next: '結果は自動的に表示されます。',
  },
  'already-restoring': {
    title: '既に復元しています',
    text: 'この作業は、別のウィンドウなどで既に始まっています。二重には始めていません。',
    next: '進み具合は作業のカードで確認できます。',
  },
  'audit-unavailable': {
    title: '何も復元していません',
    text: '監査ログに書き込めませんでした。管理者の設定により、監査ログなしでは復元できません。',
    next: '少し待ってから、もう一度ボタンを押してください。続く場合は管理者に知らせてください。',
  },
  service: { title: '実行できませんでした' },
};

/** Texts about handing posts and items over as files, in Japanese. */
import type { Words } from '../en/common.ts';
import type { ExportNouns } from '../en/exports.ts';
import type { FormatNumber } from '../quantities.ts';
import { secondPersonTroubles } from './four-eyes.ts';

const statesOf = (of: ExportNouns): Words['exports']['states']['posts'] => ({
  preparing: {
    title: of.preparing,
    text: of.fetching,
    next: '準備ができたら、このチャットでファイルを受け取れます。',
  },
  offered: {
    title: of.ready,
    text: 'ファイルを OneDrive に保存できます。許可されるまで何も送信しません。',
    next: 'ファイルの確認カードで「許可」を選んでください。「拒否」を選ぶとファイルを消去します。',
  },
  unanswered: {
    title: of.waiting,
    text: 'ファイルの確認カードへの応答がまだ届いていません。',
    next: `確認カードで「許可」を選んでください。選んでも何も起こらない場合は、Teams から応答が届いていません。${of.again}`,
  },
  uploading: {
    title: 'ファイルをアップロードしています',
    text: 'OneDrive に保存しています。',
    next: '結果はこのカードに表示されます。',
  },
  'handed-over': {
    title: of.done,
    text: 'ファイルは OneDrive にあり、下のカードからも開けます。こちらにコピーは残していません。',
  },
  declined: { title: of.declined, text: 'ファイルの保存が拒否されたため、消去しました。' },
  expired: {
    title: 'ファイルを消去しました',
    text: 'ファイルの確認カードに 15 分以内の応答がありませんでした。',
    next: of.again,
  },
  refused: {
    title: of.refused,
    text: of.refusedText,
    next: of.refusedNext,
  },
  gone: {
    title: of.notDone,
    text: of.goneText,
    next: of.goneNext,
  },
  'not-ready': {
    title: of.notDone,
    text: of.late,
    next: of.lateNext,
  },
  'not-reached': {
    title: of.notDone,
    text: 'バックアップ サービスに接続できなかったため、何も開始していません。',
    next: '数分後にもう一度お試しください。',
  },
  'too-large': {
    title: of.tooLarge,
    text: 'ファイルが 50 MB を超えています。',
    next: of.tooLargeNext,
  },
  unclear: {
    title: of.notDone,
    text: 'サービスにファイルを要求しましたが、応答が失われました。何も変更していません。',
    next: of.again,
  },
  'signed-out': {
    title: of.notDone,
    text: 'セッションが終了したため、中止してファイルを消去しました。',
    next: `サインインしてください。${of.again}`,
  },
  off: {
    title: of.notDone,
    text: 'この機能はその間に無効にされたため、ファイルを消去しました。',
    next: '管理者に問い合わせるか、代わりに復元してください。',
  },
  interrupted: {
    title: of.notDone,
    text: '処理が中断されたため、途中までのファイルを消去しました。',
    next: of.again,
  },
  withdrawn: { title: of.notDone, text: '依頼を取り下げたため、バックアップから何も取り出していません。' },
  'second-declined': {
    title: of.notDone,
    text: '承認者が却下しました。',
    next: secondPersonTroubles['second-declined'].next,
  },
  'second-expired': {
    title: of.notDone,
    text: '24 時間以内に承認と取得が完了しませんでした。',
    next: secondPersonTroubles['second-expired'].next,
  },
  'second-void': {
    title: of.notDone,
    text: '承認は無効になりました。内容が変わったか、承認したユーザーの権限がなくなっています。',
    next: secondPersonTroubles['second-void'].next,
  },
  'foreign-host': {
    title: of.notDone,
    text: 'Teams が指定した保存先は、このボットが書き込めない場所です。そこには何も送信せず、ファイルを消去しました。',
    next: 'ALLOWED_UPLOAD_HOSTS にご自身の OneDrive が含まれていないことを、ボットの運用担当者に伝えてください。',
  },
  'name-taken': {
    title: of.notDone,
    text: 'OneDrive に同じ名前のファイルが既にあるため、こちらのファイルを消去しました。',
    next: `${of.again}次の名前には別の時刻が入ります。`,
  },
  'upload-refused': {
    title: of.notDone,
    text: 'OneDrive がファイルを拒否したため、消去しました。',
    next: `OneDrive を開けること、空き容量があることを確かめてください。${of.again}`,
  },
  'upload-failed': {
    title: of.notDone,
    text: 'OneDrive へのアップロードが終わらなかったため、ファイルを消去しました。',
    next: of.again,
  },
});

const POSTS: ExportNouns = {
  preparing: 'エクスポートを準備しています',
  fetching: 'バックアップ サービスが投稿をファイルに書き出しています。数分かかることがあります。',
  ready: 'エクスポートの準備ができました',
  waiting: 'エクスポートは応答待ちです',
  done: 'エクスポートしました',
  declined: 'エクスポートは拒否されました',
  refused: 'サービスがエクスポートを拒否しました',
  refusedText: 'このアカウントでは、これらの投稿をエクスポートできません。',
  refusedNext: '投稿をエクスポートする権限をバックアップの管理者に依頼してください。',
  notDone: 'エクスポートできませんでした',
  goneText: '投稿、または投稿が見つかったバックアップが、サービスで閉じられています。',
  goneNext: 'もう一度投稿を探してから、エクスポートしてください。',
  late: 'サービスのファイル作成が 10 分以内に終わりませんでした。',
  lateNext: '後でもう一度試すか、エクスポートする投稿を減らしてください。',
  tooLarge: '大きすぎてエクスポートできません',
  tooLargeNext: '一度にエクスポートする投稿を減らしてください。',
  again: 'もう一度エクスポートしてください。',
};

const ITEM: ExportNouns = {
  preparing: 'ファイルを取得しています',
  fetching: 'バックアップ サービスから取得しています。数分かかることがあります。',
  ready: 'ダウンロードの準備ができました',
  waiting: 'ダウンロードは応答待ちです',
  done: 'ダウンロードしました',
  declined: 'ダウンロードは拒否されました',
  refused: 'サービスがダウンロードを拒否しました',
  refusedText:
    'バックアップ サービスは、この種類のデータをファイルとして保存することを許可していません。次にサインインするまで、このボタンは表示しません。',
  refusedNext: '代わりに復元するか、保存する権限をバックアップの管理者に依頼してください。',
  notDone: 'ダウンロードできませんでした',
  goneText: '開いていたバックアップにもう見つからないか、バックアップが閉じられました。',
  goneNext: 'もう一度探してから、ダウンロードしてください。',
  late: 'サービスからファイルを受け取れませんでした。',
  lateNext: '後でもう一度試すか、代わりに復元してください。',
  tooLarge: '大きすぎてダウンロードできません',
  tooLargeNext: '代わりに復元してください。',
  again: 'まだ必要な場合は、もう一度探してダウンロードしてください。',
};

export const exports = (n: FormatNumber): Words['exports'] => ({
  button: 'エクスポート',
  download: 'ダウンロード',
  ask: { export: 'エクスポートを依頼', download: 'ダウンロードを依頼' },
  /** Asked before it leaves the backup. */
  why: { download: 'このファイルが必要な理由', export: 'これらの投稿が必要な理由', recorded: '監査ログに残ります。' },
  /** One that is downloaded. */
  item: '1 件のアイテム',
  /** Or all of the channel. */
  what: (count) => {
    if (count === undefined) return 'すべての投稿';
    return count === 1 ? '1 件の投稿' : `${n(count)} 件の投稿`;
  },
  until: (time) => `ファイルは ${time} まで保管します。`,
  /** On the card that offers the file, which shows its name and size. */
  offer: {
    summary: 'ファイルの準備ができました',
    summaryGiven: 'ファイルを OneDrive に保存しました',
    /** How its name begins where what it is of has none. */
    fileName: { posts: '投稿', item: 'ファイル' },
    description: (what, channel) => `${channel}: ${what}。応答がない場合は 15 分後に消去します。`,
    descriptionWithoutChannel: (what) => `${what}。応答がない場合は 15 分後に消去します。`,
  },
  states: { posts: statesOf(POSTS), item: statesOf(ITEM) },
});

/** On the task's card. */
export const exportRemarks = {
  exporting: 'エクスポートを始めました。進み具合は下の専用のカードに表示します。',
  asking: 'このファイルには、先にほかのユーザーの承認が必要です。依頼先は下の専用のカードに表示します。',
  'asking-unclear':
    'このファイルは先ほど依頼されましたが、承認の依頼が届いたかどうかはまだ確認できません。30 秒ほど待っても下に専用のカードが表示されない場合は、もう一度ボタンを押してください。',
  downloading: 'ダウンロードを始めました。進み具合は下の専用のカードに表示します。',
  'download-off': 'ここではダウンロードできません。代わりに復元できます。',
  'download-refused':
    'バックアップ サービスは、この種類のデータをファイルとして保存することを許可していません。代わりに復元するか、保存する権限をバックアップの管理者に依頼してください。',
  'export-off': 'ここでは投稿をエクスポートできません。代わりに復元できます。',
  'export-running':
    '別のファイルをまだ準備しています。そのファイルがこのチャットに届いてから、もう一度ボタンを押してください。',
  'export-unaudited':
    'ファイルは渡していません。監査ログに書き込めませんでした。管理者の設定により、監査ログなしでは渡せません。少し待ってから、もう一度ボタンを押してください。続く場合は管理者に知らせてください。',
  'export-mixed':
    '一緒にエクスポートできるのは、同じチャネルの投稿だけです。1 つのチャネルの投稿だけを選んでから、もう一度ボタンを押してください。',
};

export const exportNotices = {
  'export-over': {
    title: 'このファイルは受け取れなくなりました',
    text: '既に受け取り済みか、拒否されたか、15 分後に消去されたか、別の人へのファイルです。',
    next: 'まだ必要な場合は、もう一度エクスポートまたはダウンロードしてください。',
  },
};

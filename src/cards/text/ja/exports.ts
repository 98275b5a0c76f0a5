/** Texts about handing posts over as a file, in Japanese. */
import type { Words } from '../en/common.ts';
import type { FormatNumber } from '../quantities.ts';

export const exports = (n: FormatNumber): Words['exports'] => ({
  button: 'エクスポート',
  /** Or all of the channel. */
  what: (count) => {
    if (count === undefined) return 'すべての投稿';
    return count === 1 ? '1 件の投稿' : `${n(count)} 件の投稿`;
  },
  until: (time) => `ファイルは ${time} まで保管します。`,
  /** On the card that offers the file, which shows its name and size. */
  offer: {
    summary: 'ファイルの準備ができました',
    /** How its name begins where the channel has none. */
    fileName: '投稿',
    description: (what, channel) => `${channel}: ${what}。応答がない場合は 15 分後に消去します。`,
    descriptionWithoutChannel: (what) => `${what}。応答がない場合は 15 分後に消去します。`,
  },
  states: {
    preparing: {
      title: 'エクスポートを準備しています',
      text: 'バックアップ サービスが投稿をファイルに書き出しています。数分かかることがあります。',
      next: '準備ができたら、このチャットでファイルをお渡しします。',
    },
    offered: {
      title: 'エクスポートの準備ができました',
      text: 'ファイルを OneDrive に保存できます。許可されるまで何も送信しません。',
      next: 'ファイルのカードで［許可］を選んでください。［拒否］を選ぶとファイルを消去します。',
    },
    unanswered: {
      title: 'エクスポートが待機しています',
      text: 'ファイルのカードへの応答がまだ届いていません。',
      next: 'カードで［許可］を選んでください。選んでも何も起こらない場合は、もう一度エクスポートしてください。Teams から応答が届かないことがあります。',
    },
    uploading: {
      title: 'ファイルをアップロードしています',
      text: 'OneDrive に保存しています。',
      next: '結果はこのカードに表示されます。',
    },
    'handed-over': {
      title: 'エクスポートしました',
      text: 'ファイルは OneDrive にあり、下のカードからも開けます。こちらにコピーは残していません。',
    },
    declined: { title: 'エクスポートは拒否されました', text: 'ファイルが拒否されたので、消去しました。' },
    expired: {
      title: 'ファイルを消去しました',
      text: 'ファイルのカードに 15 分以内の応答がありませんでした。',
      next: 'まだ必要な場合は、もう一度エクスポートしてください。',
    },
    refused: {
      title: 'サービスがエクスポートを拒否しました',
      text: 'このアカウントでは、これらの投稿をエクスポートできません。',
      next: '投稿をエクスポートする権限をバックアップ管理者に依頼してください。',
    },
    gone: {
      title: 'エクスポートしていません',
      text: '投稿、または投稿が見つかったバックアップは、サービスで開かれていません。',
      next: 'もう一度投稿を探してから、エクスポートしてください。',
    },
    'not-ready': {
      title: 'エクスポートしていません',
      text: 'サービスのファイル作成が 10 分以内に終わりませんでした。',
      next: '後でもう一度試すか、投稿の数を減らしてください。',
    },
    'not-reached': {
      title: 'エクスポートしていません',
      text: 'バックアップ サービスに接続できなかったため、何も開始していません。',
      next: '数分待ってから、もう一度試してください。',
    },
    'too-large': {
      title: '大きすぎてエクスポートできません',
      text: 'ファイルが 50 MB を超えています。',
      next: '一度にエクスポートする投稿を減らしてください。',
    },
    unclear: {
      title: 'エクスポートしていません',
      text: 'サービスにファイルを要求しましたが、応答が失われました。エクスポートでは何も変更されません。',
      next: 'もう一度エクスポートしてください。',
    },
    'signed-out': {
      title: 'エクスポートしていません',
      text: 'セッションが終了したため、中止してファイルを消去しました。',
      next: 'サインインしてから、もう一度エクスポートしてください。',
    },
    interrupted: {
      title: 'エクスポートしていません',
      text: 'エクスポートが中断されたため、途中までのファイルを消去しました。',
      next: 'もう一度エクスポートしてください。',
    },
    'foreign-host': {
      title: 'エクスポートしていません',
      text: 'Teams が指定した保存先は、このボットが書き込めない場所です。そこには何も送信せず、ファイルを消去しました。',
      next: 'ALLOWED_UPLOAD_HOSTS にあなたの OneDrive が含まれていないことを、ボットの運用担当者に伝えてください。',
    },
    'name-taken': {
      title: 'エクスポートしていません',
      text: 'OneDrive に同じ名前のファイルが既にあるため、こちらのファイルを消去しました。',
      next: 'もう一度エクスポートしてください。名前には時刻が入ります。',
    },
    'upload-refused': {
      title: 'エクスポートしていません',
      text: 'OneDrive がファイルを拒否したため、消去しました。',
      next: 'OneDrive を開けること、空き容量があることを確かめてから、もう一度エクスポートしてください。',
    },
    'upload-failed': {
      title: 'エクスポートしていません',
      text: 'OneDrive へのアップロードが終わらなかったため、ファイルを消去しました。',
      next: 'もう一度エクスポートしてください。',
    },
  },
});

/** On the task's card. */
export const exportRemarks = {
  exporting: 'エクスポートを始めました。進み具合は下の専用のカードに表示します。',
  'export-off': 'ここでは投稿をエクスポートできません。代わりに復元できます。',
  'export-running':
    '別のエクスポートをまだ準備しています。そのファイルがこのチャットに届いてから、もう一度［エクスポート］を押してください。',
  'export-unaudited':
    '何もエクスポートしていません。監査ログに書き込めませんでした。管理者の設定により、監査ログなしではエクスポートできません。少し待ってから、もう一度［エクスポート］を押してください。続く場合は管理者に知らせてください。',
  'export-mixed':
    '一緒にエクスポートできるのは、同じチャネルの投稿だけです。1 つのチャネルの投稿だけを選んでから、［エクスポート］を押してください。',
};

export const exportNotices = {
  'export-over': {
    title: 'このファイルは受け取れなくなりました',
    text: '既に受け取り済みか、拒否されたか、15 分後に消去されたか、別の人へのファイルです。',
    next: 'まだ必要な場合は、もう一度エクスポートしてください。',
  },
};

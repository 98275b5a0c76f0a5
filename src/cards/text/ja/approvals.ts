/** 管理者による復元の承認に関する日本語のテキスト。 */
import type { approvals as english, approvalTroubles as englishTroubles } from '../en/approvals.ts';
import type { FormatNumber } from '../quantities.ts';

export const approvals = (n: FormatNumber): ReturnType<typeof english> => ({
  preparing: {
    title: '承認を準備しています',
    text: 'バックアップを開いています。その後、承認をお願いします。1 分ほどかかることがあります。承認されるまでは何も送信しません。',
  },
  title: 'この復元を承認してください',
  summary: '承認を待っている復元があります',
  intro: (host) => `${host} を開き、このコードを入力してサインインしてください。その後、復元は自動的に始まります。`,
  introWithoutLink:
    'Microsoft のデバイス用サインイン ページでこのコードを入力し、サインインしてください。その後、復元は自動的に始まります。',
  application: (name) =>
    `Microsoft のページにはアプリケーション「${name}」が表示されます。別の名前が表示された場合は、続行せずに「キャンセル」を押してください。`,
  warningFirst: 'ご自身で依頼した復元の場合にだけ続けてください。',
  warningThen: 'ご自身のアカウントでサインインし、コードは誰にも渡さないでください。',
  part: (part, parts) => `全 ${n(parts)} 回のうち ${n(part)} 回目の承認です。1 回ずつ承認してください。`,
  unchecked: 'サインインしたのに何も起こらない場合は、「サインイン完了」を押してください。',
  certificate: {
    text: 'Microsoft へのサインインもコードも不要です。この復元は、組織のすべてのメールボックスとサイトに書き込める証明書で実行されます。必要な操作は「承認」を押すことだけです。15 分間待ちます。',
    approve: '承認',
  },
  said: 'このコードではサインインできません。理由は Microsoft からの次のメッセージのとおりです。',
  signedIn: 'サインイン完了',
  perhapsRefused:
    '下のメッセージがサインインや不足しているロールについての内容であれば、おそらく何も復元されていません。',
  newCode: '「再送信」を押すと、先に改めて承認をお願いします。',
  assumed:
    'この復元への応答が失われました。条件に合う新しい復元は 1 つだけなので、それを追跡しています。ご自身の復元と思われますが、サービスの情報では確認できません。',
  ended: { title: '復元は承認されませんでした', next: '「失敗分を再試行」を押すと、改めて承認をお願いします。' },
  due: {
    title: '承認を待っている復元があります',
    text: 'あと数分で期限が切れます。承認されない場合、これ以上は何も復元されません。',
  },
});

export const approvalTroubles: typeof englishTroubles = {
  'approval-expired': {
    text: '時間内に承認されませんでした。未承認の分は送信していません。',
    who: 'you',
    next: 'ブラウザーのページにアクセスがブロックされたと表示された場合 (エラー 53003 または 530033) は、条件付きアクセスがコードを許可していない可能性があります。管理者に確認してください。',
  },
  'approval-session-over': {
    text: '承認される前にセッションが終了しました。未承認の分は送信していません。',
    who: 'you',
    next: 'サインインして、もう一度復元してください。',
  },
  'approval-not-allowed': {
    text: '管理者権限での復元はできなくなりました。未承認の分は送信していません。',
    who: 'administrator',
    next: '復元オペレーターとしてサインインしてください。',
  },
  'approval-refused': {
    text: 'バックアップ サービスは、コードを使ったサインインを受け付けませんでした。',
    who: 'administrator',
    next: '組織全体の復元オペレーターであれば、コードは不要です。',
  },
  'approval-certificate': {
    text: 'バックアップ サービスは、コードの代わりとなる証明書を受け付けませんでした。',
    who: 'us',
    next: 'このカードを、このボットの運用担当者に見せてください。証明書 (RESTORE_CERTIFICATE) の期限が切れているか、そのアプリケーションの権限が不足している可能性があります。',
  },
  'approval-unavailable': {
    text: 'バックアップ サービスから承認用のコードを取得できなかったため、これ以上は何も送信していません。',
    who: 'administrator',
    next: '数分後にもう一度お試しください。繰り返す場合は、復元を承認するアプリケーション (RESTORE_APPLICATION_ID) の確認を管理者に依頼してください。',
  },
  'approval-page': {
    text: '承認用コードの入力先として、信頼できる根拠のないページが指定されました。そのためコードは表示せず、これ以上は何も送信していません。',
    who: 'us',
    next: 'このカードを、このボットの運用担当者に見せてください。ページのアドレスはログにあり、ALLOWED_VERIFICATION_HOSTS で許可できます。',
  },
};

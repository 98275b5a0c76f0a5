/** Texts about sessions, people and time, in Japanese. */
import { spanIn, type FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';
import { endedByAdministrator } from './administration.ts';
import { san } from './names.ts';

export const sessions: Pick<Words, 'expiring' | 'sessionEnded' | 'renewalRefused' | 'logOutWarning' | 'loggedOut'> = {
  expiring: {
    title: 'まもなくセッションが終了します',
    summary: 'バックアップ サービスのセッションがまもなく終了します',
    until: (moment) => `セッションは ${moment} まで有効です。`,
    next: '作業を続けるには延長し、終わったらサインアウトしてください。',
    nextNotRenewable: '延長するにはもう一度サインインする必要があります。終わったらサインアウトしてください。',
  },
  sessionEnded: {
    title: 'セッションが終了しました',
    text: '有効期限が切れたため、トークンを消去しました。',
    longestLife: 'セッションの最長時間に達したため、終了してトークンを消去しました。',
    refused: 'バックアップ サービスがセッションを受け付けなくなり、延長もできませんでした。トークンは消去しました。',
    replaced: '別のサインインに置き換わったため、終了してトークンを消去しました。',
    byAdministrator: endedByAdministrator,
    notAllowed:
      '組織の設定により、ここへのサインインが許可されなくなりました。セッションを終了し、トークンを消去しました。',
    next: 'ほかにも復元したいときは、サインインしてください。',
  },
  renewalRefused: {
    title: '延長できませんでした',
    summary: 'セッションを延長できませんでした',
    reasons: {
      refused: 'セッションを延長するサービスに、延長を拒否されました。',
      unreachable: 'セッションを延長するサービスに接続できませんでした。',
      'outcome-unknown': '延長への応答が途中で失われたため、セッションが続いているかどうかわかりません。',
      'not-possible': 'このセッションは延長できません。',
      'longest-life': 'セッションの最長時間に達したため、延長できません。',
      'not-allowed': 'ここへのサインインが許可されなくなったため、セッションを延長できません。',
    },
    next: {
      refused: '続けるには、もう一度サインインしてください。',
      unreachable: '数分後にもう一度延長するか、もう一度サインインしてください。',
      'outcome-unknown': '確実に使えるセッションにするには、もう一度サインインしてください。',
      'not-possible': '続けるには、もう一度サインインしてください。',
      'longest-life': '続けるには、もう一度サインインしてください。',
      'not-allowed': '引き続き復元が必要な場合は、管理者に問い合わせてください。',
    },
    until: (moment) => `現在のセッションは ${moment} まで使えます。`,
  },
  logOutWarning: {
    title: '復元が完了していません',
    text: '管理者としての復元が実行中か、承認待ちです。今サインアウトすると、バックアップ サービスが復元を中断することがあり、その後の経過を確認できなくなります。',
    others: 'サインアウトすると、このチャットでのほかのセッションも終了します。',
    next: '確実に進めるには、カードに結果が表示されるまで待つか、先にカードで復元を停止してください。',
    nextNotMe: 'サインインしたのがご本人でない場合は、アカウントの保護を優先し、サインアウトしてください。',
    anyway: 'サインアウトする',
    stay: 'サインアウトしない',
  },
  loggedOut: {
    title: 'サインアウトしました',
    titleNotMe: 'ご本人ではなかったため、サインアウトしました',
    erased: 'このセッションのために保管していたトークンをすべて消去しました。',
    revoked: {
      yes: 'バックアップ サービスでもセッションを終了しました。',
      unreachable: 'バックアップ サービスに接続できなかったため、終了を伝えられませんでした。',
      refused: 'バックアップ サービス側では、セッションを終了できませんでした。',
    },
    tokenValidUntil: (moment) => `トークンはサービス側で ${moment} まで有効ですが、ここにはもう保管されていません。`,
    identityProvider:
      'ID プロバイダーへのサインインは、これでは終了しません。終了するには、「マイ アカウント」(My Account) ページで「すべての場所からサインアウト」(Sign out everywhere) を選ぶか、管理者にセッションの取り消しを依頼してください。',
    notNotified: 'この件は管理者のために記録されています。管理者に連絡し、下の参照番号を伝えてください。',
    notified: 'この件を記録し、管理者に知らせます。問い合わせには下の参照番号を使ってください。',
    notMe: [
      'ほかの人がご自身のアカウントを使った可能性がある場合は、パスワードを変更し、最近のサインインを確認してください。',
    ],
  },
};

export const forget = (n: FormatNumber): Words['forget'] => ({
  title: 'このボットが保管する情報をすべて消去しますか?',
  summary: 'このボットが保管する情報をすべて消去しますか?',
  text: [
    'このボットとのすべての会話でサインインとセッションを終了し、保管しているご自身の情報を消去します。対象は、トークン、連絡先、最後に選んだ組織、通知の設定です。',
    '監査ログは残ります。誰が、どこで、いつサインインしたかの記録で、トークンは含まれません。保管期間は管理者が決めます。',
  ],
  restoring:
    '管理者としての復元が実行中か、承認待ちです。今すべてを消去すると、バックアップ サービスが復元を中断することがあり、その後の経過を確認できなくなります。',
  done: {
    title: 'すべて消去しました',
    titleNothing: '消去する情報はありませんでした',
    nothing: 'ご自身の情報は何も保管していませんでした。',
    erased: (count) => `${n(count)} 件の会話で、保管していたご自身の情報をすべて消去しました。`,
    address: '管理者向けの報告の送り先も消去しました。次にこのボットにメッセージを送ると、再び届きます。',
    revoked: (count) => `バックアップ サービスでも ${n(count)} 件のセッションを終了しました。`,
    notRevoked: (count) =>
      `${n(count)} 件のセッションについて、バックアップ サービスに終了を伝えられませんでした。ここにはもうトークンは保管されていません。`,
    tokenValidUntil: (moment) => `サービス側では、遅くとも ${moment} まで有効です。`,
    audit: '監査ログには、誰が、どこで、いつサインインしたかが残っています。保管期間は管理者が決めます。',
  },
});

export const notMeReport: Words['notMeReport'] = {
  title: '本人ではないサインインが報告されました',
  summary: (name) => `${san(name)}が、本人ではないサインインを報告しました`,
  text: (name) => `${san(name)}が、完了したサインインのカードで「自分ではない」を選びました。`,
  places: {
    personal: 'このボットとの個人用チャット',
    'group chat': 'グループ チャット',
    channel: 'チャネル',
  },
  revoked: {
    yes: 'バックアップ サービスからサインアウトし、トークンを消去しました。',
    unreachable:
      'セッションのトークンを消去しました。バックアップ サービスに接続できなかったため、終了を伝えられませんでした。',
    refused: 'セッションのトークンを消去しました。バックアップ サービス側では、セッションを終了できませんでした。',
  },
  tokenValidUntil: (moment) => `トークンはサービス側で ${moment} まで有効です。`,
  next: [
    '本人に心当たりがあるか確認してください。アカウントの最近のサインインを調べ、ほかの人が使っていた場合は、パスワードを変更させ、セッションを取り消してください。',
    'その後、監査ログで下の参照番号を探し、その間に何が復元されたかをバックアップ サービスで確認してください。',
  ],
};

export const somebodyElseReport: Words['somebodyElseReport'] = {
  title: '別の人がコードを承認しました',
  summary: (name) => `${san(name)}が依頼したコードを、別の人が承認しました`,
  text: (name) =>
    `${san(name)}がサインイン コードを依頼し、別のアカウントが承認しました。何も保管しておらず、セッションも開始していません。`,
  causes: 'アカウントを間違えただけかもしれません。だまされてコードを承認した (フィッシング) 可能性もあります。',
  next: [
    '承認した人に心当たりがあるか確認してください。心当たりがない場合は、その人のセッションを Microsoft Entra ID で取り消し、コードが依頼された理由を調べてください。',
    'その後、監査ログで下の参照番号を探してください。',
  ],
};

export const timeLeft = spanIn({
  less: '1 分未満',
  day: (count) => `${count} 日`,
  hour: (count) => `${count} 時間`,
  minute: (count) => `${count} 分`,
  separator: ' ',
});

/** Why a sign-in failed, who can help, and what to do next, in Japanese. */
import type { Words } from '../words.ts';

const title = 'サインインできませんでした';

export const failures: Words['notSignedIn']['failures'] = {
  cancelled: {
    title: 'サインインをキャンセルしました',
    what: 'サインインを中止しました。コードはもう使えません。',
    who: 'nobody',
    next: 'いつでもやり直せます。',
  },
  declined: {
    title: 'サインインは拒否されました',
    what: 'サインイン ページで拒否されました。',
    who: 'you',
    next: '拒否するつもりだった場合は、問題ありません。そうでない場合は、もう一度試して承認してください。',
  },
  expired: {
    title: 'コードの有効期限が切れました',
    what: 'コードの有効期限内にサインインが完了しませんでした。',
    who: 'you',
    next: 'もう一度試して、新しいコードを取得してください。サインイン ページにアクセスがブロックされたと表示された場合は、条件付きアクセスがこの種類のサインインを止めている可能性があります。私からは確認できないため、このアプリケーションにデバイス コード フローを許可するよう管理者に依頼してください。',
  },
  'code-unknown': {
    title,
    what: 'ID プロバイダーがコードを認識しませんでした。これはこちら側の問題です。',
    who: 'us',
    next: 'もう一度試して、新しいコードを取得してください。再び起きた場合は、下の参照番号をこのボットの運用担当者に伝えてください。',
  },
  'public-client-flow-off': {
    title,
    what: 'このサインインに使うアプリケーションは、コードによるサインイン用に設定されていません。',
    who: 'administrator',
    next: 'Microsoft Entra でアプリの登録を開き、「認証」で「パブリック クライアント フローを許可する」を「はい」にするよう、管理者に依頼してください。その後もう一度お試しください。',
  },
  'consent-required': {
    title,
    what: 'このサインインが求めるアクセス許可に、あなたの組織が同意していません。',
    who: 'administrator',
    next: 'Microsoft Entra の「エンタープライズ アプリケーション」でこのアプリケーションを開き、「アクセス許可」で管理者の同意を与えるよう、管理者に依頼してください。その後もう一度お試しください。',
  },
  'mfa-required': {
    title,
    what: '組織が本人確認をもう一つ求めていますが、行われませんでした。',
    who: 'you',
    next: 'もう一度試し、サインイン ページで追加の手順を完了してください。ページで求められない場合は、アカウントに多要素認証を設定するよう管理者に依頼してください。',
  },
  'conditional-access': {
    title,
    what: '組織の条件付きアクセス ポリシーがサインインをブロックしました。',
    who: 'administrator',
    next: '「認証フロー」で「デバイス コード フロー」をブロックしているポリシーを探し、復元オペレーターについてこのアプリケーションを除外するよう、管理者に依頼してください。その後もう一度お試しください。',
  },
  'identity-provider-refused': {
    title,
    what: 'ID プロバイダーがサインインを拒否しました。',
    who: 'administrator',
    next: 'もう一度お試しください。再び拒否された場合は、このカードを管理者に見せてください。',
  },
  'identity-provider-unreachable': {
    title,
    what: 'ID プロバイダーに接続できませんでした。',
    who: 'us',
    next: '数分後にもう一度お試しください。続く場合は、下の参照番号をこのボットの運用担当者に伝えてください。',
  },
  'verification-host': {
    title,
    what: 'ID プロバイダーが示したサインイン ページのアドレスをこのボットは知らないため、案内しません。',
    who: 'us',
    next: 'アドレスを確認し、正しければそのホストを ALLOWED_VERIFICATION_HOSTS に追加するよう、このボットの運用担当者に依頼してください。',
  },
  'answer-incomplete': {
    title,
    what: 'サインインはできましたが、ID プロバイダーの応答の一部が欠けていました。',
    who: 'us',
    next: 'もう一度お試しください。再び起きた場合は、下の参照番号をこのボットの運用担当者に伝えてください。',
  },
  'lookup-failed': {
    title,
    what: 'サインインはできましたが、ディレクトリでユーザー ID とテナント ID を調べられませんでした。',
    who: 'us',
    next: '数分後にもう一度お試しください。再び起きた場合は、下の参照番号をこのボットの運用担当者に伝えてください。',
  },
  'someone-else': {
    title,
    what: 'このコードで、あなたとは別のアカウントがサインインしたため、何も保管していません。',
    who: 'you',
    next: 'このチャットで使っている職場アカウントで、もう一度お試しください。別のアカウントをご自身で使ったのでなければ、管理者に連絡してください。',
  },
  'other-tenant': {
    title,
    what: 'サインインしたアカウントは、あなたとは別のテナントのものだったため、何も保管していません。',
    who: 'you',
    next: 'ご自身の組織のアカウントで、もう一度お試しください。',
  },
  'not-operator': {
    title,
    what: 'サインインは成功しましたが、バックアップ サービスがこのアカウントに復元を許可していません。',
    who: 'backup administrator',
    next: '復元オペレーターに登録するよう、バックアップの管理者に依頼してください。その後もう一度お試しください。',
  },
  'service-refused': {
    title,
    what: 'サインインは成功しましたが、バックアップ サービスがセッションの開始を拒否しました。',
    who: 'backup administrator',
    next: 'もう一度お試しください。再び拒否された場合は、このカードをバックアップの管理者に見せてください。',
  },
  'service-unreachable': {
    title,
    what: 'バックアップ サービスに接続できませんでした。',
    who: 'backup administrator',
    next: '数分後にもう一度お試しください。続く場合は、サービスが動作していて、このボットから接続できるかを、バックアップの管理者に確認してください。',
  },
  'service-untrusted': {
    title,
    what: 'バックアップ サービスの証明書をこのボットが信頼していないため、何も送信していません。',
    who: 'us',
    next: '証明書を確認し、正しければ BACKUP_SERVICE_CA または BACKUP_SERVICE_FINGERPRINT256 に指定するよう、このボットの運用担当者に依頼してください。',
  },
  'portal-off': {
    title,
    what: 'オペレーターのサインインに使う復元ポータルが、バックアップ サービスでオフになっています。',
    who: 'backup administrator',
    next: '復元ポータルをオンにするよう、バックアップの管理者に依頼してください。その後もう一度お試しください。',
  },
  'service-too-old': {
    title,
    what: 'バックアップ サービスが古く、オペレーターがどのアプリケーションでサインインするかを答えられません。',
    who: 'backup administrator',
    next: 'サービスを更新するようバックアップの管理者に依頼するか、OPERATOR_APPLICATION_ID を設定するようこのボットの運用担当者に依頼してください。',
  },
  'not-a-backup-service': {
    title,
    what: '設定されたアドレスで応答しているのは、バックアップ サービスではありません。',
    who: 'us',
    next: 'BACKUP_SERVICE_URL を確認するよう、このボットの運用担当者に依頼してください。',
  },
  'organization-removed': {
    title,
    what: 'サインインが完了する前に、この組織がボットの設定から外されました。',
    who: 'us',
    next: '元に戻る予定があるかをこのボットの運用担当者に確認するか、別の組織にサインインしてください。',
  },
};

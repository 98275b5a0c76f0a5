/** ほかのユーザーによる復元の承認に関する日本語のテキスト。 */
import type {
  approvalNotice as englishNotice,
  fourEyes as english,
  secondPersonTroubles as englishTroubles,
} from '../en/four-eyes.ts';
import type { FormatNumber } from '../quantities.ts';

export const fourEyes = (n: FormatNumber): ReturnType<typeof english> => ({
  ask: '承認を依頼',
  asks: '復元を始める前に、ほかのユーザーの承認が必要です。',
  held: {
    title: '承認を待っています',
    text: 'ほかのユーザーが承認するまで、何も復元しません。',
    until: '有効期限',
    asking: '承認者に連絡しています。',
    asked: '依頼先',
    unreachable: '連絡できない承認者',
    approvers: (count) => `${n(count)} 人`,
    open: '連絡できない承認者は、個人チャットで一度メッセージを送る必要があります。その後 15 分以内に依頼が届きます。',
    nobody: '承認できるユーザーに連絡できません。',
    withdraw: '取り下げる',
    signIn: {
      title: '承認されました。続けるにはサインインしてください',
      text: 'この復元は承認されましたが、セッションが終了しています。サインインすると、自動的に続行します。',
    },
  },
  approvedBy: '承認者',
  declinedBy: '却下した承認者',
  request: {
    title: 'この復元を承認しますか?',
    summary: '承認が必要な復元があります',
    asks: (name) => `${name} さんが、このデータをバックアップから復元しようとしています。`,
    foreign: (tenant) => `依頼したユーザーのアカウントは、別のテナント (${tenant}) に属しています。`,
    overwrites: {
      contents: '既存のアイテムを上書きします。現在の内容は元に戻せません。',
      permissions: '既存のアクセス許可を上書きします。',
    },
    needed: (count) => `${n(count)} 人の承認が必要です。`,
    decided: '承認を記録しました。ほかに必要な承認がそろうと、復元が始まります。',
    approve: '承認',
    decline: '却下',
    look: '名前を表示',
    reason: '却下する理由',
    reasonNote: '却下する場合にだけ必要です。依頼したユーザーに表示されます。',
    remarks: {
      'reason-missing': '何を変更すればよいか伝わるように、却下する理由を入力してください。',
      'not-eligible': 'ゲスト アカウントでは復元を承認できません。',
      unavailable:
        '現在、確認または記録ができないため、回答は受け付けていません。しばらくしてからもう一度お試しください。',
    },
  },
  outcomes: {
    approved: { title: '承認済み', text: '復元を始められます。' },
    declined: { title: '却下済み', text: '何も復元しません。' },
    withdrawn: { title: '取り下げ済み', text: '依頼は取り下げられました。回答の必要はありません。' },
    expired: { title: '期限切れ', text: '依頼から 24 時間が経過しました。これ以上は何も復元しません。' },
    void: { title: '無効になりました', text: '依頼の後に変更がありました。これ以上は何も復元しません。' },
  },
  news: {
    asked: { title: '承認を依頼しました', text: '承認者に依頼が届きました。回答があればお知らせします。' },
    unreachable: {
      title: '連絡できる承認者がいません',
      text: '承認者に、個人チャットでメッセージを送るよう依頼してください。その後 15 分以内に依頼が届きます。',
    },
    expiring: {
      title: '承認の依頼がまもなく期限切れになります',
      text: '期限まで 2 時間を切りました。承認者に連絡するか、後で改めて依頼してください。',
    },
    approved: { title: '復元が承認されました', text: '現在実行中です。' },
    'sign-in': {
      title: '承認されました。続けるにはサインインしてください',
      text: '復元は承認されましたが、セッションが終了しています。サインインすると、自動的に続行します。',
    },
    declined: { title: '復元が却下されました', text: '何も復元していません。' },
    expired: {
      title: '承認の依頼が期限切れになりました',
      text: '24 時間以内に完了しませんでした。必要であれば、改めて依頼してください。',
    },
    void: {
      title: '承認は無効になりました',
      text: '依頼の後に変更がありました。必要であれば、改めて依頼してください。',
    },
  },
});

export const secondPersonTroubles: typeof englishTroubles = {
  'second-declined': {
    text: '承認者が却下しました。未送信の分は送信しません。',
    who: 'you',
    next: '指摘された点を変更してから、改めて依頼してください。',
  },
  'second-expired': {
    text: '24 時間以内に承認と送信が完了しませんでした。未送信の分は送信しません。',
    who: 'you',
    next: '承認者が対応できるときに、改めて依頼してください。',
  },
  'second-void': {
    text: '承認は無効になりました。復元の内容が変わったか、承認したユーザーの権限がなくなっています。未送信の分は送信しません。',
    who: 'you',
    next: '改めて承認を依頼してください。',
  },
};

export const approvalNotice: typeof englishNotice = {
  title: 'この依頼は利用できません',
  text: '終了した依頼か、回答する権限のない依頼です。何も実行していません。',
  next: '復元を希望しているユーザーに確認してください。',
};

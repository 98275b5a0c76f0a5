/** ほかのユーザーによる復元の承認に関する日本語のテキスト。 */
import type {
  approvalNotice as englishNotice,
  fourEyes as english,
  secondPersonTroubles as englishTroubles,
} from '../en/four-eyes.ts';
import type { FormatNumber } from '../quantities.ts';
import { san } from './names.ts';

export const fourEyes = (n: FormatNumber): ReturnType<typeof english> => ({
  ask: '承認を依頼',
  of: {
    restore: {
      asks: '復元を始める前に、ほかのユーザーの承認が必要です。',
      held: 'ほかのユーザーが承認するまで、何も復元しません。',
      signIn: 'この復元は承認されましたが、セッションが終了しています。サインインすると、自動的に続行します。',
      title: 'この復元を承認しますか?',
      summary: '承認が必要な復元があります',
      wants: (name) => `${san(name)}が、このデータをバックアップから復元しようとしています。`,
      outcomes: {
        approved: '復元を始められます。',
        declined: '何も復元しません。',
        withdrawn: '依頼は取り下げられました。回答の必要はありません。',
        expired: '依頼から 24 時間が経過しました。これ以上は何も復元しません。',
        void: '依頼の後に変更がありました。これ以上は何も復元しません。',
      },
      approved: { title: '復元が承認されました', text: '現在実行中です。' },
      declined: { title: '復元が却下されました', text: '何も復元していません。' },
    },
    file: {
      asks: 'ファイルを受け取る前に、ほかのユーザーの承認が必要です。',
      held: 'ほかのユーザーが承認するまで、バックアップから何も取り出しません。',
      signIn: 'このファイルは承認されましたが、セッションが終了しています。サインインすると、自動的に取得します。',
      title: 'このファイルを承認しますか?',
      summary: '承認が必要なファイルがあります',
      wants: (name) => `${san(name)}が、このデータをファイルとしてバックアップから取り出そうとしています。`,
      outcomes: {
        approved: 'ファイルを渡すことができます。',
        declined: 'バックアップから何も取り出しません。',
        withdrawn: '依頼は取り下げられました。回答の必要はありません。',
        expired: '依頼から 24 時間が経過しました。これ以上はバックアップから何も取り出しません。',
        void: '依頼の後に変更がありました。これ以上はバックアップから何も取り出しません。',
      },
      approved: { title: 'ファイルが承認されました', text: '準備ができたら、このチャットに表示します。' },
      declined: { title: 'ファイルが却下されました', text: 'バックアップから何も取り出していません。' },
    },
  },
  held: {
    title: '承認を待っています',
    until: '有効期限',
    asking: '承認者に連絡しています。',
    asked: '依頼先',
    unreachable: '連絡できない承認者',
    approvers: (count) => `${n(count)} 人`,
    open: '連絡できない承認者は、個人用チャットで一度メッセージを送る必要があります。その後 15 分以内に依頼が届きます。',
    nobody: '承認できるユーザーに連絡できません。',
    nobodyElse: 'ほかに承認できる人がいません。このボットの運用担当者にお問い合わせください。',
    withdraw: '取り下げる',
    signIn: '承認されました。続けるにはサインインしてください',
  },
  approveYourself:
    '続いてご自身の承認が必要です。「表示」を押してください。数分で期限が切れます。承認されるまでは何も復元しません。',
  approvedBy: '承認者',
  declinedBy: '却下した承認者',
  request: {
    foreign: (tenant) => `依頼したユーザーのアカウントは、別のテナント (${tenant}) に属しています。`,
    overwrites: {
      contents: '既存のアイテムを上書きします。現在の内容は元に戻せません。',
      permissions: '既存のアクセス許可を上書きします。',
    },
    needed: (count) => `${n(count)} 人の承認が必要です。`,
    decided: '承認を記録しました。ほかに必要な承認がそろうと、続行します。',
    approve: '承認',
    decline: '却下',
    look: '名前を表示',
    reason: '却下する理由',
    reasonNote: '却下する場合にだけ必要です。依頼したユーザーに表示されます。',
    remarks: {
      'reason-missing': '何を変更すればよいか伝わるように、却下する理由を入力してください。',
      'not-eligible': 'ゲスト アカウントでは承認できません。',
      unavailable:
        '現在、確認または記録ができないため、回答は受け付けていません。しばらくしてからもう一度お試しください。',
    },
  },
  outcomes: {
    approved: '承認済み',
    declined: '却下済み',
    withdrawn: '取り下げ済み',
    expired: '期限切れ',
    void: '無効になりました',
  },
  news: {
    asked: { title: '承認を依頼しました', text: '承認者に依頼が届きました。回答があればお知らせします。' },
    unreachable: {
      title: '連絡できる承認者がいません',
      text: '承認者に、個人用チャットでメッセージを送るよう依頼してください。その後 15 分以内に依頼が届きます。',
    },
    nobody: {
      title: '承認できる人がいません',
      text: 'ほかに依頼を承認できる人がいません。このボットの運用担当者にお問い合わせください。',
    },
    expiring: {
      title: '承認の依頼がまもなく期限切れになります',
      text: '期限まで 2 時間を切りました。承認者に連絡するか、後で改めて依頼してください。',
    },
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
  next: '依頼したユーザーに確認してください。',
};

/** 管理者としての検索についてのテキスト (日本語)。 */
import type {
  administratorRemarks as englishRemarks,
  administrators as english,
  administratorTroubles as englishTroubles,
} from '../en/administrators.ts';
import { before, behind } from './names.ts';

export const administrators: typeof english = {
  everybody: '組織の全員',
  archive: (name) => `${name} · アーカイブ メールボックス`,
  opening:
    '組織全体のバックアップを開いています。1 分ほどかかることがあります。開いた後は名前の候補が表示されますが、今すぐ入力することもできます。',
  assumed:
    'バックアップ サービスからはバックアップの日時がわかりません。選択した日の終わりまでで最も新しいバックアップを表示します。',
  otherBackup:
    '以前のバックアップには残っている可能性があります。「バックアップを選ぶ」を押すと、選んだバックアップでこの名前を探し、そのまま検索を続けます。',
  endOf: (day) => `${day} の終わり`,
  asOfEnd: (day) => `、${day} の終わりの時点`,
  elsewhere: {
    label: '復元する場所',
    original: '元の場所',
    consequence: '別の人を選ぶと、その人の別フォルダーに復元され、その人がすべてを読めるようになります。',
    into: (whose, name) => `${whose}から${before(behind(name))}のデータへ`,
  },
};

export const administratorRemarks: typeof englishRemarks = {
  elsewhere: (typed) =>
    `選択したすべてのデータを${before(behind(typed))}が読めるようになります。データは「Restored from …」という別のフォルダーに復元され、アクセス許可は復元されず、通知も送られません。その人の既存のデータは変更されません。まだ何も復元されていません。`,
  'back-to-original':
    '元の場所に復元されます。まだ何も復元されていません。カードを確認してから、もう一度ボタンを押してください。',
  'elsewhere-off':
    '別の人のデータへの復元は、このボットでは使えないため、何も復元していません。元の場所に復元するように戻しました。カードを確認してから続けてください。',
  'not-in-backup': (typed) =>
    `「${typed}」はこのバックアップにありません。入力した名前を確認するか、別の種類または別の日を選択してください。`,
  'no-such-target': (typed) =>
    `「${typed}」はこのバックアップにないため、そこには復元できません。まだ何も復元されていません。入力した名前を確認するか、別の人または「元の場所」を選択してください。`,
  'no-address': (typed) =>
    `「${typed}」にはこのバックアップにメール アドレスがないため、そこには復元できません。まだ何も復元されていません。別の人か「元の場所」を選択してください。`,
};

export const administratorTroubles: typeof englishTroubles = {
  'other-organization': {
    text: 'バックアップ サービスが、サインインした組織とは別の組織のバックアップを開いたため、閉じました。内容は表示していません。',
    who: 'backup administrator',
    next: 'このサインインがどの組織のものか、バックアップの管理者に確認を依頼してください。',
  },
  'elsewhere-off': {
    text: '別の人のデータへの復元は、このボットでは使えなくなりました。残りは送信していません。',
    who: 'you',
    next: 'もう一度検索して元の場所に復元するか、RESTORE_ELSEWHERE についてこのボットの運用担当者にお問い合わせください。',
  },
};

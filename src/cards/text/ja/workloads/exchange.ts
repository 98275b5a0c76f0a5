/** Texts about mailboxes, in Japanese. */
import type { Words } from '../../en/common.ts';

export const exchange: Words['restore']['workloads']['exchange'] = {
  name: 'メール',
  search: 'メールを検索',
  whose: { own: 'ご自身のメール', all: '全員のメール', of: (name) => `${name} のメール` },
  from: { own: 'ご自身のメールボックスの', all: '全員のメールボックスの', of: (name) => `${name} のメールボックスの` },
  containers: 'どのメールボックスですか?',
  wordsPlaceholder: '請求書 10月',
  approver:
    'メールには、ApplicationImpersonation を持つグローバル管理者または Exchange 管理者のアカウントでサインインしてください。',
  untitled: '(件名なし)',
  kinds: {
    message: 'メール',
    appointment: '予定',
    contact: '連絡先',
    'contact group': '連絡先グループ',
    task: 'タスク',
    journal: '履歴',
    note: 'メモ',
    discussion: 'ディスカッション',
    mailbox: 'メールボックス全体',
    folder: 'フォルダー',
  },
  places: {
    appointment: '予定表',
    contact: '連絡先',
    'contact group': '連絡先',
    task: 'タスク',
    note: 'メモ',
  },
  wholes: {
    mailbox: (count, isAlone) => (isAlone ? 'すべて' : `メールボックス全体 ${count} 件`),
    folder: (count) => `フォルダー ${count} 件`,
  },
  options: {
    deletedItems: { label: 'なくなったアイテムを復元する', consequence: '現在は存在しないアイテムが元に戻ります。' },
    changedItems: {
      label: 'その後に変更されたアイテムを上書きする',
      consequence: 'オフ: 既存のアイテムはそのまま残ります。オン: 現在の内容は失われます。',
    },
    markRestoredAsUnread: { label: '復元したアイテムを未読にする', consequence: '新着メールのように表示されます。' },
    folder: {
      label: '復元先のフォルダー名',
      consequence: '名前を入力すると、すべてそのフォルダーに復元されます。フォルダーがない場合は作成されます。',
      placeholder: '空欄: 元の場所',
      unfit: (typed) =>
        `「${typed}」はフォルダー名として使えません。スラッシュを使わず、100 文字以内で入力してください。`,
    },
    mailboxSkipDeleted: {
      label: '「削除済みアイテム」フォルダーの内容を除く',
      consequence: 'オン: その時点で削除済みアイテムにあったアイテムは元に戻りません。',
    },
    mailboxSkipDrafts: { label: '下書きを除く', consequence: 'オン: 未送信だったメールは元に戻りません。' },
  },
  notes: {
    withoutOptions:
      'メールなどのアイテムとフォルダーには選択肢がありません。なくなったアイテムは元に戻り、その後に変更されたアイテムは上書きされ、未読として表示されることがあります。',
    wholeMailbox: 'メールボックス全体を、すべてのフォルダーとともに復元します。下のオプションはこれに適用されます。',
  },
};

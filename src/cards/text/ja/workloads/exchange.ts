/** Texts about mailboxes, in Japanese. */
import type { Words } from '../../en/common.ts';

export const exchange: Words['restore']['workloads']['exchange'] = {
  name: 'メール',
  search: 'メールを検索',
  whose: { own: 'ご自身のメール', of: (name) => `${name} のメール` },
  from: { own: 'ご自身のメールボックスの', of: (name) => `${name} のメールボックスの` },
  containers: 'どのメールボックスですか?',
  wordsPlaceholder: '請求書 10月',
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
    folder: 'フォルダー',
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
  },
  notes: {},
};

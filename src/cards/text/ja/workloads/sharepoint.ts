/** Texts about sites, in Japanese. */
import type { Words } from '../../en/common.ts';

export const sharepoint: Words['restore']['workloads']['sharepoint'] = {
  name: 'SharePoint',
  search: 'SharePoint を検索',
  whose: {
    own: 'ご自身の SharePoint サイト',
    all: 'すべての SharePoint サイト',
    of: (name) => `SharePoint サイト「${name}」`,
  },
  from: {
    own: 'ご自身の SharePoint サイトの',
    all: 'すべての SharePoint サイトの',
    of: (name) => `SharePoint サイト「${name}」の`,
  },
  containers: 'どのサイトですか?',
  wordsPlaceholder: '予算 計画',
  approver: 'サイトには、グローバル管理者または SharePoint 管理者のアカウントでサインインしてください。',
  untitled: '(名前なし)',
  kinds: {
    'whole site': 'サイト全体',
    site: 'サブサイト',
    library: 'ライブラリ',
    list: 'リスト',
    folder: 'フォルダー',
    document: 'ドキュメント',
    item: 'リスト アイテム',
    attachment: '添付ファイル: リスト アイテムと一緒に復元されます',
    unclear: 'ドキュメントまたはリスト アイテム',
  },
  administrator: {
    hint: 'サイトの検索にサブサイトは含まれません。サブサイトを検索するには、「フォルダーを見る」で開いてから「ここを検索」を選びます。',
  },
  wholes: {
    'whole site': (count, isAlone) => (isAlone ? 'すべて' : `サイト全体 ${count} 件`),
    site: (count) => `サブサイト ${count} 件`,
    library: (count) => `ライブラリ ${count} 件`,
    list: (count) => `リスト ${count} 件`,
    folder: (count) => `フォルダー ${count} 件`,
  },
  options: {
    siteMissingItems: {
      label: 'なくなったアイテムを復元する',
      consequence: '現在は存在しないアイテムが元に戻ります。',
    },
    siteChangedItems: {
      label: '現在もあるアイテムのうち、変更された分も復元する',
      consequence:
        'オフ: 既存のアイテムはそのまま残ります。オン: ドキュメントは復元したバージョンになり、リスト アイテムは置き換えられます。',
    },
    siteVersions: {
      label: 'バージョン',
      consequence: 'すべてのバージョンを選ぶと、バージョン履歴も復元され、現在の履歴と統合されます。',
      choices: { Last: '表示されているバージョンだけ', All: 'すべてのバージョン' },
    },
    siteLastVersion: {
      label: '既にある場合',
      consequence: 'バージョンを追加: 現在の内容は以前のバージョンとして残ります。上書きする: 現在の内容は失われます。',
      choices: { Merge: '復元したバージョンを追加', Overwrite: '上書きする' },
    },
    sitePermissions: {
      label: 'アクセス許可を復元する',
      consequence: 'オン: バックアップの時点でアクセスできた人が、再びアクセスできるようになります。',
    },
    siteNotification: {
      label: 'アクセスできる全員にメールで知らせる',
      consequence: 'アクセス許可を復元する場合だけ有効です。',
    },
    siteList: {
      label: '同じサイトの別のライブラリまたはリストに復元',
      consequence: '既に存在している必要があります。すべてそこに復元されます。',
      placeholder: '空欄: 元の場所',
      unfit: (typed) => `「${typed}」はライブラリやリストの名前として使えません。255 文字以内で入力してください。`,
    },
    siteListViews: {
      label: 'リストとライブラリのビューを復元する',
      consequence: 'オン: ビューが当時の状態に戻ります。同じ名前の現在のビューは置き換えられることがあります。',
    },
    siteMasterPages: {
      label: 'マスター ページを復元する',
      consequence: 'オン: サイトのページの現在のデザインは置き換えられることがあります。',
    },
    siteSubsites: {
      label: 'サブサイトも復元する',
      consequence: 'オフ: サイト自体だけを復元します。',
    },
  },
  notes: {
    wholes: 'サイト、ライブラリ、リストは、量にかかわらず中身をすべて復元します。',
    existingToo:
      '選択したドキュメント、フォルダー、リスト アイテムは、残っていても復元されます。管理者はこの動作を変更できません。',
    itemsAnew:
      '残っているリスト アイテムは削除され、新しい番号で作り直されます。そのアイテムへのリンクは使えなくなり、参照している別のリストのアイテムも一緒に削除されることがあります。',
    mails: '復元するアイテムにアクセスできる全員にメールが届きます。',
    selectedVersions: '以前のバージョンが選ばれているため、選んだバージョンだけを復元します。',
    limitsOfDocuments:
      '復元されないもの: OneNote のノートブック、秘密度ラベル、保持中のアイテム、チェックアウト中だったアイテムの最後の変更。復元したドキュメントの「作成者」は元と異なります。',
    limitsOfItems:
      '復元されないもの: 非表示のリストやシステム リストのアイテム、保持中のアイテム、残っているリスト アイテムの添付ファイル。管理されたメタデータや参照の列は空になることがあります。',
  },
};

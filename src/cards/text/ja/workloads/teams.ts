/** Texts about Teams, in Japanese. */
import type { Words } from '../../en/common.ts';

export const teams: Words['restore']['workloads']['teams'] = {
  name: 'Teams',
  search: 'Teams を検索',
  whose: { own: 'ご自身のチーム', all: 'すべてのチーム', of: (name) => `チーム ${name}` },
  from: { own: 'ご自身のチームの', all: 'すべてのチームの', of: (name) => `チーム ${name} の` },
  containers: 'どのチームですか?',
  wordsPlaceholder: '予算 会議',
  hint: 'バックアップにチャットと通話はありません。チャネルの投稿、ファイル、タブだけが含まれます。投稿の本文は表示できません。',
  approver:
    'チームには、Teams ライセンスを持つグローバル管理者または Teams 管理者のアカウントでサインインしてください。',
  untitled: '(件名なし)',
  searches: { posts: '投稿', files: 'ファイル', tabs: 'タブ' },
  kinds: {
    team: 'チーム全体',
    channel: 'チャネル',
    'private channel': 'プライベート チャネル',
    'shared channel': '共有チャネル',
    posts: 'すべての投稿',
    files: 'すべてのファイル',
    tabs: 'すべてのタブ',
    post: '投稿',
    reply: '返信',
    file: 'ファイル',
    folder: 'フォルダー',
    tab: 'タブ',
  },
  places: { posts: '新しいタブ', post: '新しいタブ', reply: '新しいタブ' },
  administrator: {
    kinds: {
      post: '投稿: チャネルのその日の投稿と一緒に復元されます',
      reply: '返信: チャネルのその日の投稿と一緒に復元されます',
    },
  },
  wholes: {
    team: (count, isAlone) => (isAlone ? 'すべて' : `チーム全体 ${count} 件`),
    channel: (count) => `チャネル ${count} 件`,
    'private channel': (count) => `プライベート チャネル ${count} 件`,
    'shared channel': (count) => `共有チャネル ${count} 件`,
    posts: (count) => `チャネル ${count} 件分の投稿`,
    files: (count) => `チャネル ${count} 件分のすべてのファイル`,
    tabs: (count) => `チャネル ${count} 件分のすべてのタブ`,
  },
  options: {
    teamsMissing: {
      label: 'Teams からなくなったアイテムを復元する',
      consequence: '現在は存在しないチャネル、ファイル、タブが元に戻ります。',
    },
    teamsChanged: {
      label: 'その後に Teams で変更されたアイテムを上書きする',
      consequence: 'オフ: 既存のアイテムはそのまま残ります。オン: 現在の内容は失われます。',
    },
    teamsMembers: {
      label: 'メンバーを復元する',
      consequence: 'その後に抜けたメンバーが再びアクセスできるようになります。所有者は所有者としてのみ戻ります。',
    },
    teamsSettings: {
      label: 'チームの設定を復元する',
      consequence: 'チームの現在の設定は置き換えられます。',
    },
    teamsOwner: {
      label: '元の所有者がいない場合の所有者',
      consequence: '所有者になるアカウントのサインイン名です。空欄でもかまいません。',
      placeholder: '空欄: 元の所有者',
      unfit: (typed) => `「${typed}」はアカウントのサインイン名として使えません。空白を使わずに入力してください。`,
    },
    teamsFileVersions: {
      label: 'ファイルのバージョン',
      consequence: 'すべてのバージョン: バージョン履歴も復元されます。',
      choices: { Last: 'このバックアップのバージョンだけ', All: 'すべてのバージョン' },
    },
    teamsPostsFrom: {
      label: 'この日以降の投稿だけ',
      consequence: '空欄: それより前の投稿も含みます。投稿が最後に変更された日 (UTC) で判断します。',
    },
    teamsPostsTo: {
      label: 'この日までの投稿だけ',
      consequence: '空欄: それより後の投稿も含みます。',
    },
  },
  notes: {
    postsTogether:
      '管理者は投稿を 1 件だけ復元することはできません。チャネルのすべての投稿、または下の期間の投稿が復元されます。',
    postsAsPage:
      '投稿は投稿としては戻りません。サービスが投稿を 1 つのページに書き出し、新しいタブとして元のチャネルに追加します。ページの時刻はバックアップ サーバーの時刻です。',
    tabsUnlinked: 'チーム全体を復元する場合を除き、復元したタブはファイルへのリンクを失うことがあります。',
    selectedVersions:
      '以前のバージョンが選ばれているため、選んだバージョンだけを復元します。ファイルがまだある場合は、上書きを選んだときだけ置き換えられます。',
  },
};

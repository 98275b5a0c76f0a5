/** Texts about drives, in Japanese. */
import type { Words } from '../../en/common.ts';
import { behind } from '../names.ts';

export const onedrive: Words['restore']['workloads']['onedrive'] = {
  name: 'ファイル',
  search: 'ファイルを検索',
  whose: { own: 'ご自身のファイル', all: '全員のファイル', of: (name) => `${behind(name)}のファイル` },
  from: { own: 'ご自身の OneDrive の', all: '全員の OneDrive の', of: (name) => `${behind(name)}の OneDrive の` },
  containers: 'どの OneDrive ですか?',
  wordsPlaceholder: '予算 計画',
  approver: 'ファイルには、グローバル管理者または SharePoint 管理者のアカウントでサインインしてください。',
  untitled: '(名前なし)',
  kinds: {
    document: 'ドキュメント',
    drive: 'OneDrive 全体',
    folder: 'フォルダー',
    unclear: 'ドキュメント',
  },
  wholes: {
    drive: (count, isAlone) => (isAlone ? 'すべて' : `OneDrive 全体 ${count} 件`),
    folder: (count) => `フォルダー ${count} 件`,
  },
  options: {
    documentAction: {
      label: 'ドキュメントが既にある場合',
      consequence: '両方を残す: 復元したドキュメントが並べて置かれます。上書きする: 現在の内容は失われます。',
      choices: { Keep: '両方を残す', Overwrite: '上書きする' },
    },
    allVersions: {
      label: '選んだバージョンだけでなく、すべてのバージョンを復元する',
      consequence: 'バージョン履歴も復元されます。',
    },
  },
  notes: {
    selectedVersions: '以前のバージョンが選ばれているため、選んだバージョンだけを復元します。',
    oneVersion:
      'ドキュメントは 1 つのバージョンだけが復元されます。選んだバージョン、または選んでいなければこのバックアップのバージョンです。バージョン履歴は復元されません。',
    keptTwice:
      'フォルダーまたは OneDrive の全体を復元します。「両方を残す」の場合、現在も存在するドキュメントは復元後に 2 つになります。',
  },
};

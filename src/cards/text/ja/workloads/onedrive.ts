/** Texts about drives, in Japanese. */
import type { Words } from '../../en/common.ts';

export const onedrive: Words['restore']['workloads']['onedrive'] = {
  name: 'ファイル',
  search: 'ファイルを検索',
  whose: { own: 'ご自身のファイル', of: (name) => `${name} のファイル` },
  from: { own: 'ご自身の OneDrive の', of: (name) => `${name} の OneDrive の` },
  containers: 'どの OneDrive ですか?',
  wordsPlaceholder: '予算 計画',
  untitled: '(名前なし)',
  kinds: {
    document: 'ドキュメント',
    folder: 'フォルダー',
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
  notes: { selectedVersions: '以前のバージョンが選ばれているため、選んだバージョンだけを復元します。' },
};

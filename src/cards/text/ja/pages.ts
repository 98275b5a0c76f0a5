/** What the pages say that a sign-in shows in the browser, in Japanese. */
import type { PageWords } from '../en/pages.ts';

export const pages: PageWords = {
  done: { title: '完了しました', text: 'Teams に戻ってください。このページは閉じてかまいません。' },
  'not-signed-in': {
    title: 'サインインしていません',
    text: 'Teams に戻ってください。理由と次にすることがカードに表示されています。',
  },
  over: {
    title: 'このリンクは使えなくなりました',
    text: 'すでに使用されたか、有効期限が切れたか、新しいリンクに置き換えられています。Teams に戻り、restore login を送信して新しいリンクを取得してください。',
  },
  answered: {
    title: 'このページは閉じてかまいません',
    text: 'このページの処理は終わっています。Teams に戻ってください。サインインできたかどうかはカードに表示されています。',
  },
  refused: {
    title: 'このサインインは受け付けられません',
    text: 'ここに移動する前のページは、このサインインを始めたページではありません。何も変更されていません。Teams に戻り、restore login を送信してください。',
  },
  'too-often': {
    title: '試行回数が多すぎます',
    text: 'このリンクは短時間に何度も開かれました。1 分ほど待ってから、もう一度お試しください。',
  },
  unavailable: {
    title: '現在は処理できません',
    text: '何も失われていません。1 分ほどしてから、このページを再読み込みしてください。',
  },
};

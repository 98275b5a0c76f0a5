/** 復元の依頼に関する文言 (日本語)。 */
import type { Words } from '../en/common.ts';
import type { FormatNumber } from '../quantities.ts';
import { san } from './names.ts';

export const requests = (n: FormatNumber): Words['requests'] => ({
  title: '復元を依頼',
  changeTitle: '依頼の変更',
  intro: '依頼は、復元オペレーターとボットのチャットに届きます。担当者が決まったときと完了したときにお知らせします。',
  askedForOthers: (name) => `${san(name)}が復元を依頼しました`,
  onlyYou: 'フォームとその内容は、依頼する本人にだけ表示されます。',
  form: {
    what: '何がなくなりましたか?',
    whatPlaceholder: '名前や件名に含まれる語句',
    kind: 'どこにありましたか?',
    kindPlaceholder: 'わからない',
    place: 'サイトまたはチームの名前 (そこにあった場合)',
    lastSeen: '最後にあった日',
    neededBy: '必要な期日',
    useMessage: 'このメッセージの日付とリンクを添えます。本文は保存されません。',
  },
  remarks: {
    'what-missing': 'なくなったアイテムを入力してください。',
    'place-missing': 'サイトまたはチームの名前を入力してください。',
    'too-many-own': '未完了の依頼が 5 件あります。取り下げるか、完了するまでお待ちください。',
    'too-many-all': '現在、組織の未完了の依頼が多すぎます。時間をおいてもう一度依頼してください。',
    'not-sent': '依頼を送信できませんでした。もう一度送信してください。',
  },
  buttons: {
    fillIn: 'フォームに入力',
    ask: '依頼を送信',
    save: '保存',
    edit: '編集',
    withdraw: '取り下げる',
    take: '引き受ける',
    search: '検索',
    done: '完了にする',
    handBack: '担当を戻す',
    declineOpen: '断る…',
    decline: '断る',
  },
  wanted: (what) => `「${what}」`,
  lastSeenOn: (day) => `最後にあった日: ${day}`,
  neededUntil: (day) => `必要な期日: ${day}`,
  messageOf: (moment) => `${moment} のメッセージについて`,
  askedAt: (moment) => `依頼日時: ${moment}`,
  own: {
    open: '依頼を受け付けました',
    waiting: 'オペレーターに伝えています。担当者が決まったらお知らせします。',
    taken: () => '依頼に対応しています',
    ended: {
      done: () => '依頼が完了しました',
      declined: () => '依頼は断られました',
      withdrawn: () => 'この依頼を取り下げました',
      expired: () => '依頼の期限が切れました',
    },
  },
  news: {
    titles: {
      taken: '依頼の担当者が決まりました',
      'handed-back': '依頼が担当者待ちに戻りました',
      done: '依頼が完了しました',
      donePartly: '依頼の一部を復元しました',
      declined: '依頼は断られました',
      expired: '依頼の期限が切れました',
      unheard: '連絡できるオペレーターがまだいません',
    },
    taken: (name) => `${san(name)}が対応しています。`,
    handedBack: (name) => `${san(name)}が担当を戻しました。オペレーターにもう一度伝えます。`,
    done: (name) => `${san(name)}が復元しました。`,
    donePartly: (name) => `${san(name)}が一部を復元しました。`,
    declined: (name) => `${san(name)}が断りました。`,
    expired: '1 週間以内に完了しませんでした。まだ必要な場合は、もう一度依頼してください。',
    unheard: '引き続き連絡し、担当者が決まったらお知らせします。お急ぎの場合は、IT サポートにお問い合わせください。',
    reason: (reason) => `理由: ${reason}`,
    restored: (count) => `${n(count)} 件を復元しました。`,
    failed: (count) => `${n(count)} 件は失敗しました。`,
    about: (what) => `依頼: 「${what}」`,
  },
  operator: {
    title: (name) => `${san(name)}からの復元の依頼`,
    open: '復元の依頼',
    yours: 'この依頼を引き受けました。',
    search: '下に検索を開きました。そこから復元すると、依頼した人に知らせます。',
    otherwise: '別の方法で復元した場合は、完了にしてください。',
    otherOrganization:
      '現在サインインしている組織では、依頼した人のデータを扱えません。該当する組織にサインインしてから、ここでもう一度お試しください。',
    searchFailed: '検索を開けませんでした。「検索」を押して、もう一度お試しください。',
    teamUnknown:
      '現在も当番チームのメンバーかどうかを確認できなかったため、何も変更していません。少し待ってから、もう一度お試しください。それでもうまくいかない場合は、「restore on duty」と入力してから、ここでもう一度お試しください。',
    left: '当番チームのメンバーではなくなったため、依頼の引き受けや検索はできません。引き受け済みの依頼は、担当を戻すか、断るか、完了にすることができます。再び依頼を受け取るには、「restore on duty」と入力してください。',
    outside: (name) =>
      `この依頼を引き受けましたが、復元できるデータの中に「${name}」が見つかりません。ほかのオペレーターが引き受けられるように担当を戻すか、別の名前で検索してください。`,
    taken: (name) => `${san(name)}がこの依頼を引き受けました`,
    ended: {
      done: (name) => `${san(name)}がこの依頼を完了しました`,
      declined: (name) => `${san(name)}がこの依頼を断りました`,
      withdrawn: () => 'この依頼は取り下げられました',
      expired: () => 'この依頼の期限が切れました',
    },
    declineReason: '断る理由 (依頼した人に伝わります)',
    reasonMissing: '断る理由を入力してください。',
    stillRestoring:
      'この依頼の復元が実行中か、承認待ちです。復元できたら、依頼した人に知らせます。今すぐ依頼を終えるか担当を戻す場合は、先にその復元を停止してください。',
  },
  moved: {
    title: '下に続きます',
    text: 'この依頼はまだ担当者を待っています。最新のカードは下にあります。',
  },
  duty: {
    on: '当番になっています',
    off: '当番ではありません',
    onText: '復元の依頼があると、このチャットでお知らせします。',
    offText: '新しい依頼は届きません。引き受けた依頼はそのまま残ります。',
    offInTeam: '当番チームのメンバーには、引き続き依頼が届きます。',
    team: (count) =>
      count === 1
        ? '当番チームの唯一のメンバーにすべての依頼が届きます。'
        : `当番チームのメンバー ${count} 人全員に、すべての依頼が届きます。`,
    teamPart: (reached, size) => `依頼が届く当番チームのメンバー: ${size} 人中 ${reached} 人。連絡できないメンバー:`,
    until: (moment) => `期限: ${moment}。もう一度「restore on duty」と入力すると、そこから 1 週間になります。`,
    others: 'ほかの当番:',
    nobodyElse: 'ほかに当番はいません。',
    other: (name, moment) => `${san(name)}、${moment} まで`,
    unreachable: (name, reason) => `${san(name)}: 連絡できません (${reason})`,
    withoutApp: (name) => `${san(name)}: アプリがインストールされていません`,
    begin: '当番になる',
    end: '当番をやめる',
  },
  notices: {
    'no-object-id': {
      title: '本人を確認できません',
      text: 'このアプリからは本人を確認できないため、依頼を伝えられません。職場アカウントで Microsoft Teams から送信してください。',
    },
    guest: {
      title: 'ゲストは利用できません',
      text: '復元を依頼できるのは組織のメンバーだけです。組織内の担当者に頼んでください。',
    },
    'no-personal-chat': {
      title: 'メッセージを送れません',
      text: '依頼への返答は個人用チャットで送ります。Teams の個人用アプリにこのアプリを追加してから、もう一度依頼してください。',
    },
    unknown: {
      title: 'この依頼は利用できません',
      text: '消去されたか、ほかのユーザーの依頼です。',
    },
    'duty-personal-only': {
      title: '個人用チャットでのみ利用できます',
      text: '依頼は非公開です。ボットとの個人用チャットを開き、そこでコマンドを入力してください。',
    },
    sent: {
      title: '依頼を送信しました',
      text: '個人用チャットにメッセージを送ります。その後の経過もそこでお知らせします。',
    },
    late: {
      title: '少しお待ちください',
      text: '依頼を送信しています。結果は個人用チャットでお知らせします。連絡がない場合は、もう一度依頼してください。',
    },
  },
});

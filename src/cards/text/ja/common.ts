/** The texts of the cards, in Japanese. Commands stay English words. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';
import { administration, administrationCommands, administrationNotices } from './administration.ts';
import { approvals } from './approvals.ts';
import { fourEyes } from './four-eyes.ts';
import { exports } from './exports.ts';
import { failures, failuresByWay } from './failures.ts';
import { pages } from './pages.ts';
import { requests } from './requests.ts';
import { behind, san, SOMEBODY } from './names.ts';
import { restore } from './restore.ts';
import { forget, notMeReport, sessions, somebodyElseReport, timeLeft } from './sessions.ts';

const SHARED_PLACE =
  '最初にこのボットをメンションしてください。始めた操作はご本人だけのものです。ほかの人がコードを見たりセッションを使ったりすることはできません。コマンドは英語で入力してください。';

export const japanese = (n: FormatNumber): Words => ({
  buttons: {
    'new-code': '新しいコード',
    'use-code': 'コードを使用',
    cancel: 'キャンセル',
    'show-code': '自分のコードを表示',
    renew: '延長',
    'log-out': 'サインアウト',
    'not-me': '自分ではない',
    'try-again': 'もう一度試す',
    'sign-in-again': 'もう一度サインイン',
    'sign-in': 'サインイン',
    'no-notices': '今後通知しない',
    notices: '通知を再開',
    'forget-me': '消去',
    keep: '残す',
    'choose-organization': '続行',
    'other-organization': '別の組織',
    status: '状態',
    help: 'ヘルプ',
    'all-commands': 'すべてのコマンド',
    find: '復元するアイテムを探す',
    sessions: '最近の復元',
    'stop-session': '停止',
    ask: '復元を依頼',
  },
  open: (host) => `${host} を開く`,
  forWhom: (name) => `${san(name)}向け`,
  inOneLine: (title, text) => `${title}。${text}`,
  somebody: SOMEBODY,
  flow: { operator: '復元オペレーター', 'app-only': '管理者 (アプリ専用)' },
  facts: {
    account: 'アカウント',
    userId: 'ユーザー ID',
    tenantId: 'テナント ID',
    organization: '組織',
    service: 'サービス',
    kind: '種類',
    until: '有効期限',
    askedBy: '依頼者',
    person: 'ユーザー',
    renewal: '延長',
    rights: '権限',
    remaining: '残り時間',
    reminders: '通知',
    when: '報告日時',
    where: '場所',
    signedIn: 'サインイン日時',
    whoHelps: '対応できる人',
    approverId: '承認者 (ユーザー ID)',
    approverTenant: '承認者 (テナント ID)',
    started: '開始',
    ended: '終了',
    reason: '理由',
  },
  renewable: { yes: 'もう一度サインインせずに延長できます', no: '延長にはもう一度サインインする必要があります' },
  remindersOff: 'このチャットではオフ',
  operator: {
    yes: 'サービスに復元オペレーターとして登録されています',
    no: 'サービスに復元オペレーターとして登録されていません',
    administrator: '全員のデータを調べることができます。復元のたびに承認が必要です',
  },
  calendarDay: (day) => day,
  dateAndTime: (date, time) => `${date} ${time}`,
  momentOfWeek: (weekday, date, time) => `${date} (${weekday}) ${time}`,
  reference: (id) => `参照番号: ${id}`,
  correlation: (id) => `プロバイダーのサポート用関連付け ID: ${id}`,
  quotedLabel: 'サービスからのメッセージ (原文)',

  signIn: {
    title: 'サインインしてデータを復元',
    summary: 'コードを入力してサインインしてください',
    intro: (host) => `${host} を開き、このコードを入力して、職場アカウントでサインインしてください。`,
    introWithoutLink: 'サインイン ページでこのコードを入力し、職場アカウントでサインインしてください。',
    codeLabel: 'コード',
    until: (time) => `${time} まで有効`,
    warningFirst: 'たった今ご自身で依頼した場合にだけ続けてください。',
    warningThen: 'ほかの人から送られてきたコードは絶対に入力しないでください。',
    browser: {
      summary: 'サインインして続行してください',
      intro: '「サインイン」を選択してください。ブラウザーにページが開くので、職場アカウントを選んでください。',
      warning: 'このサインインを完了できるのはご自身だけです。リンクをほかの人に渡さないでください。',
      open: 'サインイン',
      show: '自分のリンクを表示',
      orCode: '別のデバイスでサインインする場合や、ページが開かない場合は、コードを使用してください。',
    },
  },
  pages,
  signInForOthers: (name) => `${san(name)}がサインインの手続き中です`,
  moved: {
    title: '別のカードで続きます',
    summary: 'サインインは別のカードで続きます',
    text: 'サインインは、このチャットの別のカードで続きます。「restore login」でもう一度表示できます。',
  },
  finishing: {
    title: 'もう少しで完了します',
    summary: 'サインインは承認され、完了処理中です',
    text: 'サインインは承認されました。バックアップ サービスの応答に時間がかかっています。引き続き試し、結果をこのカードでお知らせします。',
  },
  signedIn: {
    title: 'サインインしました',
    summary: (organization) => `${behind(organization)}にサインインしました`,
    summaryForOthers: (name) => `${san(name)}がサインインしました`,
    intro: 'バックアップ サービスにサインインしました。',
    introAdministrator:
      'バックアップ サービスに管理者としてサインインしました。全員のデータを調べることができ、復元のたびに承認が必要です。',
    introForOthers: (name) => `${san(name)}がバックアップ サービスにサインインしました。`,
    details: '詳細',
  },
  notSignedIn: {
    whoHelps: {
      you: 'ご自身',
      administrator: 'Microsoft 365 の管理者',
      'backup administrator': 'バックアップの管理者',
      us: 'このボットの運用担当者',
    },
    failures,
    failuresByWay,
  },
  status: {
    titleSignedIn: 'サインイン済みです',
    titleAlready: '既にサインイン済みです',
    titleNone: 'サインインしていません',
    titlePending: 'サインインが完了していません',
    titleUnreadable: 'もう一度サインインしてください',
    already: 'セッションを延長するか、サインアウトするか、もう一度サインインして置き換えてください。',
    alreadyElsewhere: '現在のサインインは、ご依頼のものとは異なります。新しいサインインを承認すると置き換わります。',
    none: '復元したいときにサインインしてください。',
    waiting: 'サインインを完了するには、サインイン ページで承認してください。',
    alsoWaiting: '新しいサインインが待機中です。完了するには、サインイン ページで承認してください。',
    redeemed: 'サインインは承認されました。バックアップ サービスで完了処理をしています。少しお待ちください。',
    pendingUntil: (time) => `${time} まで完了できます。`,
    unreadable: '保管していた情報を開けなかったため、サインアウトした状態として扱います。その情報はもう使われません。',
  },
  ...sessions,
  choose: {
    title: 'どの組織にサインインしますか?',
    intro: '複数の組織にサインインできます。復元する組織を選んでください。',
    introAppOnly: '複数の組織にアプリ専用でサインインできます。復元する組織を選んでください。',
    label: '組織',
    placeholder: '入力して検索',
    error: '続けるには組織を選んでください。',
    more: (shown, all) =>
      `${n(all)} 件のうち最初の ${n(shown)} 件を表示しています。ほかの組織は、「restore login」に続けて名前を入力してください。`,
    signInTo: (organization) => `${behind(organization)}にサインイン`,
    signInAsOperatorTo: (organization) => `${behind(organization)}にオペレーターとしてサインイン`,
    signInAppOnlyTo: (organization) => `${behind(organization)}にアプリ専用でサインイン`,
    titleForOthers: 'サインインが待機しています',
    forOthers: (name) => `${san(name)}がサインイン先を選んでいます。`,
    choose: '選択',
  },
  help: {
    title: 'できること',
    summary: 'このボットでできること',
    welcomeTitle: 'こんにちは、復元ボットです',
    welcomeSummary: 'こんにちは、復元ボットです',
    lead: '削除されたメール、ファイル、SharePoint や Teams のデータをバックアップから探し、復元します。ご自身で復元できる場合はサインインし、できない場合はオペレーターに依頼してください。',
    leadAsk: '削除されたメール、ファイル、SharePoint や Teams のデータの復元を、オペレーターに依頼できます。',
    leadSignedInHere:
      'ここではサインイン済みです。検索と復元は、このボットとの個人用チャットを開き、そこでサインインして行ってください。オペレーターに依頼することもできます。',
    leadSignedIn: 'サインイン済みです。復元するアイテムを探してください。',
    leadAdministrator: '管理者としてサインイン済みです。組織内の全員のデータから、復元するアイテムを探せます。',
    roles: {
      operator: 'ほかのユーザーの依頼も受け取れます:「restore on duty」と入力してください。',
      approver: 'ほかのユーザーの復元を承認できます。依頼はこのチャットにカードで届きます。',
      administrator:
        '管理者は、ほかのユーザーのセッションを終了したり、利用を停止したりできます:「restore admin sessions」と入力してください。',
    },
    notUnderstood: (typed) => `「${typed}」というコマンドはありません。`,
    search: (typed) => `「${typed}」を検索`,
    nearTitle: 'こちらでしょうか?',
    near: (typed, command) => `「${typed}」というコマンドはありません。「${command}」のことですか?`,
    commands: {
      login: ['restore login', '復元オペレーターとしてサインインします'],
      loginSeveral: ['restore login [organization]', '復元オペレーターとしてサインインします。組織を指定できます'],
      appOnly: ['restore login app-only', 'アプリ専用認証の組織に管理者としてサインインします'],
      appOnlySeveral: ['restore login app-only [organization]', 'アプリ専用認証の組織に管理者としてサインインします'],
      status: ['restore status', '誰が、どこに、いつまでサインインしているかを表示します'],
      renew: ['restore renew', 'もう一度サインインせずにセッションを延長します'],
      cancel: ['restore cancel', '待機中のサインインをキャンセルします'],
      logout: ['restore logout', 'サインアウトし、すべてのトークンを消去します'],
      forget: ['restore forget me', '確認のうえ、保管しているご自身の情報をすべて消去します'],
      find: [
        'restore find [words]',
        '削除されたメール、ファイル、SharePoint や Teams のデータをバックアップから探して復元します',
      ],
      scope: ['restore scope [name]', '誰のデータを探すかを選びます'],
      points: ['restore points', 'いつの時点のデータを探すかを選びます'],
      list: ['restore list', 'これまでに選んだアイテムを表示します'],
      sessions: ['restore sessions', '最近の復元を、実行中のものも含めて表示します'],
      ask: ['restore ask', '復元をオペレーターに依頼します'],
      onDuty: ['restore on duty', 'オペレーター向け: 依頼を受け取ります'],
      offDuty: ['restore off duty', 'オペレーター向け: 依頼の受け取りをやめます'],
      ...administrationCommands,
      help: ['restore help', 'できることと、すべてのコマンドを表示します'],
    },
    how: {
      personal: 'ここでは「restore」を省略できます。コマンドは英語で入力してください。',
      'group chat': SHARED_PLACE,
      channel: SHARED_PLACE,
    },
  },
  restore: restore(n),
  exports: exports(n),
  requests: requests(n),
  approvals: approvals(n),
  administration: administration(n),
  fourEyes: fourEyes(n),
  timeLeft,
  forget: forget(n),
  notMeReport,
  somebodyElseReport,
  sending: {
    instead:
      '回答をここに表示できませんでした。Teams がメッセージを受け付けませんでした。開始した処理は続いています。サインインは「restore status」、復元は「restore sessions」で確認できます。または、もう一度送信してください。検索の場合は条件を絞ってください。',
    repeated:
      '前のメッセージを Teams が確認しなかったため、同じものが二つ表示されている場合があります。こちらをお使いください。上のものは更新されません。',
    shortened: 'メッセージ全体が Teams には大きすぎたため、一部を省略しました。',
  },
  notices: {
    'not-signed-in': {
      title: 'サインインしていません',
      text: 'このチャットには有効なセッションがありません。サインインしてください。',
    },
    'nothing-to-cancel': {
      title: 'キャンセルするサインインがありません',
      text: '待機中のサインインはありません。',
    },
    cancelled: {
      title: 'サインインをキャンセルしました',
      text: 'サインインをキャンセルしました。このサインインはもう完了できません。いつでもやり直せます。',
    },
    renewed: { title: '延長しました', text: 'もう一度サインインすることなく、セッションが続きます。' },
    'needs-personal-chat': {
      title: 'ここでは表示できません',
      text: 'このチャット アプリでは、ご本人だけにカードを表示できません。このボットとの個人用チャットを開き、サインインするには「restore login」、オペレーターに依頼するには「restore ask」と入力してください。',
    },
    'not-your-card': {
      title: 'このカードはほかの人のものです',
      text: 'ボタンを使えるのは、始めた本人だけです。ご自身でサインインするには、「restore login」と入力してください。',
    },
    'card-outdated': {
      title: 'このカードは古くなっています',
      text: '送信後に状況が変わりました。現在の状況は「状態」で確認できます。',
    },
    'storage-away': {
      title: 'しばらくしてからもう一度お試しください',
      text: '現在データの読み書きができないため、お待ちいただく必要があります。進行中のサインインは自動的に続きます。',
    },
    'no-object-id': {
      title: 'ご本人を確認できません',
      text: 'このチャット アプリからは利用者を確認できないため、サインインできません。Microsoft Teams から職場アカウントでメッセージを送ってください。',
    },
    'too-many-sign-ins': {
      title: '新しいサインインが多すぎます',
      text: '待機中のサインインがある場合は、まだ使えます。「restore login」でもう一度表示できます。',
    },
    'app-only-not-allowed': {
      title: 'アプリ専用のサインインは利用できません',
      text: '指定された管理者専用です。代わりに復元オペレーターとしてサインインできます。',
    },
    'app-only-personal-only': {
      title: '個人用チャットでのみ利用できます',
      text: 'アプリ専用のサインインは、このボットとの個人用チャットでのみ始められます。個人用チャットを開き、「restore login app-only」と入力してください。',
    },
    'app-only-off': {
      title: 'アプリ専用のサインインは設定されていません',
      text: '復元オペレーターとしてサインインするか、このボットの運用担当者に APP_ONLY_APPLICATION_ID の設定を依頼してください。',
    },
    ...administrationNotices,
    'unknown-organization': {
      title: 'その組織は利用できません',
      text: '名前を確認するか、名前を付けずにサインインしてください。',
    },
    'no-organization': {
      title: '利用できる組織がまだありません',
      text: 'お使いのアカウントのテナントには、バックアップ サービスが設定されていません。このボットの運用担当者に追加を依頼してください。',
    },
    'state-unreadable': {
      title: 'もう一度サインインしてください',
      text: '保管していた情報を開けなかったため、サインアウトした状態として扱います。続けるにはサインインしてください。',
    },
    working: { title: '少しお待ちください', text: 'まだ処理中です。結果は自動的に届きます。' },
    'took-too-long': {
      title: '時間がかかりすぎました',
      text: '時間内に応答できませんでした。少し待ってから、もう一度ボタンを押してください。',
    },
    'no-more-notices': {
      title: '通知をオフにしました',
      text: 'セッションが終わる前の通知を、ここではもう送りません。「状態」から通知を再開できます。',
    },
    'notices-again': {
      title: '通知をオンにしました',
      text: 'セッションが終わる前に、ここでまた通知します。',
    },
    kept: { title: '何も消去していません', text: 'すべて元のままです。' },
    'went-wrong': {
      title: '問題が発生しました',
      text: 'これはこちら側の問題です。もう一度お試しください。再び起きた場合は、参照番号をこのボットの運用担当者に伝えてください。',
    },
  },
  tooManySignIns: {
    person: 'この 10 分間に開始されたサインインが多すぎます。',
    tenant: '現在、組織内でサインインが集中しています。',
    again: (moment) => `${moment} 以降に、新しいサインインを開始できます。`,
  },
  unknownOrganization: {
    youWrote: (name) => `「${name}」と入力されました。`,
    near: (names) => `もしかして: ${names}`,
    choices: (names) => `選べる組織: ${names}`,
    andMore: (names, more) => `選べる組織: ${names}、ほか ${n(more)} 件`,
  },
});

/** Texts about what administrators do with everybody’s sessions, in Japanese. */
import type {
  administration as english,
  administrationCommands as englishCommands,
  administrationNotices as englishNotices,
  endedByAdministrator as englishEnds,
} from '../en/administration.ts';
import type { FailureWords } from '../en/failures.ts';
import type { FormatNumber } from '../quantities.ts';

const counted = (n: FormatNumber, count: number): string => `${n(count)} 件のセッション`;

export const administration = (n: FormatNumber): ReturnType<typeof english> => ({
  title: 'サインイン中のユーザー',
  personTitle: 'ユーザーとそのセッション',
  nobody: 'サインイン中のユーザーも、停止中のユーザーもいません。',
  signedIn: (count) => `${n(count)} 人がサインインしています。`,
  choose: 'ユーザーを選択すると、セッションを終了したり、利用を停止したりできます。',
  unnamed: '名前不明',
  states: { signedIn: 'サインイン中', suspended: '停止中', none: 'サインインなし' },
  since: (moment) => `${moment} から`,
  until: (moment) => `${moment} まで`,
  suspendedBy: (name, moment) => `停止した管理者: ${name} · ${moment}`,
  suspending:
    '停止すると、そのユーザーのセッションも終了します。管理者が解除するまで、どこからもサインインできません。',
  buttons: {
    end: '終了',
    endAll: 'すべて終了',
    endAllSure: 'すべて終了する',
    keepAll: '終了しない',
    suspend: '停止',
    lift: '停止を解除',
  },
  asks: 'サインイン中の全員のセッションを終了しますか? ご自身のセッションも終了します。',
  asksEffect:
    '進行中の復元の経過は確認できなくなり、受け取り待ちのファイルは消去されます。全員に通知され、もう一度サインインできます。',
  outcomes: {
    suspended: 'このユーザーを停止しました。セッションを終了し、本人に通知します。',
    'already-suspended': 'このユーザーはすでに停止されています。',
    lifted: '停止を解除しました。このユーザーは再びサインインできます。',
    'not-suspended': 'このユーザーは停止されていません。',
    yourself: 'ご自身を停止することはできません。別の管理者だけが停止できます。',
    ended: (count) =>
      count === 0
        ? '終了するセッションはありませんでした。'
        : `${counted(n, count)}を終了しています。本人に通知します。`,
    'unknown-person': (typed) =>
      `「${typed}」というユーザーは見つかりません。サインインしていないユーザーは、オブジェクト ID を指定して停止できます。`,
    several: (typed) => `「${typed}」に該当するユーザーを選択してください。`,
  },
});

export const administrationCommands: typeof englishCommands = {
  adminSessions: ['restore admin sessions', 'サインイン中と停止中のユーザーを表示し、セッションを終了します'],
  adminSuspend: ['restore admin suspend [person]', 'ユーザーのセッションを終了し、新しいサインインを拒否します'],
  adminLift: ['restore admin lift [person]', '停止したユーザーが再びサインインできるようにします'],
};

export const endedByAdministrator: typeof englishEnds = {
  ended: '管理者がセッションを終了しました。トークンは消去しました。',
  suspended: '管理者によって利用が停止されました。セッションを終了し、トークンを消去しました。',
};

const askThem = '解除できるのは管理者だけです。復元が必要な場合は、管理者に問い合わせてください。';

export const suspendedFailure: FailureWords = {
  title: '利用が停止されています',
  text: '管理者によって利用が停止されているため、サインインできません。',
  who: 'nobody',
  next: askThem,
};

export const administrationNotices: typeof englishNotices = {
  'administrators-only': {
    title: '管理者専用です',
    text: 'ほかの人のセッションを表示または終了できるのは、このボットの管理者だけです。ご自身のセッションは「restore status」で確認できます。',
  },
  'administrators-personal-only': {
    title: '個人用チャットでのみ使えます',
    text: 'ほかの人のセッションは、このボットとの個人用チャットでのみ表示されます。個人用チャットを開いて「restore admin sessions」と入力してください。',
  },
  'administrator-suspended': {
    title: '利用が停止されています',
    text: '別の管理者によって利用が停止されています。解除されるまで、ほかの人のセッションを表示したり変更したりすることはできません。',
  },
  suspended: {
    title: '利用が停止されています',
    text: `管理者によって利用が停止されました。セッションは終了し、サインインできなくなります。${askThem}`,
  },
  'suspension-lifted': { title: '再びサインインできます', text: '管理者が停止を解除しました。' },
};

/** Textes sur ce que les administrateurs font des sessions de tous, en français. */
import type {
  administration as english,
  administrationCommands as englishCommands,
  administrationNotices as englishNotices,
  endedByAdministrator as englishEnds,
} from '../en/administration.ts';
import type { FailureWords } from '../en/failures.ts';
import type { FormatNumber } from '../quantities.ts';

const counted = (n: FormatNumber, count: number): string => (count === 1 ? 'une session' : `${n(count)} sessions`);

export const administration = (n: FormatNumber): ReturnType<typeof english> => ({
  title: 'Qui est connecté',
  personTitle: 'Une personne et ses sessions',
  nobody: 'Personne n’est connecté, et personne n’est suspendu.',
  signedIn: (count) => (count <= 1 ? `${n(count)} personne est connectée.` : `${n(count)} personnes sont connectées.`),
  choose: 'Sélectionnez une personne pour mettre fin à ses sessions ou la suspendre.',
  unnamed: 'Nom inconnu',
  states: { signedIn: 'Connecté', suspended: 'Suspendu', none: 'Non connecté' },
  since: (moment) => `depuis le ${moment}`,
  until: (moment) => `jusqu’au ${moment}`,
  suspendedBy: (name, moment) => `Suspension par ${name} · ${moment}`,
  suspending:
    'La suspension met aussi fin aux sessions de la personne. Cette personne ne peut plus se connecter nulle part tant qu’un administrateur n’a pas levé la suspension.',
  buttons: {
    end: 'Terminer',
    endAll: 'Tout terminer',
    endAllSure: 'Oui, tout terminer',
    keepAll: 'Non, conserver',
    suspend: 'Suspendre',
    lift: 'Lever la suspension',
  },
  asks: 'Mettre fin aux sessions de toutes les personnes connectées, y compris la vôtre ?',
  asksEffect:
    'Je ne suivrai plus ce qu’elles restaurent, et les fichiers qui les attendent seront effacés. Chacun sera prévenu et pourra se reconnecter.',
  outcomes: {
    suspended: 'Cette personne est suspendue. Je mets fin à ses sessions et je la préviens.',
    'already-suspended': 'Cette personne était déjà suspendue.',
    lifted: 'La suspension est levée. Cette personne peut de nouveau se connecter.',
    'not-suspended': 'Cette personne n’est pas suspendue.',
    yourself: 'Vous ne pouvez pas vous suspendre : un autre administrateur le peut.',
    ended: (count) =>
      count === 0
        ? 'Il ne restait aucune session à terminer.'
        : `Je mets fin à ${counted(n, count)}. Les personnes concernées sont prévenues.`,
    'unknown-person': (typed) =>
      `Personne ici ne s’appelle « ${typed} ». Une personne non connectée peut être suspendue par son ID d’objet.`,
    several: (typed) => `Qui voulez-vous dire par « ${typed} » ? Sélectionnez la personne.`,
  },
});

export const administrationCommands: typeof englishCommands = {
  adminSessions: ['restore admin sessions', 'Qui est connecté et qui est suspendu, pour mettre fin aux sessions'],
  adminSuspend: ['restore admin suspend [person]', 'Mettre fin aux sessions d’une personne et refuser les suivantes'],
  adminLift: ['restore admin lift [person]', 'Permettre à une personne suspendue de se reconnecter'],
};

export const endedByAdministrator: typeof englishEnds = {
  ended: 'Un administrateur y a mis fin, et j’ai effacé ses jetons.',
  suspended: 'Un administrateur vous a suspendu. J’ai mis fin à la session et effacé ses jetons.',
};

const askThem =
  'Seuls vos administrateurs peuvent lever cette suspension. Adressez-vous à eux si vous devez restaurer quelque chose.';

export const suspendedFailure: FailureWords = {
  title: 'Vous êtes suspendu',
  text: 'Un administrateur vous a suspendu : vous ne pouvez pas vous connecter.',
  who: 'nobody',
  next: askThem,
};

export const administrationNotices: typeof englishNotices = {
  'administrators-only': {
    title: 'Réservé aux administrateurs',
    text: 'Seuls les administrateurs de ce bot peuvent voir les sessions des autres ou y mettre fin. Pour la vôtre, écrivez « restore status ».',
  },
  'administrators-personal-only': {
    title: 'Uniquement dans une conversation personnelle',
    text: 'Les sessions des autres ne s’affichent que dans une conversation personnelle avec moi. Ouvrez-en une et écrivez « restore admin sessions ».',
  },
  'administrator-suspended': {
    title: 'Vous êtes suspendu',
    text: 'Un autre administrateur vous a suspendu. Tant que la suspension n’est pas levée, vous ne pouvez ni voir ni modifier les sessions des autres.',
  },
  suspended: {
    title: 'Vous êtes suspendu',
    text: `Un administrateur vous a suspendu : vos sessions se terminent, et vous ne pouvez plus vous connecter. ${askThem}`,
  },
  'suspension-lifted': {
    title: 'Vous pouvez de nouveau vous connecter',
    text: 'Un administrateur a levé votre suspension.',
  },
};

/** Textos sobre lo que hacen los administradores con las sesiones de todos, en español. */
import type {
  administration as english,
  administrationCommands as englishCommands,
  administrationNotices as englishNotices,
  endedByAdministrator as englishEnds,
} from '../en/administration.ts';
import type { FailureWords } from '../en/failures.ts';
import type { FormatNumber } from '../quantities.ts';

const counted = (n: FormatNumber, count: number): string => (count === 1 ? 'una sesión' : `${n(count)} sesiones`);

export const administration = (n: FormatNumber): ReturnType<typeof english> => ({
  title: 'Quién ha iniciado sesión',
  personTitle: 'Una persona y sus sesiones',
  nobody: 'Nadie ha iniciado sesión y nadie está suspendido.',
  signedIn: (count) => (count === 1 ? 'Una persona ha iniciado sesión.' : `${n(count)} personas han iniciado sesión.`),
  choose: 'Seleccione a una persona para terminar sus sesiones o suspenderla.',
  unnamed: 'Nombre desconocido',
  states: { signedIn: 'Con sesión iniciada', suspended: 'Acceso suspendido', none: 'Sin sesión' },
  since: (moment) => `desde el ${moment}`,
  until: (moment) => `hasta el ${moment}`,
  suspendedBy: (name, moment) => `Suspensión aplicada por ${name} · ${moment}`,
  suspending:
    'La suspensión también termina las sesiones de la persona. No podrá iniciar sesión en ningún sitio hasta que un administrador la levante.',
  buttons: {
    end: 'Terminar',
    endAll: 'Terminar todas',
    endAllSure: 'Sí, terminar todas',
    keepAll: 'No, conservarlas',
    suspend: 'Suspender',
    lift: 'Levantar la suspensión',
  },
  asks: '¿Terminar las sesiones de todas las personas que han iniciado sesión, incluida la suya?',
  asksEffect:
    'Dejo de seguir lo que restauran y se borran los archivos que las esperan. Se avisa a todas y pueden iniciar sesión otra vez.',
  outcomes: {
    suspended: 'Esta persona está suspendida. Termino sus sesiones y la aviso.',
    'already-suspended': 'Esta persona ya estaba suspendida.',
    lifted: 'La suspensión se ha levantado. Esta persona puede iniciar sesión otra vez.',
    'not-suspended': 'Esta persona no está suspendida.',
    yourself: 'No puede suspenderse a usted mismo: puede hacerlo otro administrador.',
    ended: (count) =>
      count === 0
        ? 'No quedaba ninguna sesión por terminar.'
        : `Termino ${counted(n, count)}. Se avisa a las personas afectadas.`,
    'unknown-person': (typed) =>
      `Aquí nadie se llama «${typed}». A quien no ha iniciado sesión se le puede suspender por su id. de objeto.`,
    several: (typed) => `¿A quién se refiere con «${typed}»? Seleccione a la persona.`,
  },
});

export const administrationCommands: typeof englishCommands = {
  adminSessions: [
    'restore admin sessions',
    'Quién ha iniciado sesión y quién está suspendido, para terminar sus sesiones',
  ],
  adminSuspend: ['restore admin suspend [person]', 'Terminar las sesiones de una persona y rechazar las nuevas'],
  adminLift: ['restore admin lift [person]', 'Permitir que una persona suspendida inicie sesión otra vez'],
};

export const endedByAdministrator: typeof englishEnds = {
  ended: 'Un administrador la ha terminado y he borrado sus tokens.',
  suspended: 'Un administrador ha suspendido su acceso. He cerrado la sesión y he borrado sus tokens.',
};

const askThem = 'Solo sus administradores pueden levantar la suspensión. Consúltelos si necesita restaurar algo.';

export const suspendedFailure: FailureWords = {
  title: 'Su acceso está suspendido',
  text: 'Un administrador ha suspendido su acceso, así que no puede iniciar sesión.',
  who: 'nobody',
  next: askThem,
};

export const administrationNotices: typeof englishNotices = {
  'administrators-only': {
    title: 'Solo para administradores',
    text: 'Solo los administradores de este bot pueden ver o terminar las sesiones de otras personas. Para la suya, escriba «restore status».',
  },
  'administrators-personal-only': {
    title: 'Solo en un chat personal',
    text: 'Las sesiones de otras personas solo se muestran en un chat personal conmigo. Abra uno y escriba «restore admin sessions».',
  },
  'administrator-suspended': {
    title: 'Su acceso está suspendido',
    text: 'Otro administrador ha suspendido su acceso. Mientras no se levante la suspensión, no puede ver ni cambiar las sesiones de otras personas.',
  },
  suspended: {
    title: 'Su acceso está suspendido',
    text: `Un administrador ha suspendido su acceso: sus sesiones terminan y ya no puede iniciar sesión. ${askThem}`,
  },
  'suspension-lifted': { title: 'Ya puede iniciar sesión', text: 'Un administrador ha levantado la suspensión.' },
};

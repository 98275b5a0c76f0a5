/** Texts about sessions, people and time, in Spanish. */
import { spanIn, type FormatNumber } from '../quantities.ts';
import { endedByAdministrator } from './administration.ts';
import type { Words } from '../en/common.ts';

export const sessions: Pick<Words, 'expiring' | 'sessionEnded' | 'renewalRefused' | 'logOutWarning' | 'loggedOut'> = {
  expiring: {
    title: 'Su sesión termina pronto',
    summary: 'Su sesión en el servicio de copia de seguridad termina pronto',
    until: (moment) => `Su sesión es válida hasta el ${moment}.`,
    next: 'Renuévela para seguir trabajando o ciérrela cuando haya terminado.',
    nextNotRenewable: 'Para continuar después, inicie sesión otra vez. Ciérrela cuando haya terminado.',
  },
  sessionEnded: {
    title: 'Su sesión ha terminado',
    text: 'La sesión ha caducado y he borrado sus tokens.',
    longestLife: 'La sesión ha alcanzado la duración máxima y he borrado sus tokens.',
    refused: 'El servicio de copia de seguridad ya no la acepta y no pude renovarla. He borrado sus tokens.',
    replaced: 'Otro inicio de sesión la ha reemplazado y he borrado sus tokens.',
    byAdministrator: endedByAdministrator,
    notAllowed:
      'La configuración de su organización ya no le permite iniciar sesión aquí. He cerrado la sesión y he borrado sus tokens.',
    next: 'Inicie sesión cuando quiera restaurar algo más.',
  },
  renewalRefused: {
    title: 'Sesión no renovada',
    summary: 'Su sesión no se pudo renovar',
    reasons: {
      refused: 'Los servicios que renuevan una sesión no aceptaron renovar la suya.',
      unreachable: 'No se pudo conectar con los servicios que renuevan una sesión.',
      'outcome-unknown': 'La respuesta a la renovación se perdió, así que no se sabe si la sesión continúa.',
      'not-possible': 'Esta sesión no se puede renovar.',
      'longest-life': 'Su sesión ha alcanzado la duración máxima de una sesión y ya no se puede renovar.',
      'not-allowed': 'Ya no puede iniciar sesión aquí, así que su sesión no se puede renovar.',
    },
    next: {
      refused: 'Inicie sesión otra vez para seguir más tiempo.',
      unreachable: 'Renueve de nuevo dentro de unos minutos o inicie sesión otra vez.',
      'outcome-unknown': 'Inicie sesión otra vez para asegurarse de tener una sesión válida.',
      'not-possible': 'Inicie sesión otra vez para seguir más tiempo.',
      'longest-life': 'Inicie sesión otra vez para seguir más tiempo.',
      'not-allowed': 'Consulte a sus administradores si todavía necesita restaurar algo.',
    },
    until: (moment) => `Su sesión actual sigue siendo válida hasta el ${moment}.`,
  },
  logOutWarning: {
    title: 'Una restauración no ha terminado',
    text: 'Está restaurando como administrador, o una restauración espera su aprobación. Si cierra la sesión ahora, el servicio de copia de seguridad puede interrumpirla, y ya no podré seguirla.',
    others: 'Al cerrar la sesión terminan también sus otras sesiones en este chat.',
    next: 'Para mayor seguridad, espere a que la tarjeta de la restauración muestre el resultado, o deténgala allí primero.',
    nextNotMe: 'Si no fue usted quien inició sesión, ciérrela de todos modos: proteger su cuenta es lo primero.',
    anyway: 'Cerrar sesión igualmente',
    stay: 'No cerrar sesión',
  },
  loggedOut: {
    title: 'Sesión cerrada',
    titleNotMe: 'Sesión cerrada, porque no fue usted',
    erased: 'He borrado todos los tokens que tenía de esta sesión.',
    revoked: {
      yes: 'El servicio de copia de seguridad también ha terminado la sesión.',
      unreachable: 'No se pudo conectar con el servicio de copia de seguridad, así que no se le pudo informar.',
      refused: 'El servicio de copia de seguridad no aceptó terminar la sesión por su parte.',
    },
    tokenValidUntil: (moment) =>
      `El token de la sesión sigue siendo válido allí hasta el ${moment}, pero aquí ya se ha borrado.`,
    identityProvider:
      'Esto no cierra su sesión en el proveedor de identidades: para cerrarla también, elija «Cerrar sesión en todas partes» (Sign out everywhere) en la página Mi cuenta (My Account), o pida a su administrador que revoque sus sesiones.',
    notNotified: 'Queda registrado para sus administradores. Avíseles y deles la referencia de abajo.',
    notified: 'Queda registrado y aviso a sus administradores. Use la referencia de abajo para consultarlo.',
    notMe: ['Si otra persona ha podido usar su cuenta, cambie la contraseña y revise los inicios de sesión recientes.'],
  },
};

const conversations = (n: FormatNumber, count: number): string =>
  count === 1 ? 'una conversación' : `${n(count)} conversaciones`;
const counted = (n: FormatNumber, count: number): string => (count === 1 ? 'una sesión' : `${n(count)} sesiones`);

export const forget = (n: FormatNumber): Words['forget'] => ({
  title: '¿Borrar todo lo que guardo sobre usted?',
  summary: '¿Borrar todo lo que guardo sobre usted?',
  text: [
    'Se terminan sus inicios de sesión y sus sesiones en todas las conversaciones conmigo y se borra lo que guardo allí sobre usted: sus tokens, su dirección para los mensajes, la última organización que eligió, si quiere avisos y sus solicitudes de restauración.',
    'El registro de auditoría permanece: quién inició sesión, dónde y cuándo, sin ningún token. Sus administradores deciden cuánto tiempo se conserva.',
  ],
  restoring:
    'Está restaurando como administrador, o una restauración espera su aprobación. Si lo borra todo ahora, el servicio de copia de seguridad puede interrumpirla, y ya no podré seguirla.',
  done: {
    title: 'Todo está borrado',
    titleNothing: 'No había nada que borrar',
    nothing: 'No guardaba nada sobre usted.',
    erased: (count) => `He borrado todo lo que guardaba sobre usted, en ${conversations(n, count)}.`,
    address: 'No recibirá informes para administradores hasta que me escriba de nuevo.',
    revoked: (count) => `El servicio de copia de seguridad también ha terminado ${counted(n, count)}.`,
    notRevoked: (count) =>
      `No se pudo informar al servicio de copia de seguridad de ${counted(n, count)}. Los tokens se han borrado aquí.`,
    tokenValidUntil: (moment) => `Allí siguen siendo válidos como máximo hasta el ${moment}.`,
    audit:
      'El registro de auditoría sigue mostrando quién inició sesión, dónde y cuándo. Sus administradores deciden cuánto tiempo se conserva.',
  },
});

export const notMeReport: Words['notMeReport'] = {
  title: 'Inicio de sesión no reconocido',
  summary: (name) => `${name} ha informado de un inicio de sesión no reconocido`,
  text: (name) => `${name} eligió «No he sido yo» en la tarjeta de un inicio de sesión completado.`,
  places: {
    personal: 'En un chat personal conmigo',
    'group chat': 'En un chat de grupo',
    channel: 'En un canal',
  },
  revoked: {
    yes: 'He cerrado la sesión en el servicio de copia de seguridad y borrado los tokens de la sesión.',
    unreachable:
      'He borrado los tokens de la sesión. No se pudo conectar con el servicio de copia de seguridad, así que no se le pudo informar.',
    refused: 'He borrado los tokens de la sesión. El servicio de copia de seguridad no aceptó terminarla por su parte.',
  },
  tokenValidUntil: (moment) => `El token de la sesión sigue siendo válido allí hasta el ${moment}.`,
  next: [
    'Pregunte a la persona si sabe algo de ello. Revise los inicios de sesión recientes de la cuenta y, si entró otra persona, haga cambiar la contraseña y revocar las sesiones de la cuenta.',
    'Después busque la referencia de abajo en el registro de auditoría, y compruebe en el servicio de copia de seguridad lo que se haya restaurado entretanto.',
  ],
};

export const somebodyElseReport: Words['somebodyElseReport'] = {
  title: 'Inicio de sesión aprobado por otra persona',
  summary: (name) => `Otra persona aprobó un inicio de sesión que solicitó ${name}`,
  text: (name) =>
    `${name} solicitó un inicio de sesión y otra cuenta lo aprobó. No se guardó nada y no se abrió ninguna sesión.`,
  causes:
    'Quizá se usó una cuenta equivocada. Quizá engañaron a alguien para que lo aprobara (suplantación de identidad).',
  next: [
    'Pregunte a quien lo aprobó si sabe algo de ello. Si no, revoque las sesiones de esa cuenta en Microsoft Entra ID y averigüe por qué se solicitó el inicio de sesión.',
    'Después busque la referencia de abajo en el registro de auditoría.',
  ],
};

export const timeLeft = spanIn({
  less: 'Menos de un minuto',
  day: (count) => (count === 1 ? '1 día' : `${count} días`),
  hour: (count) => (count === 1 ? '1 hora' : `${count} horas`),
  minute: (count) => (count === 1 ? '1 minuto' : `${count} minutos`),
  separator: ' y ',
});

/** Texts about sessions, people and time, in Spanish. */
import { spanIn } from '../quantities.ts';
import type { Words } from '../words.ts';

export const sessions: Pick<Words, 'expiring' | 'sessionEnded' | 'renewalRefused' | 'loggedOut'> = {
  expiring: {
    title: 'Su sesión termina pronto',
    summary: 'Su sesión en el servicio de copias termina pronto',
    until: (moment) => `Su sesión dura hasta ${moment}.`,
    next: 'Renuévela para seguir trabajando o ciérrela cuando haya terminado.',
    nextNotRenewable: 'Solo puede prolongarse iniciando sesión otra vez. Ciérrela cuando haya terminado.',
  },
  sessionEnded: {
    title: 'Su sesión ha terminado',
    said: 'Se acabó su tiempo y he borrado sus tokens.',
    refused: 'El servicio de copia de seguridad ya no la acepta y no pude renovarla. He borrado sus tokens.',
    next: 'Inicie sesión cuando quiera restaurar algo más.',
  },
  renewalRefused: {
    title: 'No renovada',
    summary: 'Su sesión no se pudo renovar',
    reasons: {
      refused: 'Ni el servicio de copias ni el proveedor de identidad quisieron prolongar su sesión.',
      unreachable: 'No se pudo llegar a los servicios que prolongan una sesión.',
      'outcome-unknown':
        'La respuesta a la renovación se perdió por el camino, así que la sesión puede continuar o no.',
      'not-possible': 'Esta sesión no recibió nada con lo que pudiera renovarse.',
    },
    next: {
      refused: 'Inicie sesión otra vez para seguir más tiempo.',
      unreachable: 'Renueve de nuevo en unos minutos o inicie sesión otra vez.',
      'outcome-unknown': 'Inicie sesión otra vez para asegurarse de tener una sesión válida.',
      'not-possible': 'Inicie sesión otra vez para seguir más tiempo.',
    },
    until: (moment) => `Su sesión actual sigue siendo válida hasta ${moment}.`,
  },
  loggedOut: {
    title: 'Sesión cerrada',
    titleNotMe: 'Sesión cerrada, porque no fue usted',
    erased: 'He borrado todos los tokens que tenía de esta sesión.',
    revoked: {
      yes: 'El servicio de copias también ha terminado la sesión.',
      unreachable: 'No se pudo llegar al servicio de copias, así que no lo sabe.',
      refused: 'El servicio de copias no quiso terminar la sesión por su parte.',
    },
    livesOn: (moment) => `Su token sigue siendo válido allí hasta ${moment}, pero aquí ya nada lo conserva.`,
    toldNobody: 'Queda registrado para sus administradores. Avíseles y deles la referencia de abajo.',
    told: 'Queda registrado y aviso a sus administradores. La referencia de abajo lo identifica.',
    notMe: ['Si otra persona ha podido usar su cuenta, cambie la contraseña y revise los inicios de sesión recientes.'],
  },
};

const conversations = (count: number): string => (count === 1 ? 'una conversación' : `${count} conversaciones`);
const counted = (count: number): string => (count === 1 ? 'una sesión' : `${count} sesiones`);

export const forget: Words['forget'] = {
  title: '¿Borrar todo sobre usted?',
  summary: '¿Borrar todo sobre usted?',
  said: [
    'Terminaría sus inicios de sesión y sus sesiones en todas las conversaciones conmigo y borraría lo que guardo allí sobre usted: sus tokens, dónde escribirle, la última organización que eligió y si quiere avisos.',
    'El registro de auditoría permanece: quién inició sesión, dónde y cuándo, sin ningún token. Sus administradores deciden cuánto tiempo se conserva.',
  ],
  done: {
    title: 'Todo está borrado',
    titleNothing: 'No había nada que borrar',
    nothing: 'No guardaba nada sobre usted.',
    erased: (count) => `He borrado todo lo que guardaba sobre usted, en ${conversations(count)}.`,
    address: 'Ya no sé dónde escribirle los avisos para administradores, hasta que me escriba de nuevo.',
    revoked: (count) => `El servicio de copias también ha terminado ${counted(count)}.`,
    notRevoked: (count) =>
      `No se pudo informar al servicio de copias de ${counted(count)}; aquí ya nada conserva sus tokens.`,
    livesOn: (moment) => `Allí siguen siendo válidos como mucho hasta ${moment}.`,
    audit:
      'El registro de auditoría sigue diciendo quién inició sesión, dónde y cuándo; sus administradores deciden cuánto tiempo se conserva.',
  },
};

export const notMeReport: Words['notMeReport'] = {
  title: 'Alguien informa de un inicio de sesión ajeno',
  summary: (name) => `${name} informa de un inicio de sesión ajeno`,
  said: (name) => `${name} eligió «No he sido yo» en la tarjeta de un inicio de sesión completado.`,
  places: {
    personal: 'En un chat personal conmigo',
    'group chat': 'En un chat de grupo',
    channel: 'En un canal',
  },
  revoked: {
    yes: 'He cerrado la sesión en el servicio de copias y borrado sus tokens.',
    unreachable: 'He borrado los tokens de la sesión. No se pudo llegar al servicio de copias, así que no lo sabe.',
    refused: 'He borrado los tokens de la sesión. El servicio de copias no quiso terminarla por su parte.',
  },
  livesOn: (moment) => `Su token sigue siendo válido allí hasta ${moment}.`,
  next: [
    'Pregunte a la persona si sabe algo de ello. Revise los inicios de sesión recientes de la cuenta y, si entró otra persona, haga cambiar la contraseña y revocar sus sesiones.',
    'Después busque la referencia de abajo en el registro de auditoría, y en el servicio de copias lo que se haya restaurado entretanto.',
  ],
};

export const timeLeft = spanIn({
  less: 'Queda menos de un minuto',
  day: (count) => (count === 1 ? '1 día' : `${count} días`),
  hour: (count) => (count === 1 ? '1 hora' : `${count} horas`),
  minute: (count) => (count === 1 ? '1 minuto' : `${count} minutos`),
  left: (parts) => `Tiempo: ${parts.join(' y ')}`,
});

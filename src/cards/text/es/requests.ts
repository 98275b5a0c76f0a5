/** Textos sobre las solicitudes de restauración, en español. */
import type { Words } from '../en/common.ts';
import type { FormatNumber } from '../quantities.ts';

export const requests = (n: FormatNumber): Words['requests'] => ({
  title: 'Solicitar una restauración',
  changeTitle: 'Cambiar la solicitud',
  intro:
    'Los operadores de restauración reciben la solicitud en su chat conmigo. Le diré quién se encarga y cuándo está lista.',
  askedForOthers: (name) => `${name} ha solicitado una restauración`,
  onlyYou: 'Solo quien hace la solicitud ve el formulario y lo que escribe en él.',
  form: {
    what: '¿Qué falta?',
    whatPlaceholder: 'Palabras del nombre o del asunto',
    kind: '¿Dónde estaba?',
    kindPlaceholder: 'No lo sé',
    place: 'Nombre del sitio o del equipo, si estaba en uno',
    lastSeen: '¿Cuándo lo vio por última vez?',
    neededBy: '¿Para cuándo lo necesita?',
    useMessage: 'Incluir la fecha de este mensaje y su enlace. Su texto no se guarda.',
  },
  remarks: {
    'what-missing': 'Escriba qué falta.',
    'place-missing': 'Escriba el nombre del sitio o del equipo.',
    'too-many-own': 'Ya tiene cinco solicitudes abiertas. Retire una o espere a que alguna esté lista.',
    'too-many-all': 'Su organización tiene ahora demasiadas solicitudes abiertas. Inténtelo más tarde.',
    'not-sent': 'No he podido enviar su solicitud. Envíela de nuevo.',
  },
  buttons: {
    fillIn: 'Completar el formulario',
    ask: 'Enviar la solicitud',
    save: 'Guardar',
    edit: 'Editar',
    withdraw: 'Retirar',
    take: 'Encargarme',
    search: 'Buscar',
    done: 'Marcar como lista',
    handBack: 'Devolver',
    declineOpen: 'Rechazar…',
    decline: 'Rechazar',
  },
  wanted: (what) => `«${what}»`,
  lastSeenOn: (day) => `Visto por última vez: ${day}`,
  neededUntil: (day) => `Se necesita para: ${day}`,
  messageOf: (moment) => `Sobre un mensaje del ${moment}`,
  askedAt: (moment) => `Solicitado el ${moment}`,
  own: {
    open: 'Solicitud recibida',
    waiting: 'La estoy pasando a los operadores. Le escribiré en cuanto alguno se encargue.',
    taken: () => 'La solicitud está en curso',
    ended: {
      done: () => 'La solicitud está lista',
      declined: () => 'La solicitud se ha rechazado',
      withdrawn: () => 'Ha retirado esta solicitud',
      expired: () => 'La solicitud ha caducado',
    },
  },
  news: {
    titles: {
      taken: 'Alguien se encarga de la solicitud',
      'handed-back': 'La solicitud vuelve a estar abierta',
      done: 'La solicitud está lista',
      donePartly: 'La solicitud está lista en parte',
      declined: 'La solicitud se ha rechazado',
      expired: 'La solicitud ha caducado',
      unheard: 'Todavía no se puede localizar a ningún operador',
    },
    taken: (name) => `${name} se encarga.`,
    handedBack: (name) => `${name} ha devuelto la solicitud. Vuelvo a avisar a los operadores.`,
    done: (name) => `${name} ha restaurado lo que pidió.`,
    donePartly: (name) => `${name} ha restaurado una parte de lo que pidió.`,
    declined: (name) => `La ha rechazado ${name}.`,
    expired: 'Nadie la ha completado en una semana. Haga otra si todavía lo necesita.',
    unheard:
      'Seguiré intentándolo y le escribiré en cuanto alguno se encargue. Si es urgente, contacte con su soporte informático.',
    reason: (reason) => `Motivo: ${reason}`,
    restored: (count) => (count === 1 ? 'Se ha restaurado 1 elemento.' : `Se han restaurado ${n(count)} elementos.`),
    failed: (count) => (count === 1 ? 'Ha fallado 1 elemento.' : `Han fallado ${n(count)} elementos.`),
    about: (what) => `Su solicitud: «${what}»`,
  },
  operator: {
    title: (name) => `${name} solicita una restauración`,
    open: 'Alguien solicita una restauración',
    yours: 'Esta solicitud está a su cargo.',
    search:
      'Su búsqueda está abierta más abajo; en cuanto se restaure algo desde ella, avisaré a la persona que la pidió.',
    otherwise: 'Si lo ha restaurado de otro modo, márquela como lista.',
    otherOrganization:
      'Ha iniciado sesión en una organización que no corresponde a la persona que hizo la solicitud. Inicie sesión en la organización correcta y vuelva a intentarlo aquí.',
    searchFailed: 'No he podido abrir su búsqueda. Seleccione «Buscar» para volver a intentarlo.',
    teamUnknown:
      'No he podido comprobar si todavía forma parte del equipo de guardia, así que nada ha cambiado. Vuelva a intentarlo en un momento. Si eso no ayuda, escriba «restore on duty» y vuelva a intentarlo aquí.',
    left: 'Ya no forma parte del equipo de guardia, así que no puede encargarse de solicitudes ni buscar para ellas. Las que tiene a su cargo puede devolverlas, rechazarlas o marcarlas como listas. Para volver a recibir solicitudes, escriba «restore on duty».',
    outside: (name) =>
      `Esta solicitud está a su cargo, pero no he encontrado «${name}» entre los datos que puede restaurar. Devuélvala para que otro operador pueda encargarse, o busque con otro nombre.`,
    taken: (name) => `${name} se encarga de esta solicitud`,
    ended: {
      done: (name) => `${name} ha completado esta solicitud`,
      declined: (name) => `${name} ha rechazado esta solicitud`,
      withdrawn: () => 'Esta solicitud se ha retirado',
      expired: () => 'Esta solicitud ha caducado',
    },
    declineReason: '¿Por qué no? Lo leerá la persona que hizo la solicitud.',
    reasonMissing: 'Escriba por qué la rechaza.',
    stillRestoring:
      'Una restauración de esta solicitud está en curso o pendiente de aprobación. En cuanto haya restaurado algo, avisaré a la persona que hizo la solicitud. Para terminar o devolver la solicitud ahora, detenga primero esa restauración.',
  },
  moved: {
    title: 'Continúa más abajo',
    text: 'Esta solicitud sigue esperando. Su tarjeta más reciente está más abajo.',
  },
  duty: {
    on: 'Está de guardia',
    off: 'No está de guardia',
    onText: 'Cuando alguien solicite una restauración, le escribiré aquí.',
    offText: 'No recibirá solicitudes nuevas. Las que tiene a su cargo siguen siendo suyas.',
    offInTeam: 'Como miembro del equipo de guardia, sigue recibiendo solicitudes.',
    team: (count) =>
      count === 1
        ? 'El único miembro del equipo de guardia recibe todas las solicitudes.'
        : `Los ${count} miembros del equipo de guardia reciben todas las solicitudes.`,
    teamPart: (reached, size) =>
      `Miembros del equipo de guardia que reciben las solicitudes: ${reached} de ${size}. No puedo escribir a:`,
    until: (moment) => `Hasta el ${moment}. Escriba «restore on duty» otra vez para una semana más.`,
    others: 'También de guardia:',
    nobodyElse: 'Nadie más está de guardia.',
    other: (name, moment) => `${name}, hasta el ${moment}`,
    unreachable: (name, reason) => `${name}: no puedo escribirle (${reason})`,
    withoutApp: (name) => `${name}: no tiene instalada la aplicación`,
    begin: 'Empezar la guardia',
    end: 'Terminar la guardia',
  },
  notices: {
    'no-object-id': {
      title: 'No puedo saber quién es usted',
      text: 'Esta aplicación no dice quién es usted, así que no puedo transmitir una solicitud. Escríbame desde Microsoft Teams con su cuenta profesional.',
    },
    guest: {
      title: 'No disponible para invitados',
      text: 'Solo los miembros de la organización pueden solicitar una restauración. Pídaselo a la persona con la que trabaja allí.',
    },
    'no-personal-chat': {
      title: 'No puedo escribirle',
      text: 'Respondo a las solicitudes en un chat personal. Agregue esta aplicación a sus aplicaciones personales de Teams y vuelva a hacer la solicitud.',
    },
    unknown: {
      title: 'Esta solicitud no está disponible para usted',
      text: 'Se ha borrado o no es suya.',
    },
    'duty-personal-only': {
      title: 'Solo en un chat personal',
      text: 'Las solicitudes son privadas. Abra un chat personal conmigo y escriba allí el comando.',
    },
    sent: {
      title: 'Solicitud enviada',
      text: 'Le escribo en nuestro chat personal, y allí le diré qué ocurre.',
    },
    late: {
      title: 'Un momento',
      text: 'Sigo enviando su solicitud y le escribiré en nuestro chat personal. Si allí no recibe nada, vuelva a hacer la solicitud.',
    },
  },
});

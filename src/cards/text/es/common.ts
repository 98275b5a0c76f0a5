/** The texts of the cards, in Spanish. Commands stay English words. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';
import { administration, administrationCommands, administrationNotices } from './administration.ts';
import { approvals } from './approvals.ts';
import { fourEyes } from './four-eyes.ts';
import { exports } from './exports.ts';
import { failures, failuresByWay } from './failures.ts';
import { pages } from './pages.ts';
import { requests } from './requests.ts';
import { restore } from './restore.ts';
import { forget, notMeReport, sessions, somebodyElseReport, timeLeft } from './sessions.ts';

const SHARED_PLACE =
  'Mencióneme primero. Lo que usted empieza es solo suyo: nadie más puede ver aquí su código ni usar su sesión. Los comandos se escriben en inglés.';

export const spanish = (n: FormatNumber): Words => ({
  buttons: {
    'new-code': 'Código nuevo',
    'use-code': 'Usar un código',
    cancel: 'Cancelar',
    'show-code': 'Mostrar mi código',
    renew: 'Renovar',
    'log-out': 'Cerrar sesión',
    'not-me': 'No he sido yo',
    'try-again': 'Reintentar',
    'sign-in-again': 'Iniciar sesión otra vez',
    'sign-in': 'Iniciar sesión',
    'no-notices': 'Desactivar avisos',
    notices: 'Activar avisos',
    'forget-me': 'Borrar',
    keep: 'Conservar',
    'choose-organization': 'Continuar',
    'other-organization': 'Otra organización',
    status: 'Estado',
    help: 'Ayuda',
    'all-commands': 'Todos los comandos',
    find: 'Buscar qué restaurar',
    sessions: 'Restauraciones recientes',
    'stop-session': 'Detener',
    ask: 'Pedir a un operador',
  },
  open: (host) => `Abrir ${host}`,
  forWhom: (name) => `Para ${name}`,
  inOneLine: (title, text) => `${title}. ${text}`,
  somebody: 'Alguien',
  flow: { operator: 'Operador de restauración', 'app-only': 'Administrador (solo aplicación)' },
  facts: {
    account: 'Cuenta',
    userId: 'Id. de usuario',
    tenantId: 'Id. de inquilino',
    organization: 'Organización',
    service: 'Servicio',
    kind: 'Tipo',
    until: 'Válido hasta',
    askedBy: 'Solicitado por',
    person: 'Persona',
    renewal: 'Renovación',
    rights: 'Permisos',
    remaining: 'Tiempo restante',
    reminders: 'Avisos',
    when: 'Notificado el',
    where: 'Dónde',
    signedIn: 'Inicio de sesión',
    whoHelps: 'Quién puede ayudar',
    approverId: 'Aprobado por (id. de usuario)',
    approverTenant: 'Aprobado por (id. de inquilino)',
    started: 'Inicio',
    ended: 'Fin',
    reason: 'Motivo',
  },
  renewable: { yes: 'Posible sin iniciar sesión otra vez', no: 'Solo iniciando sesión otra vez' },
  remindersOff: 'Desactivados en este chat',
  operator: {
    yes: 'Es operador de restauración en el servicio',
    no: 'No es operador de restauración en el servicio',
    administrator: 'Puede ver los datos de todos; cada restauración necesita una aprobación',
  },
  calendarDay: (day) => day,
  dateAndTime: (date, time) => `${date}, ${time}`,
  momentOfWeek: (weekday, date, time) => `${weekday} · ${date}, ${time}`,
  reference: (id) => `Referencia: ${id}`,
  correlation: (id) => `Id. de correlación para el soporte del proveedor: ${id}`,
  quotedLabel: 'Texto original del servicio',

  signIn: {
    title: 'Inicie sesión para restaurar datos',
    summary: 'Escriba el código para iniciar sesión',
    intro: (host) => `Abra ${host}, escriba este código e inicie sesión con su cuenta profesional.`,
    introWithoutLink: 'Escriba este código en la página de inicio de sesión e inicie sesión con su cuenta profesional.',
    codeLabel: 'Código',
    until: (time) => `Válido hasta: ${time}`,
    warningFirst: 'Continúe solo si es usted quien acaba de pedirlo.',
    warningThen: 'Nunca escriba un código que le haya enviado otra persona.',
    browser: {
      summary: 'Inicie sesión para continuar',
      intro: 'Seleccione «Iniciar sesión». Se abrirá una página en su navegador: elija en ella su cuenta profesional.',
      warning: 'Solo usted puede completar este inicio de sesión. No comparta el enlace.',
      open: 'Iniciar sesión',
      show: 'Mostrar mi enlace',
      orCode: 'En otro dispositivo, o si la página no se abre, use un código.',
    },
  },
  pages,
  signInForOthers: (name) => `${name} está iniciando sesión`,
  moved: {
    title: 'Continúa en otra tarjeta',
    summary: 'El inicio de sesión continúa en otra tarjeta',
    text: 'El inicio de sesión continúa en otra tarjeta de este chat. «restore login» lo muestra de nuevo.',
  },
  finishing: {
    title: 'Ya casi está',
    summary: 'Su inicio de sesión está aprobado y se está completando',
    text: 'Ha aprobado el inicio de sesión. El servicio de copia de seguridad tarda en responder. Sigo intentándolo, y esta tarjeta mostrará el resultado.',
  },
  signedIn: {
    title: 'Sesión iniciada',
    summary: (organization) => `Sesión iniciada en ${organization}`,
    summaryForOthers: (name) => `${name} ha iniciado sesión`,
    intro: 'Ha iniciado sesión en el servicio de copia de seguridad.',
    introAdministrator:
      'Ha iniciado sesión en el servicio de copia de seguridad como administrador. Puede ver los datos de todos, y cada restauración necesita su propia aprobación.',
    introForOthers: (name) => `${name} ha iniciado sesión en el servicio de copia de seguridad.`,
    details: 'Detalles',
  },
  notSignedIn: {
    whoHelps: {
      you: 'Usted',
      administrator: 'Su administrador de Microsoft 365',
      'backup administrator': 'Su administrador de copias de seguridad',
      us: 'Los responsables de este bot',
    },
    failures,
    failuresByWay,
  },
  status: {
    titleSignedIn: 'Ha iniciado sesión',
    titleAlready: 'Ya ha iniciado sesión',
    titleNone: 'No ha iniciado sesión',
    titlePending: 'Su inicio de sesión no está completo',
    titleUnreadable: 'Inicie sesión otra vez',
    already: 'Renueve la sesión, ciérrela o inicie sesión otra vez para reemplazarla.',
    alreadyElsewhere: 'La sesión actual no es la que ha pedido. La nueva la reemplazará en cuanto la apruebe.',
    none: 'Inicie sesión cuando quiera restaurar algo.',
    waiting: 'Apruébelo en la página de inicio de sesión para terminar.',
    alsoWaiting: 'Hay un nuevo inicio de sesión pendiente. Apruébelo en la página de inicio de sesión para terminar.',
    redeemed:
      'Ha aprobado el inicio de sesión. Lo estoy completando con el servicio de copia de seguridad. Tarda un momento.',
    pendingUntil: (time) => `Se puede completar hasta: ${time}`,
    unreadable:
      'No se pudieron abrir los datos guardados sobre usted, así que se considera cerrada la sesión. Esos datos ya no se usan.',
  },
  ...sessions,
  choose: {
    title: '¿Qué organización?',
    intro: 'Puede iniciar sesión en más de una organización. Elija dónde quiere restaurar.',
    introAppOnly:
      'Puede iniciar una sesión de solo aplicación en más de una organización. Elija dónde quiere restaurar.',
    label: 'Organización',
    placeholder: 'Escriba para buscar',
    error: 'Elija una organización para continuar.',
    more: (shown, all) =>
      `Se muestran las primeras ${n(shown)} de ${n(all)}. Para otra, escriba «restore login» y el nombre de la organización.`,
    signInTo: (organization) => `Iniciar sesión en ${organization}`,
    signInAsOperatorTo: (organization) => `Iniciar sesión como operador en ${organization}`,
    signInAppOnlyTo: (organization) => `Iniciar sesión de solo aplicación en ${organization}`,
    titleForOthers: 'Hay un inicio de sesión pendiente',
    forOthers: (name) => `${name} está eligiendo dónde iniciar sesión.`,
    choose: 'Elegir',
  },
  help: {
    title: 'Qué puedo hacer',
    summary: 'Qué puedo hacer por usted',
    welcomeTitle: 'Hola, soy el bot de restauración',
    welcomeSummary: 'Hola, soy el bot de restauración',
    lead: 'Busco en su copia de seguridad correo, archivos y datos de SharePoint y Teams eliminados, y los restauro. Si puede restaurar usted mismo, inicie sesión; si no, pídaselo a un operador.',
    leadAsk:
      'Un operador puede restaurar por usted correos, archivos y datos de SharePoint y Teams eliminados. Solicítelo aquí.',
    leadSignedInHere:
      'Ha iniciado sesión aquí. Para buscar y restaurar, abra un chat personal conmigo e inicie sesión allí, o pídaselo a un operador.',
    leadSignedIn: 'Ha iniciado sesión. Busque lo que quiere restaurar.',
    leadAdministrator:
      'Ha iniciado sesión como administrador. Busque lo que quiere restaurar, de cualquier persona de su organización.',
    roles: {
      operator: 'También puede recibir las solicitudes de otras personas: escriba «restore on duty».',
      approver: 'Puede aprobar restauraciones de otras personas. Cada solicitud le llega aquí en una tarjeta.',
      administrator:
        'Como administrador, puede terminar las sesiones de otras personas y suspender a alguien: escriba «restore admin sessions».',
    },
    notUnderstood: (typed) => `No entiendo «${typed}».`,
    search: (typed) => `Buscar «${typed}»`,
    nearTitle: '¿Quería decir esto?',
    near: (typed, command) => `No entiendo «${typed}». ¿Quería decir «${command}»?`,
    commands: {
      login: ['restore login', 'Iniciar sesión como operador de restauración'],
      loginSeveral: [
        'restore login [organization]',
        'Iniciar sesión como operador de restauración; puede indicar la organización',
      ],
      appOnly: [
        'restore login app-only',
        'Iniciar sesión como administrador, para una organización con autenticación de solo aplicación',
      ],
      appOnlySeveral: [
        'restore login app-only [organization]',
        'Iniciar sesión como administrador, para una organización con autenticación de solo aplicación',
      ],
      status: ['restore status', 'Mostrar quién ha iniciado sesión, dónde y hasta cuándo'],
      renew: ['restore renew', 'Seguir más tiempo sin volver a iniciar sesión'],
      cancel: ['restore cancel', 'Cancelar un inicio de sesión pendiente'],
      logout: ['restore logout', 'Cerrar la sesión y borrar todos los tokens'],
      forget: ['restore forget me', 'Borrar, tras confirmarlo, todo lo que guardo sobre usted'],
      find: [
        'restore find [words]',
        'Buscar en la copia de seguridad correo, archivos o datos de SharePoint o Teams eliminados, y restaurarlos',
      ],
      scope: ['restore scope [name]', 'Elegir de quién son los datos'],
      points: ['restore points', 'Elegir la fecha de los datos'],
      list: ['restore list', 'Mostrar lo que ha elegido hasta ahora'],
      sessions: ['restore sessions', 'Las restauraciones recientes, en curso y terminadas'],
      ask: ['restore ask', 'Pedir a un operador que restaure algo para usted'],
      onDuty: ['restore on duty', 'Como operador: recibir las solicitudes de otras personas'],
      offDuty: ['restore off duty', 'Como operador: dejar de recibir solicitudes'],
      ...administrationCommands,
      help: ['restore help', 'Qué puedo hacer, y todos los comandos'],
    },
    how: {
      personal: 'Aquí puede omitir «restore». Los comandos se escriben en inglés.',
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
      'No he podido mostrar aquí la respuesta: Teams no ha aceptado el mensaje. Lo que ha iniciado sigue en marcha. Escriba «restore status» para ver su inicio de sesión o «restore sessions» para ver sus restauraciones, o repita su solicitud, más concreta si era una búsqueda.',
    repeated:
      'Teams no ha confirmado mi último mensaje, así que puede aparecer dos veces. Use este: el de arriba ya no se actualiza.',
    shortened: 'Abreviado, porque el mensaje completo era demasiado grande para Teams.',
  },
  notices: {
    'not-signed-in': {
      title: 'No ha iniciado sesión',
      text: 'No tiene ninguna sesión en este chat. Inicie sesión para empezar una.',
    },
    'nothing-to-cancel': {
      title: 'Nada que cancelar',
      text: 'No tiene ningún inicio de sesión pendiente en este chat.',
    },
    cancelled: {
      title: 'Inicio de sesión cancelado',
      text: 'El inicio de sesión se canceló y ya no se puede completar. Puede empezar de nuevo cuando quiera.',
    },
    renewed: { title: 'Sesión renovada', text: 'Su sesión continúa sin iniciar sesión otra vez.' },
    'needs-personal-chat': {
      title: 'No puedo mostrarlo aquí',
      text: 'Esta aplicación no puede mostrar una tarjeta solo a usted. Abra un chat personal conmigo y escriba «restore login» para iniciar sesión, o «restore ask» para pedir algo a un operador.',
    },
    'not-your-card': {
      title: 'Esta tarjeta no es suya',
      text: 'Solo la persona que la inició puede usar sus botones. Escriba «restore login» para iniciar su propia sesión.',
    },
    'card-outdated': {
      title: 'Esta tarjeta está desactualizada',
      text: 'Algo ha cambiado desde que se envió. Seleccione «Estado» para ver la situación actual.',
    },
    'storage-away': {
      title: 'Inténtelo de nuevo en un momento',
      text: 'Ahora mismo no puedo leer ni guardar mis datos, así que esto tiene que esperar. Un inicio de sesión en curso continúa automáticamente.',
    },
    'no-object-id': {
      title: 'No puedo saber quién es usted',
      text: 'Esta aplicación no indica quién es usted, así que no puedo iniciar su sesión. Escríbame desde Microsoft Teams con su cuenta profesional.',
    },
    'too-many-sign-ins': {
      title: 'Demasiados inicios de sesión nuevos',
      text: 'Si tiene uno pendiente, sigue siendo válido: «restore login» lo muestra de nuevo.',
    },
    'app-only-not-allowed': {
      title: 'El inicio de sesión de solo aplicación no está disponible para usted',
      text: 'Es para administradores designados. Puede iniciar sesión como operador de restauración.',
    },
    'app-only-personal-only': {
      title: 'Solo en un chat personal',
      text: 'Los inicios de sesión de solo aplicación se empiezan en un chat personal conmigo. Abra uno y escriba «restore login app-only».',
    },
    'app-only-off': {
      title: 'El inicio de sesión de solo aplicación no está configurado',
      text: 'Inicie sesión como operador de restauración o pida a los responsables de este bot que definan APP_ONLY_APPLICATION_ID.',
    },
    ...administrationNotices,
    'unknown-organization': {
      title: 'Esa organización no está disponible para usted',
      text: 'Revise la ortografía o inicie sesión sin nombre.',
    },
    'no-organization': {
      title: 'Todavía no hay ninguna organización disponible para usted',
      text: 'No hay ningún servicio de copia de seguridad configurado para el inquilino de su cuenta. Pida a los responsables de este bot que lo agreguen.',
    },
    'state-unreadable': {
      title: 'Inicie sesión otra vez',
      text: 'No se pudieron abrir los datos guardados sobre usted, así que se considera cerrada la sesión. Inicie sesión para continuar.',
    },
    working: { title: 'Un momento', text: 'Sigo trabajando en ello. La respuesta aparecerá automáticamente.' },
    'took-too-long': {
      title: 'Ha tardado demasiado',
      text: 'No he podido responder a tiempo. Vuelva a seleccionar el botón dentro de un momento.',
    },
    'no-more-notices': {
      title: 'Los avisos están desactivados',
      text: 'Ya no le escribiré aquí antes de que termine una sesión. Puede volver a activar los avisos desde «Estado».',
    },
    'notices-again': {
      title: 'Los avisos están activados',
      text: 'Volveré a escribirle aquí antes de que termine una sesión.',
    },
    kept: { title: 'No se ha borrado nada', text: 'Todo sigue como estaba.' },
    'went-wrong': {
      title: 'Algo ha salido mal',
      text: 'Es un fallo nuestro, no suyo. Inténtelo de nuevo. Si vuelve a ocurrir, dé la referencia a los responsables de este bot.',
    },
  },
  tooManySignIns: {
    person: 'Ha empezado demasiados inicios de sesión en los últimos diez minutos.',
    tenant: 'Demasiadas personas de su organización están iniciando sesión ahora mismo.',
    again: (moment) => `Podrá empezar otro a partir del ${moment}.`,
  },
  unknownOrganization: {
    youWrote: (name) => `Escribió «${name}».`,
    near: (names) => `¿Quería decir ${names}?`,
    choices: (names) => `Puede elegir entre: ${names}`,
    andMore: (names, more) => `Puede elegir entre: ${names} y ${n(more)} más`,
  },
});

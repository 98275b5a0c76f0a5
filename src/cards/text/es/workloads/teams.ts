/** Texts about Teams, in Spanish. */
import type { Words } from '../../en/common.ts';

export const teams: Words['restore']['workloads']['teams'] = {
  name: 'Teams',
  search: 'Buscar en Teams',
  whose: { own: 'Sus propios equipos', all: 'Todos los equipos', of: (name) => `Equipo ${name}` },
  from: { own: 'de sus propios equipos', all: 'de todos los equipos', of: (name) => `del equipo ${name}` },
  containers: '¿Qué equipo?',
  wordsPlaceholder: 'reunión presupuesto',
  hint: 'Las copias de seguridad no contienen chats ni llamadas, solo las publicaciones, los archivos y las pestañas de los canales. El texto de una publicación no se puede mostrar.',
  approver: 'Para los equipos, inicie sesión como administrador global o de Teams con licencia de Teams.',
  untitled: '(sin asunto)',
  searches: { posts: 'publicaciones', files: 'archivos', tabs: 'pestañas' },
  kinds: {
    team: 'Equipo completo',
    channel: 'Canal',
    'private channel': 'Canal privado',
    'shared channel': 'Canal compartido',
    posts: 'Todas las publicaciones',
    files: 'Todos los archivos',
    tabs: 'Todas las pestañas',
    post: 'Publicación',
    reply: 'Respuesta',
    file: 'Archivo',
    folder: 'Carpeta',
    tab: 'Pestaña',
  },
  places: { posts: 'una pestaña nueva', post: 'una pestaña nueva', reply: 'una pestaña nueva' },
  administrator: {
    kinds: {
      post: 'Publicación: se restaura con las de su canal y su día',
      reply: 'Respuesta: se restaura con las publicaciones de su canal y su día',
    },
  },
  wholes: {
    team: (count, isAlone) => (isAlone ? 'todo' : count === 1 ? 'un equipo completo' : `${count} equipos completos`),
    channel: (count) => (count === 1 ? 'un canal' : `${count} canales`),
    'private channel': (count) => (count === 1 ? 'un canal privado' : `${count} canales privados`),
    'shared channel': (count) => (count === 1 ? 'un canal compartido' : `${count} canales compartidos`),
    posts: (count) => `publicaciones de ${count === 1 ? 'un canal' : `${count} canales`}`,
    files: (count) => `todos los archivos de ${count === 1 ? 'un canal' : `${count} canales`}`,
    tabs: (count) => `todas las pestañas de ${count === 1 ? 'un canal' : `${count} canales`}`,
  },
  options: {
    teamsMissing: {
      label: 'Restaurar lo que falta en Teams',
      consequence: 'Los canales, archivos y pestañas que ya no existen se restauran.',
    },
    teamsChanged: {
      label: 'Sobrescribir lo que se cambió en Teams desde entonces',
      consequence: 'Desactivado: lo que todavía existe queda como está. Activado: se pierde su contenido actual.',
    },
    teamsMembers: {
      label: 'Restaurar los miembros',
      consequence:
        'Quienes dejaron de ser miembros recuperan el acceso. Los propietarios solo se restauran como propietarios.',
    },
    teamsSettings: {
      label: 'Restaurar la configuración del equipo',
      consequence: 'Se reemplaza la configuración actual del equipo.',
    },
    teamsOwner: {
      label: 'Propietario, si el anterior ya no existe',
      consequence: 'El nombre de inicio de sesión de la cuenta que será propietaria. Puede dejarlo vacío.',
      placeholder: 'Vacío: el propietario anterior',
      unfit: (typed) => `«${typed}» no puede ser el nombre de inicio de sesión de una cuenta. No use espacios.`,
    },
    teamsFileVersions: {
      label: 'Versiones de los archivos',
      consequence: 'Todas las versiones: también se restaura el historial de versiones.',
      choices: { Last: 'Solo la versión de esa copia', All: 'Todas las versiones' },
    },
    teamsPostsFrom: {
      label: 'Solo publicaciones desde este día',
      consequence: 'Vacío: también las anteriores. Cuenta el día del último cambio de la publicación, en UTC.',
    },
    teamsPostsTo: {
      label: 'Solo publicaciones hasta este día',
      consequence: 'Vacío: también las posteriores.',
    },
  },
  notes: {
    postsTogether:
      'Los administradores no pueden restaurar publicaciones sueltas: se restauran todas las del canal o las de los días de abajo.',
    postsAsPage:
      'Las publicaciones no se restauran como publicaciones. El servicio las escribe en una página y la agrega a su canal en una pestaña nueva. Las horas que aparecen son las del servidor de copia de seguridad.',
    tabsUnlinked:
      'Una pestaña restaurada puede perder el vínculo con su archivo, salvo si se restaura el equipo completo.',
    selectedVersions:
      'Ha elegido una versión anterior, así que solo se restauran las versiones elegidas. Si el archivo todavía existe, solo se reemplaza si elige sobrescribirlo.',
  },
};

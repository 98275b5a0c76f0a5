/** Textos sobre la aprobación de una restauración por otra persona, en español. */
import type {
  approvalNotice as englishNotice,
  fourEyes as english,
  secondPersonTroubles as englishTroubles,
} from '../en/four-eyes.ts';
import type { FormatNumber } from '../quantities.ts';

export const fourEyes = (n: FormatNumber): ReturnType<typeof english> => ({
  ask: 'Pedir aprobación',
  of: {
    restore: {
      asks: 'Otra persona debe aprobarlo antes de que se restaure nada.',
      held: 'No se restaura nada hasta que otra persona lo apruebe.',
      signIn:
        'Esta restauración está aprobada, pero su sesión ha terminado. Cuando inicie sesión, continuará automáticamente.',
      title: '¿Aprobar esta restauración?',
      summary: 'Una restauración necesita su aprobación',
      wants: (name) => `${name} quiere restaurar estos datos de una copia de seguridad.`,
      outcomes: {
        approved: 'La restauración puede empezar.',
        declined: 'No se restaura nada.',
        withdrawn: 'La solicitud se retiró. Ya no hay nada que decidir.',
        expired: 'La solicitud estuvo abierta 24 horas. No se restaura nada más.',
        void: 'Algo ha cambiado desde que se pidió. No se restaura nada más.',
      },
      approved: { title: 'Su restauración se aprobó', text: 'Ya está en curso.' },
      declined: { title: 'Su restauración se rechazó', text: 'No se restauró nada.' },
    },
    file: {
      asks: 'Otra persona debe aprobarlo antes de que reciba el archivo.',
      held: 'Nada sale de la copia de seguridad hasta que otra persona lo apruebe.',
      signIn:
        'Este archivo está aprobado, pero su sesión ha terminado. Cuando inicie sesión, lo obtendré automáticamente.',
      title: '¿Aprobar este archivo?',
      summary: 'Un archivo necesita su aprobación',
      wants: (name) => `${name} quiere sacar estos datos de una copia de seguridad como archivo.`,
      outcomes: {
        approved: 'El archivo ya puede entregarse.',
        declined: 'Nada sale de la copia de seguridad.',
        withdrawn: 'La solicitud se retiró. Ya no hay nada que decidir.',
        expired: 'La solicitud estuvo abierta 24 horas. Nada más sale de la copia de seguridad.',
        void: 'Algo ha cambiado desde que se pidió. Nada más sale de la copia de seguridad.',
      },
      approved: { title: 'Su archivo se aprobó', text: 'Se lo ofreceré en este chat cuando esté listo.' },
      declined: { title: 'Su archivo se rechazó', text: 'No se sacó nada de la copia de seguridad.' },
    },
  },
  held: {
    title: 'Pendiente de aprobación',
    until: 'Abierta hasta',
    asking: 'Estoy avisando a quienes pueden aprobarla.',
    asked: 'Avisados',
    unreachable: 'No localizables',
    approvers: (count) => (count === 1 ? 'Una persona' : `${n(count)} personas`),
    open: 'Quien no es localizable tiene que escribirme una vez en su chat personal. La solicitud le llegará en un máximo de 15 minutos.',
    nobody: 'No puedo localizar a nadie que pueda aprobarla.',
    nobodyElse: 'Nadie más puede aprobarlo. Pregunte a los responsables de este bot.',
    withdraw: 'Retirar',
    signIn: 'Aprobada: inicie sesión para continuar',
  },
  approveYourself:
    'Ahora falta su propia aprobación: seleccione «Mostrar». Solo espera unos minutos y no se restaura nada antes.',
  approvedBy: 'Aprobada por',
  declinedBy: 'Rechazada por',
  request: {
    foreign: (tenant) => `La cuenta de esta persona pertenece a otro inquilino (${tenant}).`,
    overwrites: {
      contents: 'Se sobrescriben elementos existentes. Su contenido actual se pierde definitivamente.',
      permissions: 'Se sobrescriben permisos existentes.',
    },
    needed: (count) => `Se necesitan ${n(count)} aprobaciones.`,
    decided:
      'Su aprobación ha quedado registrada. Todo seguirá adelante cuando estén también las demás aprobaciones necesarias.',
    approve: 'Aprobar',
    decline: 'Rechazar',
    look: 'Mostrar nombres',
    reason: '¿Por qué la rechaza?',
    reasonNote: 'Solo es necesario para rechazarla. Lo leerá quien la pidió.',
    remarks: {
      'reason-missing': 'Indique por qué la rechaza, para que la otra persona sepa qué cambiar.',
      'not-eligible': 'Su cuenta es de invitado, y aquí los invitados no pueden aprobar nada.',
      unavailable:
        'Ahora mismo no he podido comprobarlo o registrarlo, así que no se ha decidido nada. Inténtelo de nuevo en un momento.',
    },
  },
  outcomes: {
    approved: 'Aprobada',
    declined: 'Rechazada',
    withdrawn: 'Retirada',
    expired: 'Caducada',
    void: 'Ya no es válida',
  },
  news: {
    asked: {
      title: 'Aprobación solicitada',
      text: 'Su solicitud ha llegado a quienes pueden aprobarla. Le avisaré de su decisión.',
    },
    unreachable: {
      title: 'No se puede localizar a nadie que apruebe',
      text: 'Pida a alguien que pueda aprobarla que me escriba en un chat personal. La solicitud le llegará en un máximo de 15 minutos.',
    },
    nobody: {
      title: 'Nadie puede aprobarlo',
      text: 'Nadie más puede aprobar lo que ha pedido. Pregunte a los responsables de este bot.',
    },
    expiring: {
      title: 'Su solicitud de aprobación caduca pronto',
      text: 'Caduca en menos de dos horas. Recuérdeselo a alguien que pueda aprobarla o vuelva a pedirla más tarde.',
    },
    expired: {
      title: 'Su solicitud de aprobación ha caducado',
      text: 'No se completó en 24 horas. Vuelva a pedirla si aún la necesita.',
    },
    void: {
      title: 'La aprobación ya no es válida',
      text: 'Algo ha cambiado desde que la pidió. Vuelva a pedirla si aún la necesita.',
    },
  },
});

export const secondPersonTroubles: typeof englishTroubles = {
  'second-declined': {
    text: 'La persona a la que se pidió aprobarla la rechazó. Lo que no se había enviado no se enviará.',
    who: 'you',
    next: 'Cambie lo que le hayan indicado y vuelva a pedirla.',
  },
  'second-expired': {
    text: 'No se aprobó y envió en 24 horas. Lo que no se había enviado no se enviará.',
    who: 'you',
    next: 'Vuelva a pedirla cuando alguien pueda aprobarla.',
  },
  'second-void': {
    text: 'Su aprobación ya no cuenta: la restauración ha cambiado o quien la aprobó ya no puede hacerlo. Lo que no se había enviado no se enviará.',
    who: 'you',
    next: 'Vuelva a pedir la aprobación.',
  },
};

export const approvalNotice: typeof englishNotice = {
  title: 'No disponible para usted',
  text: 'Esta solicitud ha terminado o no le corresponde decidirla. No se ha hecho nada.',
  next: 'Pregunte a la persona que hizo la solicitud.',
};

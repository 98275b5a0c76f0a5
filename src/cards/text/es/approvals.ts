/** Textos sobre la aprobación de lo que restaura un administrador, en español. */
import type { approvals as english, approvalTroubles as englishTroubles } from '../en/approvals.ts';
import type { FormatNumber } from '../quantities.ts';

export const approvals = (n: FormatNumber): ReturnType<typeof english> => ({
  preparing: {
    title: 'Preparando su aprobación',
    text: 'Estoy abriendo la copia de seguridad; después le pediré su aprobación. Puede tardar un minuto. Sin ella no se envía nada.',
  },
  title: 'Apruebe esta restauración',
  summary: 'Una restauración espera su aprobación',
  intro: (host) =>
    `Abra ${host}, escriba este código e inicie sesión. Después, la restauración empieza automáticamente.`,
  introWithoutLink:
    'Escriba este código en la página de inicio de sesión de Microsoft para dispositivos e inicie sesión. Después, la restauración empieza automáticamente.',
  application: (name) =>
    `La página de Microsoft debe indicar la aplicación «${name}». Si indica otra, deténgase y seleccione «Cancelar».`,
  warningFirst: 'Continúe solo si ha pedido usted esta restauración.',
  warningThen: 'Inicie sesión con su propia cuenta y no pase el código a nadie.',
  part: (part, parts) => `Parte ${n(part)} de ${n(parts)}. Cada parte se aprueba por separado.`,
  unchecked: 'Si ha iniciado sesión y aquí no ocurre nada, seleccione «He iniciado sesión».',
  certificate: {
    text: 'Microsoft no pide iniciar sesión y no hace falta ningún código: esta restauración se ejecuta con un certificado que puede escribir en todos los buzones y sitios de la organización. Basta con seleccionar «Aprobar». Esperaré 15 minutos.',
    approve: 'Aprobar',
  },
  said: 'El inicio de sesión con este código no funciona. Microsoft indica el motivo:',
  signedIn: 'He iniciado sesión',
  perhapsRefused:
    'Si el mensaje de abajo se refiere al inicio de sesión o a un rol que falta, probablemente no se restauró nada.',
  newCode: '«Enviar de nuevo» pide antes una nueva aprobación.',
  assumed:
    'Se perdió la respuesta a esta restauración. Sigo la única restauración nueva del servicio que coincide. Probablemente sea la suya, pero el servicio no lo confirma.',
  ended: { title: 'La restauración no se aprobó', next: '«Reintentar» pide una nueva aprobación.' },
  due: {
    title: 'Una restauración espera su aprobación',
    text: 'Solo espera unos minutos. Si nadie la aprueba, no se restaura nada más.',
  },
});

export const approvalTroubles: typeof englishTroubles = {
  'approval-expired': {
    text: 'No se aprobó a tiempo. Lo que no estaba aprobado no se envió.',
    who: 'you',
    next: 'Si la página de su navegador dijo que el acceso está bloqueado (error 53003 o 530033), puede que el acceso condicional no permita códigos: pregunte a su administrador.',
  },
  'approval-session-over': {
    text: 'Su sesión terminó antes de la aprobación. Lo que no estaba aprobado no se envió.',
    who: 'you',
    next: 'Inicie sesión y vuelva a restaurarlo.',
  },
  'approval-not-allowed': {
    text: 'Ya no puede restaurar aquí como administrador. Lo que no estaba aprobado no se envió.',
    who: 'administrator',
    next: 'Inicie sesión como operador de restauración.',
  },
  'approval-refused': {
    text: 'El servicio de copia de seguridad no aceptó el inicio de sesión con el código.',
    who: 'administrator',
    next: 'Un operador de restauración para toda la organización no necesita código.',
  },
  'approval-certificate': {
    text: 'El servicio de copia de seguridad no aceptó el certificado que reemplaza a un código.',
    who: 'us',
    next: 'Muestre esta tarjeta a los responsables de este bot: es posible que el certificado (RESTORE_CERTIFICATE) haya caducado o que a su aplicación le falte un permiso.',
  },
  'approval-unavailable': {
    text: 'El servicio de copia de seguridad no me dio un código para la aprobación, así que no se envió nada más.',
    who: 'administrator',
    next: 'Inténtelo de nuevo dentro de unos minutos. Si vuelve a ocurrir, pida a su administrador que revise la aplicación que aprueba las restauraciones (RESTORE_APPLICATION_ID).',
  },
  'approval-page': {
    text: 'El código de aprobación debía escribirse en una página que no considero de confianza, así que no lo mostré y no se envió nada más.',
    who: 'us',
    next: 'Muestre esta tarjeta a los responsables de este bot: el registro indica la página, y ALLOWED_VERIFICATION_HOSTS puede permitirla.',
  },
};

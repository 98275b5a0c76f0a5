/** Textos sobre la búsqueda como administrador, en español. */
import type {
  administratorRemarks as englishRemarks,
  administrators as english,
  administratorTroubles as englishTroubles,
} from '../en/administrators.ts';

export const administrators: typeof english = {
  everybody: 'Toda la organización',
  archive: (name) => `${name} · buzón de archivo`,
  opening:
    'Estoy abriendo la copia de seguridad de toda la organización, lo que puede tardar un minuto. Después se sugieren nombres; ya puede escribir uno.',
  assumed:
    'El servicio de copia de seguridad no me indica cuándo se hicieron las copias. Muestro la última antes del final del día que elija.',
  otherBackup:
    'Es posible que una copia anterior todavía tenga este nombre. Seleccione «Elegir una copia»: lo busco en la copia que elija y la búsqueda continúa allí.',
  endOf: (day) => `Final del ${day}`,
  asOfEnd: (day) => `, al final del ${day}`,
  elsewhere: {
    label: 'Restaurar en',
    original: 'Ubicación original',
    consequence: 'Otra persona lo recibe en una carpeta aparte y puede leerlo todo.',
    into: (whose, name) => `${whose}, a los datos de ${name}`,
  },
};

export const administratorRemarks: typeof englishRemarks = {
  elsewhere: (typed) =>
    `${typed} podrá leer todo lo que usted ha seleccionado. Se restaura en una carpeta aparte llamada «Restored from …», sin permisos ni notificación, y no se cambia nada de lo que esa persona ya tiene. Todavía no se ha restaurado nada.`,
  'back-to-original':
    'Esto vuelve a su ubicación original. Todavía no se ha restaurado nada. Compruebe la tarjeta y vuelva a seleccionar el botón.',
  'elsewhere-off':
    'Restaurar en los datos de otra persona no está permitido en este bot, así que no se ha restaurado nada. Ahora vuelve a su ubicación original. Compruebe la tarjeta antes de continuar.',
  'not-in-backup': (typed) =>
    `«${typed}» no está en esta copia de seguridad. Compruebe la ortografía, o elija otro tipo de datos u otro día.`,
  'no-such-target': (typed) =>
    `«${typed}» no está en esta copia de seguridad, así que no se puede restaurar nada allí. Todavía no se ha restaurado nada. Compruebe la ortografía, o elija a otra persona o «Ubicación original».`,
  'no-address': (typed) =>
    `«${typed}» no tiene dirección de correo en esta copia de seguridad, así que no se puede restaurar nada allí. Todavía no se ha restaurado nada. Elija a otra persona o «Ubicación original».`,
};

export const administratorTroubles: typeof englishTroubles = {
  'other-organization': {
    text: 'El servicio de copia de seguridad abrió la copia de una organización distinta de aquella en la que inició sesión. La he cerrado y no muestro nada de ella.',
    who: 'backup administrator',
    next: 'Pida a su administrador de copias de seguridad que compruebe a qué organización pertenece este inicio de sesión.',
  },
  'elsewhere-off': {
    text: 'Restaurar en los datos de otra persona ya no está permitido en este bot. Lo que faltaba por enviar no se envió.',
    who: 'you',
    next: 'Busque de nuevo lo que falta y restáurelo en su ubicación original, o pregunte por RESTORE_ELSEWHERE a los responsables de este bot.',
  },
};

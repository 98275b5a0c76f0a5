/** What the pages say that a sign-in shows in the browser, in Spanish. */
import type { PageWords } from '../en/pages.ts';

export const pages: PageWords = {
  done: { title: 'Listo', text: 'Vuelva a Teams. Puede cerrar esta página.' },
  'not-signed-in': {
    title: 'No ha iniciado sesión',
    text: 'Vuelva a Teams: la tarjeta explica por qué y qué puede hacer.',
  },
  over: {
    title: 'Este enlace ya no funciona',
    text: 'Ya se usó, ha caducado o hay otro más reciente. Vuelva a Teams y envíe restore login para obtener otro enlace.',
  },
  answered: {
    title: 'Puede cerrar esta página',
    text: 'Esta página ya no hace falta. Vuelva a Teams: la tarjeta indica si ha iniciado sesión.',
  },
  refused: {
    title: 'No se puede aceptar este inicio de sesión',
    text: 'La página que le ha traído aquí no es la página en la que empezó este inicio de sesión. No se ha cambiado nada. Vuelva a Teams y envíe restore login.',
  },
  'too-often': {
    title: 'Demasiados intentos',
    text: 'Este enlace se ha abierto demasiadas veces en poco tiempo. Espere un minuto e inténtelo de nuevo.',
  },
  unavailable: {
    title: 'Ahora no es posible',
    text: 'No se ha perdido nada. Vuelva a cargar esta página dentro de un minuto.',
  },
};

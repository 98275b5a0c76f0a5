/** What the pages say that a sign-in shows in the browser, in French. */
import type { PageWords } from '../en/pages.ts';

export const pages: PageWords = {
  done: { title: 'C’est fait', text: 'Revenez dans Teams. Vous pouvez fermer cette page.' },
  'not-signed-in': {
    title: 'Vous n’êtes pas connecté',
    text: 'Revenez dans Teams : la carte y explique pourquoi, et ce que vous pouvez faire.',
  },
  over: {
    title: 'Ce lien ne fonctionne plus',
    text: 'Il a déjà été utilisé, a expiré ou a été remplacé par un lien plus récent. Revenez dans Teams et envoyez restore login pour obtenir un nouveau lien.',
  },
  answered: {
    title: 'Vous pouvez fermer cette page',
    text: 'Cette page n’est plus utile. Revenez dans Teams : la carte y indique si vous êtes connecté.',
  },
  refused: {
    title: 'Cette connexion ne peut pas être acceptée',
    text: 'La page qui vous a amené ici n’est pas celle où cette connexion a commencé. Rien n’a été modifié. Revenez dans Teams et envoyez restore login.',
  },
  'too-often': {
    title: 'Trop de tentatives',
    text: 'Ce lien a été ouvert trop souvent en peu de temps. Attendez une minute, puis réessayez.',
  },
  unavailable: {
    title: 'Impossible pour le moment',
    text: 'Rien n’a été perdu. Rechargez cette page dans une minute.',
  },
};

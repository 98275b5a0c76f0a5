/** Textes sur la recherche en tant qu’administrateur, en français. */
import type {
  administratorRemarks as englishRemarks,
  administrators as english,
  administratorTroubles as englishTroubles,
} from '../en/administrators.ts';
import { of } from './names.ts';

export const administrators: typeof english = {
  everybody: 'Toute l’organisation',
  archive: (name) => `${name} · archivage`,
  opening:
    'J’ouvre la sauvegarde de toute l’organisation, ce qui peut prendre une minute. Des noms sont proposés ensuite ; vous pouvez déjà en saisir un.',
  assumed:
    'Le service de sauvegarde ne m’indique pas quand les sauvegardes ont été faites. J’affiche la dernière avant la fin du jour choisi.',
  otherBackup:
    'Une sauvegarde plus ancienne contient peut-être encore ce nom. Sélectionnez « Choisir une sauvegarde » : je le cherche dans celle que vous choisissez, et la recherche s’y poursuit.',
  endOf: (day) => `La fin du ${day}`,
  asOfEnd: (day) => `, état à la fin du ${day}`,
  elsewhere: {
    label: 'Restaurer vers',
    original: 'L’emplacement d’origine',
    consequence: 'Une autre personne le reçoit dans un dossier à part et peut tout lire.',
    into: (whose, name) => `${whose}, dans les données ${of(name)}`,
  },
};

export const administratorRemarks: typeof englishRemarks = {
  elsewhere: (typed) =>
    `${typed} pourra lire tout ce que vous avez sélectionné. Le contenu est placé parmi les données de cette personne, dans un dossier à part nommé « Restored from … », sans autorisations ni notification ; rien d’autre n’y est modifié. Rien n’a encore été restauré.`,
  'back-to-original':
    'Le contenu retourne à son emplacement d’origine. Rien n’a encore été restauré. Vérifiez la carte, puis sélectionnez de nouveau le bouton.',
  'elsewhere-off':
    'Restaurer dans les données d’une autre personne n’est pas autorisé pour ce bot : rien n’a été restauré. Le contenu retourne maintenant à son emplacement d’origine. Vérifiez la carte avant de continuer.',
  'not-in-backup': (typed) =>
    `« ${typed} » n’est pas dans cette sauvegarde. Vérifiez l’orthographe, ou choisissez un autre type de données ou un autre jour.`,
  'no-such-target': (typed) =>
    `« ${typed} » n’est pas dans cette sauvegarde : rien ne peut y être restauré. Rien n’a encore été restauré. Vérifiez l’orthographe, ou choisissez une autre personne ou « L’emplacement d’origine ».`,
  'no-address': (typed) =>
    `« ${typed} » n’a pas d’adresse e-mail dans cette sauvegarde : rien ne peut y être restauré. Rien n’a encore été restauré. Choisissez une autre personne ou « L’emplacement d’origine ».`,
};

export const administratorTroubles: typeof englishTroubles = {
  'other-organization': {
    text: 'Le service de sauvegarde a ouvert la sauvegarde d’une autre organisation que celle de votre session. Je l’ai fermée et je n’en affiche rien.',
    who: 'backup administrator',
    next: 'Demandez à votre administrateur de sauvegarde de vérifier à quelle organisation cette connexion appartient.',
  },
  'elsewhere-off': {
    text: 'Restaurer dans les données d’une autre personne n’est plus autorisé pour ce bot. Ce qui restait n’a pas été envoyé.',
    who: 'you',
    next: 'Recherchez de nouveau ces éléments et restaurez-les à leur emplacement d’origine, ou renseignez-vous sur RESTORE_ELSEWHERE auprès des responsables de ce bot.',
  },
};

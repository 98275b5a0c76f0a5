/** Texts about mailboxes, in French. */
import type { Words } from '../../en/common.ts';
import { of } from '../names.ts';

export const exchange: Words['restore']['workloads']['exchange'] = {
  name: 'E-mails',
  search: 'Rechercher dans les e-mails',
  whose: { own: 'Vos propres e-mails', all: 'E-mails de tous', of: (name) => `E-mails ${of(name)}` },
  from: {
    own: 'votre propre boîte aux lettres',
    all: 'toutes les boîtes aux lettres',
    of: (name) => `la boîte aux lettres ${of(name)}`,
  },
  containers: 'Quelle boîte aux lettres ?',
  wordsPlaceholder: 'facture octobre',
  approver:
    'Pour la messagerie, connectez-vous en tant qu’administrateur général ou Exchange avec ApplicationImpersonation.',
  untitled: '(sans objet)',
  kinds: {
    message: 'E-mail',
    appointment: 'Rendez-vous',
    contact: 'Contact',
    'contact group': 'Groupe de contacts',
    task: 'Tâche',
    journal: 'Entrée de journal',
    note: 'Note',
    discussion: 'Discussion',
    mailbox: 'Boîte aux lettres entière',
    folder: 'Dossier',
  },
  places: {
    appointment: 'Calendrier',
    contact: 'Contacts',
    'contact group': 'Contacts',
    task: 'Tâches',
    note: 'Notes',
  },
  wholes: {
    mailbox: (count, isAlone) =>
      isAlone ? 'tout' : count === 1 ? 'une boîte aux lettres entière' : `${count} boîtes aux lettres entières`,
    folder: (count) => (count === 1 ? 'un dossier' : `${count} dossiers`),
  },
  options: {
    deletedItems: { label: 'Restaurer ce qui manque', consequence: 'Ce qui n’existe plus est remis en place.' },
    changedItems: {
      label: 'Écraser ce qui a été modifié depuis',
      consequence: 'Désactivé : ce qui existe encore reste tel quel. Activé : le contenu actuel est perdu.',
    },
    markRestoredAsUnread: {
      label: 'Marquer les éléments restaurés comme non lus',
      consequence: 'Ces éléments apparaissent comme de nouveaux e-mails.',
    },
    folder: {
      label: 'Dans un dossier portant ce nom',
      consequence: 'Avec un nom, tout est placé dans ce dossier, qui est créé s’il n’existe pas.',
      placeholder: 'Vide : à l’emplacement d’origine',
      unfit: (typed) =>
        `« ${typed} » ne peut pas être le nom d’un dossier. Utilisez au plus 100 caractères, sans barre oblique.`,
    },
    mailboxSkipDeleted: {
      label: 'Laisser de côté les éléments supprimés',
      consequence: 'Activé : ce qui était déjà supprimé n’est pas restauré.',
    },
    mailboxSkipDrafts: {
      label: 'Laisser de côté les brouillons',
      consequence: 'Activé : les e-mails qui n’étaient pas encore envoyés ne sont pas restaurés.',
    },
  },
  notes: {
    withoutOptions:
      'Pour les e-mails, les autres éléments et les dossiers, il n’y a pas de choix : ce qui manque est remis en place, ce qui a été modifié depuis est écrasé, et le tout peut apparaître comme non lu.',
    wholeMailbox:
      'Une boîte aux lettres entière est restaurée, avec tous ses dossiers. Les options ci-dessous s’y appliquent.',
  },
};

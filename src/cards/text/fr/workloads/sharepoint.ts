/** Texts about sites, in French. */
import type { Words } from '../../en/common.ts';
import { of } from '../names.ts';

export const sharepoint: Words['restore']['workloads']['sharepoint'] = {
  name: 'SharePoint',
  search: 'Rechercher dans SharePoint',
  whose: {
    own: 'Votre propre site SharePoint',
    all: 'Tous les sites SharePoint',
    of: (name) => `SharePoint ${of(name)}`,
  },
  from: {
    own: 'votre propre site SharePoint',
    all: 'tous les sites SharePoint',
    of: (name) => `le SharePoint ${of(name)}`,
  },
  containers: 'Quel site ?',
  wordsPlaceholder: 'budget prévision',
  approver: 'Pour les sites, connectez-vous en tant qu’administrateur général ou SharePoint.',
  untitled: '(sans nom)',
  kinds: {
    'whole site': 'Site entier',
    site: 'Sous-site',
    library: 'Bibliothèque',
    list: 'Liste',
    folder: 'Dossier',
    document: 'Document',
    item: 'Élément de liste',
    attachment: 'Pièce jointe : est restaurée avec son élément de liste',
    unclear: 'Document ou élément de liste',
  },
  administrator: {
    hint: 'La recherche dans un site ne comprend pas ses sous-sites. Pour en parcourir un, ouvrez-le avec « Parcourir les dossiers », puis sélectionnez « Rechercher ici ».',
  },
  wholes: {
    'whole site': (count, isAlone) => (isAlone ? 'tout' : count === 1 ? 'un site entier' : `${count} sites entiers`),
    site: (count) => (count === 1 ? 'un sous-site' : `${count} sous-sites`),
    library: (count) => (count === 1 ? 'une bibliothèque' : `${count} bibliothèques`),
    list: (count) => (count === 1 ? 'une liste' : `${count} listes`),
    folder: (count) => (count === 1 ? 'un dossier' : `${count} dossiers`),
  },
  options: {
    siteMissingItems: {
      label: 'Restaurer ce qui manque',
      consequence: 'Ce qui n’existe plus est restauré.',
    },
    siteChangedItems: {
      label: 'Restaurer aussi ce qui existe encore mais a été modifié',
      consequence:
        'Désactivé : ce qui existe reste tel quel. Activé : les documents reçoivent la version restaurée, les éléments de liste sont remplacés.',
    },
    siteVersions: {
      label: 'Versions',
      consequence: 'Avec toutes les versions, l’historique est restauré aussi et fusionné avec l’existant.',
      choices: { Last: 'Seulement celle affichée', All: 'Toutes les versions' },
    },
    siteLastVersion: {
      label: 'Si quelque chose existe encore',
      consequence:
        'Ajouter une version : le contenu actuel reste en tant que version précédente. L’écraser : il est perdu.',
      choices: { Merge: 'Ajouter la version restaurée', Overwrite: 'Écraser' },
    },
    sitePermissions: {
      label: 'Restaurer les autorisations',
      consequence: 'Activé : ceux qui avaient accès au moment de la sauvegarde l’ont de nouveau.',
    },
    siteNotification: {
      label: 'Prévenir par e-mail tous ceux qui ont accès',
      consequence: 'Seulement avec les autorisations.',
    },
    siteList: {
      label: 'Vers une autre bibliothèque ou liste du même site',
      consequence: 'Elle doit déjà exister. Tout y est alors placé.',
      placeholder: 'Vide : emplacement d’origine',
      unfit: (typed) =>
        `« ${typed} » ne peut pas être le nom d’une bibliothèque ou d’une liste : 255 caractères au plus.`,
    },
    siteListViews: {
      label: 'Restaurer les affichages des listes et bibliothèques',
      consequence:
        'Activé : les affichages sont restaurés tels qu’ils étaient. Les affichages actuels de même nom peuvent être remplacés.',
    },
    siteMasterPages: {
      label: 'Restaurer les pages maîtres',
      consequence: 'Activé : la présentation actuelle des pages du site peut être remplacée.',
    },
    siteSubsites: {
      label: 'Restaurer aussi ses sous-sites',
      consequence: 'Désactivé : seul le site lui-même est restauré.',
    },
  },
  notes: {
    wholes: 'Un site, une bibliothèque ou une liste est restauré avec tout son contenu, quelle qu’en soit la quantité.',
    existingToo:
      'Les documents, dossiers et éléments de liste sélectionnés sont restaurés même s’ils existent encore : le service ne laisse pas le choix aux administrateurs.',
    itemsAnew:
      'Un élément de liste qui existe encore est supprimé puis recréé avec un nouveau numéro : les liens vers lui ne fonctionnent plus, et les éléments d’autres listes qui y font référence peuvent être supprimés avec lui.',
    mails: 'Tous ceux qui ont accès à ce qui est restauré reçoivent un e-mail.',
    selectedVersions:
      'Une version précédente est sélectionnée ; seules les versions sélectionnées sont donc restaurées.',
    limitsOfDocuments:
      'Ne sont pas restaurés : les blocs-notes OneNote, les étiquettes de confidentialité, ce qui est soumis à une conservation légale et la dernière modification de ce qui était extrait. Les documents restaurés ont un autre « Créé par ».',
    limitsOfItems:
      'Ne sont pas restaurés : les éléments de listes masquées ou système, ce qui est soumis à une conservation légale et les pièces jointes d’un élément qui existe encore. Les colonnes de métadonnées gérées ou de recherche peuvent rester vides.',
  },
};

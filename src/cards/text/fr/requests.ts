/** Textes sur les demandes de restauration, en français. */
import type { Words } from '../en/common.ts';
import type { FormatNumber } from '../quantities.ts';

export const requests = (n: FormatNumber): Words['requests'] => ({
  title: 'Demander une restauration',
  changeTitle: 'Modifier votre demande',
  intro:
    'Les opérateurs de restauration reçoivent votre demande dans leur conversation avec moi. Je vous dis qui la prend en charge et quand elle est terminée.',
  askedForOthers: (name) => `${name} a demandé une restauration`,
  onlyYou: 'Seule la personne qui fait la demande voit le formulaire et ce qu’elle y écrit.',
  form: {
    what: 'Que manque-t-il ?',
    whatPlaceholder: 'Des mots du nom ou de l’objet',
    kind: 'Où était-ce ?',
    kindPlaceholder: 'Je ne sais pas',
    place: 'Nom du site ou de l’équipe, le cas échéant',
    lastSeen: 'Quand l’avez-vous vu pour la dernière fois ?',
    neededBy: 'Pour quand en avez-vous besoin ?',
    useMessage: 'Ajouter la date de ce message et son lien. Son texte n’est pas enregistré.',
  },
  remarks: {
    'what-missing': 'Écrivez ce qui manque.',
    'place-missing': 'Écrivez le nom du site ou de l’équipe.',
    'too-many-own': 'Vous avez déjà cinq demandes ouvertes. Retirez-en une, ou attendez que l’une soit terminée.',
    'too-many-all': 'Trop de demandes sont ouvertes dans votre organisation en ce moment. Réessayez plus tard.',
    'not-sent': 'Je n’ai pas pu envoyer votre demande. Envoyez-la à nouveau.',
  },
  buttons: {
    fillIn: 'Remplir le formulaire',
    ask: 'Envoyer la demande',
    save: 'Enregistrer',
    edit: 'Modifier',
    withdraw: 'Retirer',
    take: 'Prendre en charge',
    search: 'Rechercher',
    done: 'Marquer comme terminée',
    handBack: 'Rendre',
    declineOpen: 'Refuser…',
    decline: 'Refuser',
  },
  wanted: (what) => `« ${what} »`,
  lastSeenOn: (day) => `Vu pour la dernière fois : ${day}`,
  neededUntil: (day) => `Nécessaire pour : ${day}`,
  messageOf: (moment) => `Au sujet d’un message du ${moment}`,
  askedAt: (moment) => `Demandé le ${moment}`,
  own: {
    open: 'Demande reçue',
    waiting: 'Je transmets votre demande aux opérateurs. Je vous écris dès que l’un d’entre eux la prend en charge.',
    taken: () => 'Votre demande est en cours de traitement',
    ended: {
      done: () => 'Votre demande est terminée',
      declined: () => 'Votre demande a été refusée',
      withdrawn: () => 'Vous avez retiré cette demande',
      expired: () => 'Votre demande a expiré',
    },
  },
  news: {
    titles: {
      taken: 'Votre demande est prise en charge',
      'handed-back': 'Votre demande est de nouveau ouverte',
      done: 'Votre demande est terminée',
      donePartly: 'Votre demande est terminée en partie',
      declined: 'Votre demande a été refusée',
      expired: 'Votre demande a expiré',
      unheard: 'Aucun opérateur n’est joignable pour l’instant',
    },
    taken: (name) => `${name} s’en occupe.`,
    handedBack: (name) => `${name} a rendu la demande. Je sollicite de nouveau les opérateurs.`,
    done: (name) => `${name} a restauré ce que vous avez demandé.`,
    donePartly: (name) => `${name} a restauré une partie de ce que vous avez demandé.`,
    declined: (name) => `Refusée par ${name}.`,
    expired: 'Personne n’a terminé la demande en une semaine. Faites-en une nouvelle si vous en avez encore besoin.',
    unheard:
      'Je continue de les solliciter et je vous écris dès que l’un d’entre eux prend la demande en charge. Si c’est urgent, contactez votre support informatique.',
    reason: (reason) => `Motif : ${reason}`,
    restored: (count) =>
      count < 2 ? `${n(count)} élément a été restauré.` : `${n(count)} éléments ont été restaurés.`,
    failed: (count) => (count < 2 ? `${n(count)} élément a échoué.` : `${n(count)} éléments ont échoué.`),
    about: (what) => `Votre demande : « ${what} »`,
  },
  operator: {
    title: (name) => `${name} demande une restauration`,
    open: 'Une restauration est demandée',
    yours: 'Vous avez pris cette demande en charge.',
    search:
      'Sa recherche est ouverte ci-dessous ; dès que quelque chose en est restauré, je préviens la personne qui a fait la demande.',
    otherwise: 'Si vous l’avez restauré autrement, marquez la demande comme terminée.',
    otherOrganization:
      'Votre connexion concerne une organisation qui ne gère pas les données de la personne qui a fait la demande. Connectez-vous à la bonne organisation, puis réessayez ici.',
    searchFailed: 'Impossible d’ouvrir sa recherche. Sélectionnez « Rechercher » pour réessayer.',
    teamUnknown:
      'Impossible de vérifier si vous faites toujours partie de l’équipe de service : rien n’a changé. Réessayez dans un instant. Si cela ne suffit pas, écrivez « restore on duty », puis réessayez ici.',
    left: 'Vous ne faites plus partie de l’équipe de service : vous ne pouvez plus prendre de demandes en charge ni lancer de recherche pour elles. Celles que vous avez prises en charge, vous pouvez les rendre, les refuser ou les marquer comme terminées. Pour recevoir de nouveau des demandes, écrivez « restore on duty ».',
    outside: (name) =>
      `Vous avez pris cette demande en charge, mais je n’ai pas trouvé « ${name} » parmi les données que vous pouvez restaurer. Rendez la demande pour qu’un autre opérateur puisse la prendre, ou cherchez sous un autre nom.`,
    taken: (name) => `${name} a pris cette demande en charge`,
    ended: {
      done: (name) => `${name} a terminé cette demande`,
      declined: (name) => `${name} a refusé cette demande`,
      withdrawn: () => 'Cette demande a été retirée',
      expired: () => 'Cette demande a expiré',
    },
    declineReason: 'Pourquoi ? La personne qui a fait la demande lira votre réponse.',
    reasonMissing: 'Écrivez pourquoi vous refusez.',
    stillRestoring:
      'Une restauration pour cette demande est en cours ou attend son approbation. Dès qu’elle a restauré quelque chose, je préviens la personne qui a fait la demande. Pour terminer ou rendre la demande maintenant, arrêtez d’abord cette restauration.',
  },
  moved: {
    title: 'La suite est ci-dessous',
    text: 'Cette demande attend toujours. Sa carte la plus récente est ci-dessous.',
  },
  duty: {
    on: 'Vous êtes de service',
    off: 'Vous n’êtes pas de service',
    onText: 'Quand quelqu’un demande une restauration, je vous écris ici.',
    offText: 'Vous ne recevez plus de nouvelles demandes. Celles que vous avez prises en charge restent à vous.',
    offInTeam: 'En tant que membre de l’équipe de service, vous recevez toujours les demandes.',
    team: (count) =>
      count === 1
        ? 'Le seul membre de l’équipe de service reçoit toutes les demandes.'
        : `Les ${count} membres de l’équipe de service reçoivent toutes les demandes.`,
    teamPart: (reached, size) =>
      `Membres de l’équipe de service qui reçoivent les demandes : ${reached} sur ${size}. Injoignables :`,
    until: (moment) => `Jusqu’au ${moment}. Écrivez de nouveau « restore on duty » pour une semaine de plus.`,
    others: 'Également de service :',
    nobodyElse: 'Personne d’autre n’est de service.',
    other: (name, moment) => `${name}, jusqu’au ${moment}`,
    unreachable: (name, reason) => `${name} : injoignable (${reason})`,
    withoutApp: (name) => `${name} : l’application n’est pas installée`,
    begin: 'Prendre mon service',
    end: 'Quitter mon service',
  },
  notices: {
    'no-object-id': {
      title: 'Je ne peux pas vous identifier',
      text: 'Cette application ne dit pas qui vous êtes, je ne peux donc pas transmettre de demande. Écrivez-moi depuis Microsoft Teams avec votre compte professionnel.',
    },
    guest: {
      title: 'Pas pour les invités',
      text: 'Seuls les membres de l’organisation peuvent demander une restauration. Adressez-vous à la personne avec qui vous y travaillez.',
    },
    'no-personal-chat': {
      title: 'Je ne peux pas vous écrire',
      text: 'Je réponds aux demandes dans une conversation personnelle. Ajoutez cette application à vos applications personnelles dans Teams, puis refaites votre demande.',
    },
    unknown: {
      title: 'Cette demande ne vous est pas accessible',
      text: 'La demande a été effacée, ou elle n’est pas la vôtre.',
    },
    'duty-personal-only': {
      title: 'Seulement dans une conversation personnelle',
      text: 'Les demandes sont confidentielles. Ouvrez une conversation personnelle avec moi et écrivez-y la commande.',
    },
    sent: {
      title: 'Demande envoyée',
      text: 'Je vous écris dans notre conversation personnelle, et je vous y dirai la suite.',
    },
    late: {
      title: 'Un instant',
      text: 'J’envoie encore votre demande, et je vous écrirai dans notre conversation personnelle. Si vous n’y recevez rien, refaites votre demande.',
    },
  },
});

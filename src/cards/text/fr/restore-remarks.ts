/** Texts about what went wrong in finding and restoring, and what to do about it, in French. */
import { administratorRemarks, administratorTroubles } from './administrators.ts';
import { approvalTroubles } from './approvals.ts';
import { approvalNotice, secondPersonTroubles } from './four-eyes.ts';
import { exportNotices, exportRemarks } from './exports.ts';
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';

type RestoreWords = Words['restore'];

export const troubles: RestoreWords['troubles'] = {
  'access-denied': {
    text: 'Le service de sauvegarde ne vous autorise pas à faire cela avec ces données.',
    who: 'backup administrator',
    next: 'Choisissez quelqu’un d’autre, ou demandez à votre administrateur de sauvegarde d’ajouter cette personne à votre périmètre.',
  },
  'not-found': {
    text: 'Le service de sauvegarde n’a plus les données demandées.',
    who: 'you',
    next: 'Recherchez à nouveau, ou choisissez une sauvegarde plus ancienne si les données sont absentes de celle-ci.',
  },
  'backup-gone': {
    text: 'La sauvegarde dans laquelle cela a été trouvé n’existe plus.',
    who: 'you',
    next: 'Choisissez une sauvegarde d’un autre jour et lancez-y une nouvelle recherche.',
  },
  validation: {
    text: 'Le service de sauvegarde n’a pas compris ma demande.',
    who: 'you',
    next: 'Utilisez des mots clés plus simples et réessayez. Si cela se reproduit, prévenez les responsables de ce bot.',
    ofRestore: 'Réessayez. Si cela se reproduit, prévenez les responsables de ce bot.',
  },
  'proxy-offline': {
    text: 'Le proxy de sauvegarde qui lit ces sauvegardes est hors ligne.',
    who: 'backup administrator',
    next: 'Réessayez dans quelques minutes. Si le problème persiste, demandez à votre administrateur de sauvegarde de remettre le proxy de sauvegarde en ligne.',
  },
  timeout: {
    text: 'Le service de sauvegarde a mis trop de temps à répondre.',
    who: 'you',
    next: 'Réessayez. Une période plus courte ou un mot clé supplémentaire accélère la recherche.',
    ofRestore: 'Réessayez dans quelques minutes.',
  },
  conflict: {
    text: 'Une autre opération est en cours sur ces données dans le service de sauvegarde.',
    who: 'nobody',
    next: 'Réessayez dans quelques minutes.',
  },
  transfer: {
    text: 'L’organisation est en cours de déplacement dans le service de sauvegarde.',
    who: 'backup administrator',
    next: 'Réessayez plus tard. Votre administrateur de sauvegarde sait quand le déplacement sera terminé.',
  },
  'restore-only': {
    text: 'Le service de sauvegarde n’accepte que les connexions, pas les restaurations.',
    who: 'backup administrator',
    next: 'Demandez à votre administrateur de sauvegarde d’autoriser les restaurations par le service REST.',
  },
  unreachable: {
    text: 'Le service de sauvegarde n’a pas pu être joint.',
    who: 'backup administrator',
    next: 'Réessayez dans quelques minutes. Si le problème persiste, demandez à votre administrateur de sauvegarde si le service fonctionne.',
  },
  throttled: {
    text: 'Le service de sauvegarde est surchargé en ce moment.',
    who: 'nobody',
    next: 'Réessayez dans une minute.',
  },
  'too-large': {
    text: 'La réponse du service de sauvegarde est trop volumineuse pour être affichée.',
    who: 'you',
    next: 'Affinez la recherche : une seule personne, un jour ou une période courte, ou un mot clé supplémentaire.',
  },
  crowded: {
    text: 'Trop de résultats volumineux sont en cours de chargement.',
    who: 'nobody',
    next: 'Réessayez dans une minute. Une recherche limitée à une personne ou à un jour, ou avec un mot clé de plus, se charge plus vite.',
  },
  unclear: {
    text: 'On ne sait pas si le service de sauvegarde a commencé cette restauration.',
    who: 'you',
    next: 'Avant de restaurer à nouveau, vérifiez si les éléments sont de nouveau là, ou consultez « Restaurations récentes ».',
  },
  ...secondPersonTroubles,
  'session-over': {
    text: 'Votre session s’est terminée avant que tout soit envoyé. Ce qui n’était pas encore envoyé ne le sera pas.',
    who: 'you',
    next: 'Connectez-vous, puis restaurez ce qui manque.',
  },
  ...approvalTroubles,
  ...administratorTroubles,
  unknown: {
    text: 'Le service de sauvegarde n’a pas pu le faire.',
    who: 'backup administrator',
    next: 'Réessayez. Si cela se reproduit, montrez cette carte à votre administrateur de sauvegarde.',
  },
};

export const remarks = (n: FormatNumber): RestoreWords['remarks'] => ({
  'nothing-found':
    'Rien n’a été trouvé. Essayez moins de mots clés ou d’autres mots clés, une période plus longue ou une sauvegarde plus ancienne.',
  'nothing-found-nor-name': (name) =>
    `Rien n’a été trouvé. Aucune personne, aucun site ni aucune équipe ne porte le nom « ${name} » ; j’ai donc cherché ces mots. Vérifiez l’orthographe, ou choisissez la personne, le site ou l’équipe.`,
  'place-absent': {
    latest: (from) => `La dernière sauvegarde ne contient pas ${from}.`,
    ofDay: (from) => `La sauvegarde de ce jour-là ne contient pas ${from}.`,
    next: 'Une sauvegarde plus ancienne en contient peut-être encore les données. Cherchez dans les sauvegardes plus anciennes, ou choisissez un autre jour.',
  },
  'empty-before-first-backup-of': (moment) =>
    `Il n’y avait pas encore de sauvegarde ce jour-là, rien n’est donc affiché. La première date du ${moment}. Choisissez celle-ci ou une plus récente.`,
  'empty-before-first-backup':
    'Il n’y avait pas encore de sauvegarde ce jour-là, rien n’est donc affiché. Choisissez un jour plus récent.',
  'no-such-date': (typed) =>
    `Je ne reconnais pas de date dans « ${typed} ». Écrivez-la sous la forme « 1er mars » ou « il y a 4 jours », ou choisissez une sauvegarde.`,
  'future-date': (typed) =>
    `« ${typed} » est dans le futur ; aucune sauvegarde n’existe encore. Choisissez un moment passé ou écrivez « aujourd’hui ».`,
  'day-unknown': (typed) =>
    `Je ne reconnais pas de date dans « ${typed} » ; j’ai donc cherché dans la dernière sauvegarde, sans ces mots. Écrivez-la sous la forme « 1er mars » ou « il y a 4 jours », ou choisissez une sauvegarde.`,
  'dates-reversed': 'Le dernier jour précède le premier. Inversez-les.',
  'query-refused':
    'Le service de sauvegarde n’a pas compris la recherche. Utilisez des mots clés simples, ou vérifiez les guillemets.',
  'query-too-long': 'La recherche est trop longue. Utilisez moins de mots clés.',
  'nothing-chosen': 'Rien n’était sélectionné. Faites une sélection, puis réessayez.',
  'no-keywords': 'Il n’y a encore rien à rechercher. Saisissez un mot clé, puis sélectionnez à nouveau « Rechercher ».',
  'page-moved-on': 'La page avait changé entre-temps, rien n’a donc été fait. Vérifiez-la, puis réessayez.',
  added: (count) =>
    count === 1 ? 'Un élément a été ajouté à votre liste.' : `${n(count)} éléments ont été ajoutés à votre liste.`,
  removed: (count) =>
    count === 1 ? 'Un élément a été retiré de votre liste.' : `${n(count)} éléments ont été retirés de votre liste.`,
  'list-full': (limit) =>
    `Une liste contient au plus ${n(limit)} éléments d’une personne, d’un site ou d’une équipe. Restaurez d’abord ceux-ci, puis commencez une autre liste.`,
  'folder-instead': 'Vous pouvez aussi ajouter plutôt le dossier, qui compte pour un seul élément.',
  'too-many-items': (limit) =>
    `Une liste contient au plus ${n(limit)} éléments en tout. Restaurez d’abord ceux-ci, puis commencez une autre liste.`,
  'too-many-owners': (limit) =>
    `Une liste contient des éléments de ${n(limit)} personnes, sites et équipes au plus. Restaurez d’abord ceux-ci, puis commencez une autre liste.`,
  'too-many-places': (limit) =>
    `Une liste contient des éléments de ${n(limit)} emplacements au plus : chaque personne, site ou équipe compte une fois par type de données et par sauvegarde. Restaurez d’abord ceux-ci, puis commencez une autre liste.`,
  'folders-too-full': (limit) =>
    `Les dossiers de votre liste contiennent plus de ${n(limit)} éléments, et une restauration ne peut pas en contenir davantage. Retirez-les, puis ouvrez-en un et ajoutez-en une partie, ou recherchez sur une période plus courte.`,
  'folder-empty': 'Il n’y a rien dedans.',
  'no-versions': 'Ce document n’a pas de version précédente dans cette sauvegarde.',
  'no-points':
    'Il n’existe pas encore de sauvegarde de ces données. Choisissez quelqu’un d’autre, ou demandez à votre administrateur de sauvegarde.',
  'no-point-before': (typed) => `Il n’existe pas de sauvegarde pour « ${typed} ». Choisissez une date plus récente.`,
  'which-scope': (typed) => `« ${typed} » peut désigner plusieurs choses. Choisissez-en une.`,
  'archive-too': (typed) =>
    `Ceci est la boîte aux lettres elle-même. Il existe aussi une boîte d’archives (${typed}) : pour la parcourir, ajoutez « dans les archives » à la ligne.`,
  'no-search-word': ({ typed, words }) =>
    `« ${typed} » n’est pas un mot de recherche ici ; je n’ai donc pas lancé la recherche. Vous pouvez utiliser ${words}. Mettez entre guillemets un texte qui contient seulement un deux-points.`,
  'kinds-unsearched': (kinds) =>
    `Non parcouru : ${kinds}. Le service de sauvegarde a refusé cette recherche ; les autres sont complètes.`,
  'kinds-left-out': (kinds) =>
    `Non parcouru : ${kinds}, car certains des mots de recherche que vous avez combinés avec OR n’y sont pas utilisables. Cherchez chaque partie séparément.`,
  'no-common-search': (kinds) =>
    `Dans une équipe, la recherche se fait séparément (${kinds}) et aucune de ces recherches ne connaît tous vos critères ; je n’ai donc pas lancé la recherche. Cherchez une partie après l’autre.`,
  'other-kind': ({ asked, used }) => `Votre choix ne contient pas « ${asked} » ; je cherche donc dans « ${used} ».`,
  'whose-data-nor-name': (name) =>
    `Aucune personne, aucun site ni aucune équipe ne porte le nom « ${name} ». Vérifiez l’orthographe, ou choisissez la personne, le site ou l’équipe.`,
  'whose-data': 'Choisissez la personne, le site ou l’équipe dont vous cherchez les données.',
  'no-such-scope': (typed) =>
    `Rien dans votre périmètre ne s’appelle « ${typed} ». Vérifiez l’orthographe, ou demandez à votre administrateur de sauvegarde.`,
  'scope-taken-away':
    'Votre choix n’est plus dans votre périmètre. Faites-en un autre, ou demandez à votre administrateur de sauvegarde.',
  'item-gone': 'Cet élément n’est plus là. Recherchez à nouveau.',
  ...exportRemarks,
  ...administratorRemarks,
  'audit-unavailable':
    'Rien n’a été restauré : le journal d’audit n’a pas pu être écrit, et vos administrateurs n’autorisent aucune restauration sans lui. Attendez une minute, puis sélectionnez de nouveau le bouton. Si le problème persiste, prévenez un administrateur.',
  'restores-nothing':
    'Avec ces options, rien ne serait restauré. Choisissez ce qui manque, ce qui a été modifié, ou les deux.',
  'reason-missing': 'Un motif est requis ici. Saisissez-en un, puis sélectionnez de nouveau le bouton.',
  'reason-pattern': (pattern) =>
    `Le motif doit contenir ce que demande votre organisation, par exemple un numéro de ticket. Il doit correspondre à : ${pattern}`,
  overwrites: {
    contents: (count) =>
      count === 1
        ? 'Un élément sera écrasé s’il existe encore. Son contenu actuel ne pourra pas être récupéré.'
        : `Jusqu’à ${n(count)} éléments qui existent encore seront écrasés. Leur contenu actuel ne pourra pas être récupéré.`,
    permissions: (count) =>
      count === 1
        ? 'Les autorisations d’un élément seront remplacées s’il existe encore. Ses autorisations actuelles ne pourront pas être récupérées.'
        : `Les autorisations de ${n(count)} éléments au plus, qui existent encore, seront remplacées. Leurs autorisations actuelles ne pourront pas être récupérées.`,
    next: 'Rien n’a encore été restauré.',
  },
  'overwrites-whole': {
    contents:
      'Tout ce qui existe encore dans votre sélection sera écrasé. Le contenu actuel ne pourra pas être récupéré.',
    permissions:
      'Les autorisations de tout ce qui existe encore dans votre sélection seront remplacées. Les autorisations actuelles ne pourront pas être récupérées.',
  },
  'card-outdated':
    'Cette carte n’était plus à jour : rien n’a été restauré. Voici l’état actuel. Vérifiez-le avant de continuer.',
  'found-deleted': 'Ceci a été trouvé parmi les éléments déjà supprimés au moment de cette sauvegarde.',
  'last-seen': {
    sure: (moment) => `Vu pour la dernière fois dans la sauvegarde du ${moment}. La suivante ne le contient pas.`,
    atLeast: (moment) =>
      `Vu dans la sauvegarde du ${moment}. Des sauvegardes plus récentes le contiennent peut-être aussi : j’en examine huit au maximum.`,
  },
  'nothing-earlier': {
    none: 'Il n’y a pas de sauvegarde plus ancienne où chercher.',
    looked: (days) => `Ces sauvegardes plus anciennes ne contiennent rien de plus : ${days}.`,
    next: 'Essayez moins de mots clés ou d’autres mots clés, ou choisissez la sauvegarde d’un autre jour.',
    nextOfPlace: 'Choisissez la sauvegarde d’un autre jour, ou demandez à votre administrateur de sauvegarde.',
  },
  'nothing-missing': {
    none: 'Il n’y a pas de sauvegarde plus ancienne avec laquelle comparer la plus récente.',
    complete: (latest) =>
      `La sauvegarde la plus récente (${latest}) contient tout ce que contiennent ces sauvegardes plus anciennes.`,
    deleted: (latest) => `La sauvegarde la plus récente (${latest}) ne contient pas d’éléments supprimés d’ici.`,
    compared: (days) => `Je l’ai comparée avec celles-ci : ${days}.`,
    next: 'Recherchez l’élément avec des mots clés, ou comparez un autre dossier.',
  },
  'too-many-to-compare': (most) =>
    `Il y a trop à comparer ici : je lis au plus ${n(most)} éléments. Ouvrez un dossier et comparez-le, ou recherchez avec des mots clés.`,
  'place-not-found':
    'Je n’ai pas retrouvé cet emplacement dans les sauvegardes : je ne peux donc pas dire ce qui y manque. Recherchez l’élément avec des mots clés, ou ouvrez un dossier parent et comparez-le.',
  'which-container': 'Il y en a plusieurs. Sélectionnez « Que manque-t-il ? » à côté de l’élément concerné.',
  'ticks-listed': (count) =>
    count === 1
      ? 'L’élément que vous aviez sélectionné est maintenant dans votre liste.'
      : `Les ${n(count)} éléments que vous aviez sélectionnés sont maintenant dans votre liste.`,
});

export const notices: RestoreWords['notices'] = {
  ...exportNotices,
  'personal-only': {
    title: 'Uniquement dans une conversation personnelle',
    text: 'Ce que je trouve n’est visible que par vous.',
    next: 'Ouvrez une conversation personnelle avec moi et restaurez-y vos données.',
  },
  'sign-in-first': {
    title: 'Connectez-vous d’abord',
    text: 'Il faut pour cela une session ouverte auprès du service de sauvegarde.',
    next: 'Connectez-vous, puis continuez ici.',
  },
  'administrator-only': {
    title: 'Cette session ne peut pas restaurer',
    text: 'Votre session est en application uniquement, mais vous n’êtes plus autorisé à restaurer ainsi.',
    next: 'Connectez-vous en tant qu’opérateur de restauration. Cela remplace la session actuelle.',
  },
  'session-refused': {
    title: 'Veuillez vous reconnecter',
    text: 'Le service de sauvegarde n’accepte plus votre session, et je n’ai pas pu la prolonger.',
    next: 'Reconnectez-vous. Une restauration en cours de préparation reprendra là où elle en était.',
  },
  'no-task': {
    title: 'Rien en cours',
    text: 'Il n’y a pas de tâche de restauration à poursuivre.',
    next: 'Commencez par « Rechercher et restaurer ».',
  },
  'task-outdated': {
    title: 'Cette carte n’est plus à jour',
    text: 'La tâche à laquelle elle appartient est terminée, ou continue sur une carte plus récente.',
    next: 'Continuez sur cette carte, ou recommencez.',
  },
  'list-empty': {
    title: 'Votre liste est vide',
    text: 'Elle ne contient encore rien à restaurer.',
    next: 'Recherchez un élément, sélectionnez-le et ajoutez-le à la liste.',
  },
  'restore-unknown': {
    title: 'Je ne connais pas cette restauration',
    text: 'Elle est terminée depuis longtemps, ou n’a jamais été commencée ici.',
    next: '« Restaurations récentes » affiche ce que le service a encore.',
  },
  'approval-unknown': approvalNotice,
  'session-unknown': {
    title: 'Cette session de restauration n’est pas disponible',
    text: 'Rien n’a été fait. Cette session de restauration appartient à une autre personne, ou le service ne l’a plus.',
    next: '« Restaurations récentes » affiche vos sessions de restauration.',
  },
  'operators-only': {
    title: 'Réservé aux opérateurs de restauration',
    text: 'Votre connexion n’a pas les droits d’opérateur nécessaires. Connectez-vous avec un compte qui les possède.',
  },
  'search-replaced': {
    title: 'Cette recherche n’a pas été lancée',
    text: 'Vous en avez lancé une autre ensuite, alors que deux de vos recherches étaient encore en cours. La plus récente est la prochaine.',
    next: 'Ses résultats s’afficheront automatiquement.',
  },
  'already-restoring': {
    title: 'La restauration est déjà en cours',
    text: 'Cette tâche a déjà été lancée, peut-être dans une autre fenêtre. Rien n’a été lancé deux fois.',
    next: 'La carte de la tâche affiche l’avancement.',
  },
  'audit-unavailable': {
    title: 'Rien n’a été restauré',
    text: 'Le journal d’audit n’a pas pu être écrit, et vos administrateurs n’autorisent aucune restauration sans lui.',
    next: 'Attendez une minute, puis sélectionnez de nouveau le bouton. Si le problème persiste, prévenez un administrateur.',
  },
  service: { title: 'Cela n’a pas fonctionné' },
};

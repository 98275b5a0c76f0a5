/** Why a sign-in failed, who can help, and what to do next, in French. */
import type { Words } from '../en/common.ts';
import { suspendedFailure } from './administration.ts';

const title = 'Session non ouverte';

export const failures: Words['notSignedIn']['failures'] = {
  cancelled: {
    title: 'Connexion annulée',
    text: 'La connexion a été annulée et ne peut plus être terminée.',
    who: 'nobody',
    next: 'Vous pouvez recommencer à tout moment.',
  },
  declined: {
    title: 'Connexion refusée',
    text: 'La connexion a été refusée sur la page de connexion.',
    who: 'you',
    next: 'Si vous vouliez la refuser, il n’y a rien à faire. Sinon, réessayez et approuvez-la.',
  },
  expired: {
    title: 'Le code a expiré',
    text: 'La connexion n’a pas été terminée avant l’expiration de son code.',
    who: 'you',
    next: 'Réessayez pour obtenir un nouveau code. Si la page de votre navigateur a indiqué que l’accès est bloqué, l’accès conditionnel bloque ce type de connexion, et seul le navigateur l’affiche. Donnez à votre administrateur le numéro d’erreur de cette page. Pour 53003, le flux de code d’appareil (Device code flow) doit être autorisé pour cette application. Pour 530033, cette application doit être exemptée des stratégies qui exigent un appareil géré. Ou bien l’administrateur de ce bot active la connexion dans le navigateur, que les deux autorisent.',
  },
  'link-expired': {
    title: 'Le lien a expiré',
    text: 'La connexion n’a pas été terminée avant l’expiration de son lien.',
    who: 'you',
    next: 'Réessayez pour obtenir un nouveau lien. Si la page de votre navigateur a indiqué que l’accès est bloqué, donnez à votre administrateur le numéro d’erreur de cette page.',
  },
  interrupted: {
    title,
    text: 'Le bot a redémarré pendant qu’il terminait votre connexion, qui a donc été abandonnée.',
    who: 'you',
    next: 'Réessayez.',
  },
  'credential-refused': {
    title,
    text: 'Microsoft Entra n’accepte pas les informations d’identification du bot.',
    who: 'administrator',
    next: 'Demandez à l’administrateur de ce bot de vérifier les informations d’identification de son application (OPERATOR_CREDENTIAL). Réessayez ensuite.',
  },
  'code-unknown': {
    title,
    text: 'Le fournisseur d’identité n’a pas reconnu le code. C’est une erreur de notre part, pas de la vôtre.',
    who: 'us',
    next: 'Réessayez pour obtenir un nouveau code. Si cela se reproduit, donnez la référence ci-dessous aux responsables de ce bot.',
  },
  'public-client-flow-off': {
    title,
    text: 'L’application utilisée pour cette connexion n’est pas configurée pour la connexion par code.',
    who: 'administrator',
    next: 'Demandez à votre administrateur d’ouvrir l’inscription d’application dans Microsoft Entra, puis « Authentification » (Authentication), et de régler « Autoriser les flux clients publics » (Allow public client flows) sur « Oui ». Réessayez ensuite.',
  },
  'consent-required': {
    title,
    text: 'Votre organisation n’a pas accepté les autorisations que cette connexion demande.',
    who: 'administrator',
    next: 'Demandez à votre administrateur d’ouvrir l’application sous « Applications d’entreprise » (Enterprise applications) dans Microsoft Entra, puis « Autorisations » (Permissions), et d’accorder le consentement de l’administrateur (Grant admin consent). Réessayez ensuite.',
  },
  'mfa-required': {
    title,
    text: 'Votre organisation exige une seconde preuve de votre identité, qui n’a pas été fournie.',
    who: 'you',
    next: 'Réessayez et effectuez l’étape supplémentaire sur la page de connexion. Si la page ne la demande pas, demandez à votre administrateur de configurer l’authentification multifacteur pour votre compte.',
  },
  'conditional-access': {
    title,
    text: 'Une stratégie d’accès conditionnel de votre organisation a bloqué la connexion.',
    who: 'administrator',
    next: 'Demandez à votre administrateur de trouver la stratégie qui bloque le « Flux de code d’appareil » (Device code flow) sous « Flux d’authentification » (Authentication flows), et d’en exempter cette application pour les opérateurs de restauration. Réessayez ensuite.',
  },
  'device-required': {
    title,
    text: 'Votre organisation exige un appareil géré, et une connexion par code ne peut pas montrer quel appareil vous utilisez.',
    who: 'administrator',
    next: 'Demandez à votre administrateur d’exempter cette application, pour les opérateurs de restauration, des stratégies d’accès conditionnel qui exigent un appareil conforme ou joint. Réessayez ensuite.',
  },
  'app-not-approved': {
    title,
    text: 'Une stratégie d’accès conditionnel de votre organisation n’autorise que les applications approuvées, et celle de cette connexion n’en fait pas partie.',
    who: 'administrator',
    next: 'Demandez à votre administrateur d’exempter cette application, pour les opérateurs de restauration, de la stratégie qui exige une application approuvée. Réessayez ensuite.',
  },
  'risk-blocked': {
    title,
    text: 'Microsoft juge cette connexion risquée et ne vous laisse pas configurer la seconde preuve d’identité que votre organisation exige.',
    who: 'administrator',
    next: 'Configurez l’authentification multifacteur depuis un appareil et un lieu que vous utilisez d’habitude, puis réessayez. Si cela est aussi bloqué, demandez à votre administrateur de vérifier votre compte sous « Utilisateurs à risque » (Risky users) dans Microsoft Entra.',
  },
  'not-assigned': {
    title,
    text: 'Votre compte n’est pas affecté à l’application utilisée pour cette connexion.',
    who: 'administrator',
    next: 'Demandez à votre administrateur d’ouvrir l’application sous « Applications d’entreprise » (Enterprise applications) dans Microsoft Entra, puis « Utilisateurs et groupes » (Users and groups), et d’y ajouter votre compte ou l’un de vos groupes. Réessayez ensuite.',
  },
  'application-unknown': {
    title,
    text: 'L’application utilisée pour cette connexion n’est pas connue dans l’annuaire de votre organisation.',
    who: 'administrator',
    next: 'Demandez à votre administrateur d’inscrire l’application dans cet annuaire. Si elle y est déjà, demandez aux responsables de ce bot de vérifier son identifiant (OPERATOR_APPLICATION_ID, ou APP_ONLY_APPLICATION_ID pour les administrateurs).',
  },
  'tenant-unknown': {
    title,
    text: 'Le fournisseur d’identité ne connaît pas votre organisation sous le nom indiqué dans les paramètres de ce bot.',
    who: 'us',
    next: 'Demandez aux responsables de ce bot de vérifier ORGANIZATION et AUTH_URL.',
  },
  'account-unknown': {
    title,
    text: 'Le compte utilisé appartient à une autre organisation, et celle-ci ne le connaît pas.',
    who: 'you',
    next: 'Réessayez avec un compte de cette organisation. Si vous avez besoin de l’autre compte, demandez à votre administrateur de l’inviter en tant qu’invité.',
  },
  'identity-provider-refused': {
    title,
    text: 'Le fournisseur d’identité a refusé la connexion.',
    who: 'administrator',
    next: 'Réessayez. Si elle est encore refusée, montrez cette carte à votre administrateur.',
  },
  'identity-provider-unreachable': {
    title,
    text: 'Le fournisseur d’identité n’a pas pu être joint.',
    who: 'us',
    next: 'Réessayez dans quelques minutes. Si le problème persiste, donnez la référence ci-dessous aux responsables de ce bot.',
  },
  'verification-host': {
    title,
    text: 'Le fournisseur d’identité a indiqué une page de connexion à une adresse que ce bot ne connaît pas ; je n’affiche donc pas le lien.',
    who: 'us',
    next: 'Demandez aux responsables de ce bot de vérifier cette adresse et, si elle est correcte, de l’ajouter à ALLOWED_VERIFICATION_HOSTS.',
  },
  'answer-incomplete': {
    title,
    text: 'La connexion a réussi, mais une partie de la réponse du fournisseur d’identité manquait.',
    who: 'us',
    next: 'Réessayez. Si cela se reproduit, donnez la référence ci-dessous aux responsables de ce bot.',
  },
  'lookup-failed': {
    title,
    text: 'La connexion a réussi, mais je n’ai pas pu trouver votre ID d’utilisateur et votre ID de locataire dans l’annuaire.',
    who: 'us',
    next: 'Réessayez dans quelques minutes. Si cela se reproduit, donnez la référence ci-dessous aux responsables de ce bot.',
  },
  'someone-else': {
    title,
    text: 'Un autre compte que le vôtre s’est connecté ; rien n’a donc été enregistré. Cet incident est consigné pour vos administrateurs.',
    who: 'you',
    next: 'Réessayez avec le compte professionnel que vous utilisez dans cette conversation. Si ce n’est pas vous qui avez utilisé l’autre compte, prévenez votre administrateur.',
  },
  'other-tenant': {
    title,
    text: 'Le compte qui s’est connecté appartient à un locataire différent du vôtre ; rien n’a donc été enregistré. Cet incident est consigné pour vos administrateurs.',
    who: 'you',
    next: 'Réessayez avec un compte de votre propre organisation.',
  },
  'not-operator': {
    title,
    text: 'Votre connexion a réussi, mais le service de sauvegarde ne permet pas à ce compte de restaurer des données.',
    who: 'backup administrator',
    next: 'Demandez à votre administrateur de sauvegarde de vous attribuer le rôle d’opérateur de restauration. Réessayez ensuite.',
  },
  'app-only-refused': {
    title,
    text: 'La connexion a réussi, mais le service de sauvegarde n’accepte pas de session en application uniquement de votre organisation : elle ne permettrait de rien restaurer.',
    who: 'backup administrator',
    next: 'Demandez à votre administrateur de sauvegarde de vérifier deux paramètres du service : « Tenant authentication » doit être activé, avec un certificat, et « Restore operator authentication only » doit être désactivé. Vous devez aussi être administrateur général dans Microsoft Entra. La connexion en tant qu’opérateur de restauration reste peut-être possible.',
  },
  'app-only-unknown': {
    title,
    text: 'La connexion a réussi, mais le service de sauvegarde ne propose pas de connexion en application uniquement : il est trop ancien, ou son adresse est incorrecte.',
    who: 'backup administrator',
    next: 'Demandez à votre administrateur de sauvegarde de mettre le service à jour, ou aux responsables de ce bot de vérifier son adresse. La connexion en tant qu’opérateur de restauration reste peut-être possible.',
  },
  'other-organization': {
    title,
    text: 'Le service de sauvegarde a ouvert une session pour une autre organisation que la vôtre, je l’ai donc fermée. Cet incident est consigné pour vos administrateurs.',
    who: 'us',
    next: 'Demandez aux responsables de ce bot de comparer l’organisation de ses paramètres avec le nom de l’organisation dans le service de sauvegarde.',
  },
  'service-refused': {
    title,
    text: 'Votre connexion a réussi, mais le service de sauvegarde a refusé d’ouvrir une session.',
    who: 'backup administrator',
    next: 'Réessayez. Si c’est encore refusé, montrez cette carte à votre administrateur de sauvegarde.',
  },
  'service-unreachable': {
    title,
    text: 'Le service de sauvegarde n’a pas pu être joint.',
    who: 'backup administrator',
    next: 'Réessayez dans quelques minutes. Si le problème persiste, demandez à votre administrateur de sauvegarde si le service fonctionne et si ce bot peut le joindre.',
  },
  'service-untrusted': {
    title,
    text: 'Le service de sauvegarde a présenté un certificat auquel ce bot ne fait pas confiance ; rien ne lui a donc été envoyé.',
    who: 'us',
    next: 'Demandez aux responsables de ce bot de vérifier le certificat et, s’il est correct, de l’indiquer dans BACKUP_SERVICE_CA ou BACKUP_SERVICE_FINGERPRINT256.',
  },
  'portal-off': {
    title,
    text: 'Le portail de restauration (Restore Portal) est désactivé dans le service de sauvegarde, et les opérateurs se connectent par ce portail.',
    who: 'backup administrator',
    next: 'Demandez à votre administrateur de sauvegarde d’activer le portail de restauration. Réessayez ensuite.',
  },
  'service-too-old': {
    title,
    text: 'Le service de sauvegarde est trop ancien pour indiquer avec quelle application les opérateurs se connectent.',
    who: 'backup administrator',
    next: 'Demandez à votre administrateur de sauvegarde de mettre le service à jour, ou aux responsables de ce bot de définir OPERATOR_APPLICATION_ID.',
  },
  'not-a-backup-service': {
    title,
    text: 'Le serveur à l’adresse configurée n’est pas un service de sauvegarde.',
    who: 'us',
    next: 'Demandez aux responsables de ce bot de vérifier BACKUP_SERVICE_URL.',
  },
  suspended: suspendedFailure,
  'organization-removed': {
    title,
    text: 'L’organisation a été retirée des paramètres de ce bot avant la fin de la connexion.',
    who: 'us',
    next: 'Demandez aux responsables de ce bot si elle sera rétablie, ou connectez-vous à une autre organisation.',
  },
};

export const failuresByWay: Words['notSignedIn']['failuresByWay'] = {
  browser: {
    'conditional-access': {
      next: 'Demandez à votre administrateur de quelle stratégie il s’agit : les journaux de connexion de Microsoft Entra la nomment. Remplissez ses conditions, ou faites-en exempter cette application pour les opérateurs de restauration. Réessayez ensuite.',
    },
    'device-required': {
      text: 'Votre organisation exige un appareil géré, et votre navigateur n’a pas montré que vous en utilisez un.',
      next: 'Connectez-vous depuis un appareil géré, dans un navigateur que votre organisation gère aussi. Si vous l’avez fait, demandez à votre administrateur de vérifier si cet appareil est conforme ou joint. Réessayez ensuite.',
    },
  },
  both: {
    expired: {
      next: 'Réessayez. Si la page de votre navigateur a indiqué que l’accès est bloqué (53003 ou 530033), n’utilisez pas de code : sélectionnez plutôt « Se connecter » sur la carte. Si cela est bloqué aussi, donnez à votre administrateur le numéro d’erreur de cette page.',
    },
    'conditional-access': {
      next: 'Réessayez, et sélectionnez « Se connecter » sur la carte au lieu d’utiliser un code. Si cela est bloqué aussi, montrez la carte qui s’affiche alors à votre administrateur.',
    },
    'device-required': {
      next: 'Réessayez, et sélectionnez « Se connecter » sur la carte au lieu d’utiliser un code. Si cela est bloqué aussi, montrez la carte qui s’affiche alors à votre administrateur.',
    },
  },
  administrator: {
    expired: {
      next: 'Réessayez pour obtenir un nouveau code. Si la page de votre navigateur a indiqué que l’accès est bloqué, l’accès conditionnel bloque cette connexion, et seul le navigateur l’affiche. Les administrateurs se connectent toujours avec un code : faites exclure votre compte de la stratégie qui bloque le flux de code d’appareil (Device code flow) (53003) ou qui exige un appareil géré (530033).',
    },
    'conditional-access': {
      next: 'Les administrateurs se connectent toujours avec un code. Faites exclure votre compte de la stratégie qui bloque le « Flux de code d’appareil » (Device code flow) sous « Flux d’authentification » (Authentication flows). Réessayez ensuite.',
    },
    'device-required': {
      next: 'Les administrateurs se connectent toujours avec un code. Faites exclure votre compte des stratégies d’accès conditionnel qui exigent un appareil conforme ou joint. Réessayez ensuite.',
    },
    'app-not-approved': {
      next: 'Faites exclure votre compte de la stratégie qui exige une application approuvée. Réessayez ensuite.',
    },
  },
};

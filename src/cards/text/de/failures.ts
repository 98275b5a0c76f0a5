/** Why a sign-in failed, who can help, and what to do next, in German. */
import type { Words } from '../en/common.ts';
import { suspendedFailure } from './administration.ts';

const title = 'Nicht angemeldet';

export const failures: Words['notSignedIn']['failures'] = {
  cancelled: {
    title: 'Anmeldung abgebrochen',
    text: 'Die Anmeldung wurde abgebrochen und kann nicht mehr abgeschlossen werden.',
    who: 'nobody',
    next: 'Sie können jederzeit neu beginnen.',
  },
  declined: {
    title: 'Anmeldung abgelehnt',
    text: 'Die Anmeldung wurde auf der Anmeldeseite abgelehnt.',
    who: 'you',
    next: 'Wenn Sie ablehnen wollten, ist nichts weiter zu tun. Andernfalls versuchen Sie es erneut und bestätigen Sie die Anmeldung.',
  },
  expired: {
    title: 'Der Code ist abgelaufen',
    text: 'Die Anmeldung wurde nicht abgeschlossen, bevor ihr Code ablief.',
    who: 'you',
    next: 'Versuchen Sie es erneut, um einen neuen Code zu erhalten. Falls die Seite in Ihrem Browser meldete, dass der Zugriff blockiert ist, blockiert der bedingte Zugriff diese Art der Anmeldung. Das zeigt nur der Browser. Nennen Sie Ihrem Administrator die Fehlernummer auf dieser Seite. Bei 53003 muss der Gerätecodeflow (Device code flow) für diese Anwendung zugelassen werden. Bei 530033 muss diese Anwendung von Richtlinien ausgenommen werden, die ein verwaltetes Gerät verlangen. Oder der Administrator dieses Bots schaltet die Anmeldung im Browser ein, die beide zulassen.',
  },
  'link-expired': {
    title: 'Der Link ist abgelaufen',
    text: 'Die Anmeldung wurde nicht abgeschlossen, bevor ihr Link ablief.',
    who: 'you',
    next: 'Versuchen Sie es erneut, um einen neuen Link zu erhalten. Falls die Seite in Ihrem Browser meldete, dass der Zugriff blockiert ist, nennen Sie Ihrem Administrator die Fehlernummer auf dieser Seite.',
  },
  interrupted: {
    title,
    text: 'Der Bot wurde neu gestartet, während er Ihre Anmeldung abschloss. Die Anmeldung wurde deshalb abgebrochen.',
    who: 'you',
    next: 'Versuchen Sie es erneut.',
  },
  'credential-refused': {
    title,
    text: 'Microsoft Entra akzeptiert die eigenen Anmeldeinformationen des Bots nicht.',
    who: 'administrator',
    next: 'Bitten Sie den Administrator dieses Bots, die Anmeldeinformationen seiner Anwendung zu prüfen (OPERATOR_CREDENTIAL). Versuchen Sie es dann erneut.',
  },
  'code-unknown': {
    title,
    text: 'Der Identitätsanbieter kannte den Code nicht mehr. Das ist unser Fehler, nicht Ihrer.',
    who: 'us',
    next: 'Versuchen Sie es erneut, um einen neuen Code zu erhalten. Tritt das Problem erneut auf, nennen Sie den Betreibern dieses Bots die Referenz unten.',
  },
  'public-client-flow-off': {
    title,
    text: 'Die Anwendung für diese Anmeldung ist nicht für die Anmeldung mit Code eingerichtet.',
    who: 'administrator',
    next: 'Bitten Sie Ihren Administrator, in Microsoft Entra die App-Registrierung zu öffnen und unter „Authentifizierung“ (Authentication) die Einstellung „Öffentliche Clientflows zulassen“ (Allow public client flows) auf „Ja“ zu setzen. Versuchen Sie es dann erneut.',
  },
  'consent-required': {
    title,
    text: 'Ihre Organisation hat den Berechtigungen nicht zugestimmt, um die diese Anmeldung bittet.',
    who: 'administrator',
    next: 'Bitten Sie Ihren Administrator, in Microsoft Entra die Anwendung unter „Unternehmensanwendungen“ (Enterprise applications) zu öffnen und unter „Berechtigungen“ (Permissions) die Administratorzustimmung zu erteilen (Grant admin consent). Versuchen Sie es dann erneut.',
  },
  'mfa-required': {
    title,
    text: 'Ihre Organisation verlangt einen zweiten Nachweis Ihrer Identität, der nicht erbracht wurde.',
    who: 'you',
    next: 'Versuchen Sie es erneut und führen Sie den zusätzlichen Schritt auf der Anmeldeseite aus. Fragt die Seite nicht danach, bitten Sie Ihren Administrator, die Multi-Faktor-Authentifizierung für Ihr Konto einzurichten.',
  },
  'conditional-access': {
    title,
    text: 'Eine Richtlinie für bedingten Zugriff Ihrer Organisation hat die Anmeldung blockiert.',
    who: 'administrator',
    next: 'Bitten Sie Ihren Administrator, die Richtlinie zu suchen, die unter „Authentifizierungsflows“ (Authentication flows) den „Gerätecodeflow“ (Device code flow) blockiert, und diese Anwendung für Restore-Operatoren auszunehmen. Versuchen Sie es dann erneut.',
  },
  'device-required': {
    title,
    text: 'Ihre Organisation verlangt ein verwaltetes Gerät, und eine Anmeldung mit Code kann nicht zeigen, welches Gerät Sie verwenden.',
    who: 'administrator',
    next: 'Bitten Sie Ihren Administrator, diese Anwendung für Restore-Operatoren von den Richtlinien für bedingten Zugriff auszunehmen, die ein konformes oder eingebundenes Gerät verlangen. Versuchen Sie es dann erneut.',
  },
  'app-not-approved': {
    title,
    text: 'Eine Richtlinie für bedingten Zugriff Ihrer Organisation lässt nur genehmigte Apps zu. Die Anwendung für diese Anmeldung gehört nicht dazu.',
    who: 'administrator',
    next: 'Bitten Sie Ihren Administrator, diese Anwendung für Restore-Operatoren von der Richtlinie auszunehmen, die eine genehmigte App verlangt. Versuchen Sie es dann erneut.',
  },
  'risk-blocked': {
    title,
    text: 'Microsoft hält diese Anmeldung für riskant. Deshalb können Sie den zweiten Nachweis Ihrer Identität, den Ihre Organisation verlangt, jetzt nicht einrichten.',
    who: 'administrator',
    next: 'Richten Sie die Multi-Faktor-Authentifizierung auf einem Gerät und an einem Ort ein, die Sie sonst auch verwenden, und versuchen Sie es erneut. Wird auch das blockiert, bitten Sie Ihren Administrator, Ihr Konto in Microsoft Entra unter „Riskante Benutzer“ (Risky users) zu prüfen.',
  },
  'not-assigned': {
    title,
    text: 'Ihr Konto ist der Anwendung für diese Anmeldung nicht zugewiesen.',
    who: 'administrator',
    next: 'Bitten Sie Ihren Administrator, in Microsoft Entra die Anwendung unter „Unternehmensanwendungen“ (Enterprise applications) zu öffnen und unter „Benutzer und Gruppen“ (Users and groups) Sie oder eine Ihrer Gruppen hinzuzufügen. Versuchen Sie es dann erneut.',
  },
  'application-unknown': {
    title,
    text: 'Die Anwendung für diese Anmeldung ist im Verzeichnis Ihrer Organisation nicht bekannt.',
    who: 'administrator',
    next: 'Bitten Sie Ihren Administrator, die Anwendung in diesem Verzeichnis zu registrieren. Ist sie dort vorhanden, bitten Sie die Betreiber dieses Bots, ihre ID zu prüfen (OPERATOR_APPLICATION_ID, für Administratoren APP_ONLY_APPLICATION_ID).',
  },
  'tenant-unknown': {
    title,
    text: 'Der Identitätsanbieter kennt Ihre Organisation nicht unter dem Namen, der in den Einstellungen dieses Bots steht.',
    who: 'us',
    next: 'Bitten Sie die Betreiber dieses Bots, ORGANIZATION und AUTH_URL zu prüfen.',
  },
  'account-unknown': {
    title,
    text: 'Das verwendete Konto gehört zu einer anderen Organisation und ist in dieser nicht bekannt.',
    who: 'you',
    next: 'Versuchen Sie es mit einem Konto dieser Organisation erneut. Brauchen Sie das andere Konto, bitten Sie Ihren Administrator, es als Gast einzuladen.',
  },
  'identity-provider-refused': {
    title,
    text: 'Der Identitätsanbieter hat die Anmeldung abgelehnt.',
    who: 'administrator',
    next: 'Versuchen Sie es erneut. Wird sie wieder abgelehnt, zeigen Sie diese Karte Ihrem Administrator.',
  },
  'identity-provider-unreachable': {
    title,
    text: 'Der Identitätsanbieter war nicht erreichbar.',
    who: 'us',
    next: 'Versuchen Sie es in einigen Minuten erneut. Besteht das Problem weiterhin, nennen Sie den Betreibern dieses Bots die Referenz unten.',
  },
  'verification-host': {
    title,
    text: 'Der Identitätsanbieter nannte eine Anmeldeseite unter einer Adresse, die dieser Bot nicht kennt. Deshalb zeige ich den Link nicht an.',
    who: 'us',
    next: 'Bitten Sie die Betreiber dieses Bots, die Adresse zu prüfen und, wenn sie stimmt, sie in ALLOWED_VERIFICATION_HOSTS aufzunehmen.',
  },
  'answer-incomplete': {
    title,
    text: 'Sie haben sich angemeldet, aber ein Teil der Antwort des Identitätsanbieters fehlte.',
    who: 'us',
    next: 'Versuchen Sie es erneut. Tritt das Problem erneut auf, nennen Sie den Betreibern dieses Bots die Referenz unten.',
  },
  'lookup-failed': {
    title,
    text: 'Sie haben sich angemeldet, aber ich konnte Ihre Benutzer-ID und Ihre Mandanten-ID nicht im Verzeichnis nachschlagen.',
    who: 'us',
    next: 'Versuchen Sie es in einigen Minuten erneut. Tritt das Problem erneut auf, nennen Sie den Betreibern dieses Bots die Referenz unten.',
  },
  'someone-else': {
    title,
    text: 'Ein anderes Konto als Ihres hat sich angemeldet. Deshalb wurde nichts gespeichert. Der Vorfall ist für Ihre Administratoren protokolliert.',
    who: 'you',
    next: 'Versuchen Sie es erneut mit dem Geschäftskonto, das Sie in diesem Chat verwenden. Falls nicht Sie das andere Konto verwendet haben, informieren Sie Ihren Administrator.',
  },
  'other-tenant': {
    title,
    text: 'Das angemeldete Konto gehört zu einem anderen Mandanten als Ihres. Deshalb wurde nichts gespeichert. Der Vorfall ist für Ihre Administratoren protokolliert.',
    who: 'you',
    next: 'Versuchen Sie es erneut mit einem Konto Ihrer eigenen Organisation.',
  },
  'not-operator': {
    title,
    text: 'Ihre Anmeldung war erfolgreich, aber mit diesem Konto dürfen Sie im Backup-Dienst keine Daten wiederherstellen.',
    who: 'backup administrator',
    next: 'Bitten Sie Ihren Backup-Administrator, Sie zum Restore-Operator zu machen. Versuchen Sie es dann erneut.',
  },
  'app-only-refused': {
    title,
    text: 'Sie haben sich angemeldet, aber der Backup-Dienst nimmt keine App-only-Sitzung Ihrer Organisation an. Damit lässt sich nichts wiederherstellen.',
    who: 'backup administrator',
    next: 'Bitten Sie Ihren Backup-Administrator, zwei Einstellungen des Dienstes zu prüfen: „Tenant authentication“ muss mit einem Zertifikat eingeschaltet sein, und „Restore operator authentication only“ muss ausgeschaltet sein. Außerdem müssen Sie in Microsoft Entra globaler Administrator sein. Eine Anmeldung als Restore-Operator kann trotzdem möglich sein.',
  },
  'app-only-unknown': {
    title,
    text: 'Sie haben sich angemeldet, aber der Backup-Dienst kennt keine App-only-Anmeldung: Er ist zu alt, oder seine Adresse stimmt nicht.',
    who: 'backup administrator',
    next: 'Bitten Sie Ihren Backup-Administrator, den Dienst zu aktualisieren, oder die Betreiber dieses Bots, die Adresse zu prüfen. Eine Anmeldung als Restore-Operator kann trotzdem möglich sein.',
  },
  'other-organization': {
    title,
    text: 'Der Backup-Dienst hat eine Sitzung für eine andere Organisation als Ihre geöffnet. Ich habe die Sitzung beendet. Der Vorfall ist für Ihre Administratoren protokolliert.',
    who: 'us',
    next: 'Bitten Sie die Betreiber dieses Bots, die Organisation in seinen Einstellungen mit dem Namen der Organisation im Backup-Dienst zu vergleichen.',
  },
  'service-refused': {
    title,
    text: 'Ihre Anmeldung war erfolgreich, aber der Backup-Dienst hat keine Sitzung eröffnet.',
    who: 'backup administrator',
    next: 'Versuchen Sie es erneut. Wird es wieder abgelehnt, zeigen Sie diese Karte Ihrem Backup-Administrator.',
  },
  'service-unreachable': {
    title,
    text: 'Der Backup-Dienst war nicht erreichbar.',
    who: 'backup administrator',
    next: 'Versuchen Sie es in einigen Minuten erneut. Besteht das Problem weiterhin, fragen Sie Ihren Backup-Administrator, ob der Dienst läuft und für diesen Bot erreichbar ist.',
  },
  'service-untrusted': {
    title,
    text: 'Der Backup-Dienst hat ein Zertifikat vorgelegt, dem dieser Bot nicht vertraut. Deshalb wurde nichts gesendet.',
    who: 'us',
    next: 'Bitten Sie die Betreiber dieses Bots, das Zertifikat zu prüfen und, wenn es stimmt, in BACKUP_SERVICE_CA oder BACKUP_SERVICE_FINGERPRINT256 anzugeben.',
  },
  'portal-off': {
    title,
    text: 'Das Wiederherstellungsportal (Restore Portal) ist beim Backup-Dienst ausgeschaltet, und Operatoren melden sich darüber an.',
    who: 'backup administrator',
    next: 'Bitten Sie Ihren Backup-Administrator, das Wiederherstellungsportal einzuschalten. Versuchen Sie es dann erneut.',
  },
  'service-too-old': {
    title,
    text: 'Der Backup-Dienst ist zu alt, um mitzuteilen, mit welcher Anwendung sich Operatoren anmelden.',
    who: 'backup administrator',
    next: 'Bitten Sie Ihren Backup-Administrator, den Dienst zu aktualisieren, oder die Betreiber dieses Bots, OPERATOR_APPLICATION_ID zu setzen.',
  },
  'not-a-backup-service': {
    title,
    text: 'Der Server unter der eingestellten Adresse ist kein Backup-Dienst.',
    who: 'us',
    next: 'Bitten Sie die Betreiber dieses Bots, BACKUP_SERVICE_URL zu prüfen.',
  },
  suspended: suspendedFailure,
  'organization-removed': {
    title,
    text: 'Die Organisation wurde aus den Einstellungen dieses Bots entfernt, bevor die Anmeldung abgeschlossen war.',
    who: 'us',
    next: 'Fragen Sie die Betreiber dieses Bots, ob sie wieder aufgenommen wird, oder melden Sie sich bei einer anderen Organisation an.',
  },
};

export const failuresByWay: Words['notSignedIn']['failuresByWay'] = {
  browser: {
    'conditional-access': {
      next: 'Fragen Sie Ihren Administrator, welche Richtlinie es war: Die Anmeldeprotokolle in Microsoft Entra nennen sie. Erfüllen Sie deren Bedingungen, oder lassen Sie diese Anwendung für Restore-Operatoren davon ausnehmen. Versuchen Sie es dann erneut.',
    },
    'device-required': {
      text: 'Ihre Organisation verlangt ein verwaltetes Gerät, und Ihr Browser hat keines nachgewiesen.',
      next: 'Melden Sie sich auf einem verwalteten Gerät und in einem Browser an, den Ihre Organisation ebenfalls verwaltet. Wenn Sie das getan haben, bitten Sie Ihren Administrator zu prüfen, ob das Gerät konform oder eingebunden ist. Versuchen Sie es dann erneut.',
    },
  },
  both: {
    expired: {
      next: 'Versuchen Sie es erneut. Falls die Seite in Ihrem Browser meldete, dass der Zugriff blockiert ist (53003 oder 530033), verwenden Sie keinen Code: Wählen Sie stattdessen auf der Karte „Anmelden“. Wird auch das blockiert, nennen Sie Ihrem Administrator die Fehlernummer auf dieser Seite.',
    },
    'conditional-access': {
      next: 'Versuchen Sie es erneut, und wählen Sie auf der Karte „Anmelden“, statt einen Code zu verwenden. Wird auch das blockiert, zeigen Sie Ihrem Administrator die Karte, die dann erscheint.',
    },
    'device-required': {
      next: 'Versuchen Sie es erneut, und wählen Sie auf der Karte „Anmelden“, statt einen Code zu verwenden. Wird auch das blockiert, zeigen Sie Ihrem Administrator die Karte, die dann erscheint.',
    },
  },
  administrator: {
    expired: {
      next: 'Versuchen Sie es erneut, um einen neuen Code zu erhalten. Falls die Seite in Ihrem Browser meldete, dass der Zugriff blockiert ist, blockiert der bedingte Zugriff diese Anmeldung. Das zeigt nur der Browser. Administratoren melden sich immer mit einem Code an: Lassen Sie Ihr Konto von der Richtlinie ausnehmen, die den Gerätecodeflow (Device code flow) blockiert (53003) oder ein verwaltetes Gerät verlangt (530033).',
    },
    'conditional-access': {
      next: 'Administratoren melden sich immer mit einem Code an. Lassen Sie Ihr Konto von der Richtlinie ausnehmen, die unter „Authentifizierungsflows“ (Authentication flows) den „Gerätecodeflow“ (Device code flow) blockiert. Versuchen Sie es dann erneut.',
    },
    'device-required': {
      next: 'Administratoren melden sich immer mit einem Code an. Lassen Sie Ihr Konto von den Richtlinien für bedingten Zugriff ausnehmen, die ein konformes oder eingebundenes Gerät verlangen. Versuchen Sie es dann erneut.',
    },
    'app-not-approved': {
      next: 'Lassen Sie Ihr Konto von der Richtlinie ausnehmen, die eine genehmigte App verlangt. Versuchen Sie es dann erneut.',
    },
  },
};

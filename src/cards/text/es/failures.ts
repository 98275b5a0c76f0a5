/** Why a sign-in failed, who can help, and what to do next, in Spanish. */
import type { Words } from '../en/common.ts';
import { suspendedFailure } from './administration.ts';

const title = 'Sesión no iniciada';

export const failures: Words['notSignedIn']['failures'] = {
  cancelled: {
    title: 'Inicio de sesión cancelado',
    text: 'El inicio de sesión se canceló y ya no se puede completar.',
    who: 'nobody',
    next: 'Puede empezar de nuevo cuando quiera.',
  },
  declined: {
    title: 'Inicio de sesión rechazado',
    text: 'El inicio de sesión se rechazó en la página de inicio de sesión.',
    who: 'you',
    next: 'Si quería rechazarlo, no tiene que hacer nada. Si no, inténtelo de nuevo y apruébelo.',
  },
  expired: {
    title: 'El código ha caducado',
    text: 'El inicio de sesión no se completó antes de que caducara su código.',
    who: 'you',
    next: 'Inténtelo de nuevo para obtener otro código. Si la página de su navegador dijo que el acceso está bloqueado, el acceso condicional bloquea este tipo de inicio de sesión, y eso solo se ve en el navegador. Diga a su administrador el número de error de esa página. Con 53003, hay que permitir el flujo de código de dispositivo para esta aplicación. Con 530033, hay que exceptuar esta aplicación de las directivas que exigen un dispositivo administrado. O bien el administrador de este bot activa el inicio de sesión en el navegador, que ambas permiten.',
  },
  'link-expired': {
    title: 'El enlace ha caducado',
    text: 'El inicio de sesión no se completó antes de que caducara su enlace.',
    who: 'you',
    next: 'Inténtelo de nuevo para obtener otro enlace. Si la página de su navegador dijo que el acceso está bloqueado, diga a su administrador el número de error de esa página.',
  },
  interrupted: {
    title,
    text: 'El bot se reinició mientras completaba su inicio de sesión, que por eso se canceló.',
    who: 'you',
    next: 'Inténtelo de nuevo.',
  },
  'credential-refused': {
    title,
    text: 'Microsoft Entra no acepta la credencial del propio bot.',
    who: 'administrator',
    next: 'Pida al administrador de este bot que compruebe la credencial de su aplicación (OPERATOR_CREDENTIAL). Después inténtelo de nuevo.',
  },
  'code-unknown': {
    title,
    text: 'El proveedor de identidades no reconoció el código. Es un fallo nuestro, no suyo.',
    who: 'us',
    next: 'Inténtelo de nuevo para obtener otro código. Si vuelve a ocurrir, dé la referencia de abajo a los responsables de este bot.',
  },
  'public-client-flow-off': {
    title,
    text: 'La aplicación que se usa para este inicio de sesión no está configurada para iniciar sesión con código.',
    who: 'administrator',
    next: 'Pida a su administrador que abra el registro de la aplicación en Microsoft Entra, vaya a «Autenticación» y ponga «Permitir flujos de clientes públicos» en «Sí». Después inténtelo de nuevo.',
  },
  'consent-required': {
    title,
    text: 'Su organización no ha aceptado los permisos que pide este inicio de sesión.',
    who: 'administrator',
    next: 'Pida a su administrador que abra la aplicación en «Aplicaciones empresariales» de Microsoft Entra, vaya a «Permisos» y elija «Conceder consentimiento de administrador». Después inténtelo de nuevo.',
  },
  'mfa-required': {
    title,
    text: 'Su organización exige una segunda verificación de su identidad, y no se completó.',
    who: 'you',
    next: 'Inténtelo de nuevo y complete el paso adicional en la página de inicio de sesión. Si la página no lo pide, pida a su administrador que configure la autenticación multifactor para su cuenta.',
  },
  'conditional-access': {
    title,
    text: 'Una directiva de acceso condicional de su organización bloqueó el inicio de sesión.',
    who: 'administrator',
    next: 'Pida a su administrador que busque la directiva que bloquea el «Flujo de código de dispositivo» en «Flujos de autenticación» y que exceptúe esta aplicación para los operadores de restauración. Después inténtelo de nuevo.',
  },
  'device-required': {
    title,
    text: 'Su organización exige un dispositivo administrado, y un inicio de sesión con código no puede mostrar qué dispositivo usa.',
    who: 'administrator',
    next: 'Pida a su administrador que exceptúe esta aplicación, para los operadores de restauración, de las directivas de acceso condicional que exigen un dispositivo conforme o unido. Después inténtelo de nuevo.',
  },
  'app-not-approved': {
    title,
    text: 'Una directiva de acceso condicional de su organización solo permite aplicaciones aprobadas, y la de este inicio de sesión no lo es.',
    who: 'administrator',
    next: 'Pida a su administrador que exceptúe esta aplicación, para los operadores de restauración, de la directiva que exige una aplicación aprobada. Después inténtelo de nuevo.',
  },
  'risk-blocked': {
    title,
    text: 'Microsoft considera que este inicio de sesión es arriesgado y no le deja configurar la segunda verificación de su identidad que exige su organización.',
    who: 'administrator',
    next: 'Configure la autenticación multifactor desde un dispositivo y un lugar que use habitualmente, e inténtelo de nuevo. Si también se bloquea, pida a su administrador que revise su cuenta en «Usuarios de riesgo» de Microsoft Entra.',
  },
  'not-assigned': {
    title,
    text: 'Su cuenta no está asignada a la aplicación que se usa para este inicio de sesión.',
    who: 'administrator',
    next: 'Pida a su administrador que abra la aplicación en «Aplicaciones empresariales» de Microsoft Entra, vaya a «Usuarios y grupos» y agregue su cuenta o uno de sus grupos. Después inténtelo de nuevo.',
  },
  'application-unknown': {
    title,
    text: 'El directorio de su organización no conoce la aplicación que se usa para este inicio de sesión.',
    who: 'administrator',
    next: 'Pida a su administrador que registre la aplicación en ese directorio. Si ya está allí, pida a los responsables de este bot que comprueben su identificador (OPERATOR_APPLICATION_ID, o APP_ONLY_APPLICATION_ID para los administradores).',
  },
  'tenant-unknown': {
    title,
    text: 'El proveedor de identidades no conoce su organización con el nombre que figura en la configuración de este bot.',
    who: 'us',
    next: 'Pida a los responsables de este bot que comprueben ORGANIZATION y AUTH_URL.',
  },
  'account-unknown': {
    title,
    text: 'La cuenta que usó pertenece a otra organización, y esta no la conoce.',
    who: 'you',
    next: 'Inténtelo de nuevo con una cuenta de esta organización. Si necesita la otra cuenta, pida a su administrador que la invite.',
  },
  'identity-provider-refused': {
    title,
    text: 'El proveedor de identidades rechazó el inicio de sesión.',
    who: 'administrator',
    next: 'Inténtelo de nuevo. Si se vuelve a rechazar, muestre esta tarjeta a su administrador.',
  },
  'identity-provider-unreachable': {
    title,
    text: 'No se pudo conectar con el proveedor de identidades.',
    who: 'us',
    next: 'Inténtelo de nuevo dentro de unos minutos. Si el problema continúa, dé la referencia de abajo a los responsables de este bot.',
  },
  'verification-host': {
    title,
    text: 'El proveedor de identidades indicó una página de inicio de sesión en una dirección que este bot no conoce, así que no muestro el enlace.',
    who: 'us',
    next: 'Pida a los responsables de este bot que comprueben esa dirección y, si es correcta, la agreguen a ALLOWED_VERIFICATION_HOSTS.',
  },
  'answer-incomplete': {
    title,
    text: 'Inició sesión, pero faltaba una parte de la respuesta del proveedor de identidades.',
    who: 'us',
    next: 'Inténtelo de nuevo. Si vuelve a ocurrir, dé la referencia de abajo a los responsables de este bot.',
  },
  'lookup-failed': {
    title,
    text: 'Inició sesión, pero no pude buscar su id. de usuario y su id. de inquilino en el directorio.',
    who: 'us',
    next: 'Inténtelo de nuevo dentro de unos minutos. Si vuelve a ocurrir, dé la referencia de abajo a los responsables de este bot.',
  },
  'someone-else': {
    title,
    text: 'Inició sesión una cuenta distinta de la suya, así que no se guardó nada. Queda registrado para sus administradores.',
    who: 'you',
    next: 'Inténtelo de nuevo con la cuenta profesional que usa en este chat. Si no fue usted quien usó la otra cuenta, avise a su administrador.',
  },
  'other-tenant': {
    title,
    text: 'La cuenta que inició sesión pertenece a un inquilino distinto del suyo, así que no se guardó nada. Queda registrado para sus administradores.',
    who: 'you',
    next: 'Inténtelo de nuevo con una cuenta de su propia organización.',
  },
  'not-operator': {
    title,
    text: 'Su inicio de sesión funcionó, pero el servicio de copia de seguridad no permite que esta cuenta restaure datos.',
    who: 'backup administrator',
    next: 'Pida a su administrador de copias de seguridad que le dé el rol de operador de restauración. Después inténtelo de nuevo.',
  },
  'app-only-refused': {
    title,
    text: 'Inició sesión, pero el servicio de copia de seguridad no acepta una sesión de solo aplicación de su organización, así que no serviría para restaurar nada.',
    who: 'backup administrator',
    next: 'Pida a su administrador de copias de seguridad que compruebe dos ajustes del servicio: «Tenant authentication» debe estar activado, con un certificado, y «Restore operator authentication only» debe estar desactivado. Además, usted debe ser administrador global en Microsoft Entra. Es posible que sí pueda iniciar sesión como operador de restauración.',
  },
  'app-only-unknown': {
    title,
    text: 'Inició sesión, pero el servicio de copia de seguridad no ofrece inicio de sesión de solo aplicación: es demasiado antiguo o su dirección no es correcta.',
    who: 'backup administrator',
    next: 'Pida a su administrador de copias de seguridad que actualice el servicio, o a los responsables de este bot que comprueben su dirección. Es posible que sí pueda iniciar sesión como operador de restauración.',
  },
  'other-organization': {
    title,
    text: 'El servicio de copia de seguridad abrió una sesión de otra organización, así que la cerré. Esto se ha registrado para sus administradores.',
    who: 'us',
    next: 'Pida a los responsables de este bot que comparen la organización de su configuración con el nombre de la organización en el servicio de copia de seguridad.',
  },
  'service-refused': {
    title,
    text: 'Su inicio de sesión funcionó, pero el servicio de copia de seguridad no aceptó abrir una sesión.',
    who: 'backup administrator',
    next: 'Inténtelo de nuevo. Si vuelve a ocurrir, muestre esta tarjeta a su administrador de copias de seguridad.',
  },
  'service-unreachable': {
    title,
    text: 'No se pudo conectar con el servicio de copia de seguridad.',
    who: 'backup administrator',
    next: 'Inténtelo de nuevo dentro de unos minutos. Si el problema continúa, pregunte a su administrador de copias de seguridad si el servicio funciona y si este bot puede conectar con él.',
  },
  'service-untrusted': {
    title,
    text: 'El servicio de copia de seguridad presentó un certificado en el que este bot no confía, así que no se le envió nada.',
    who: 'us',
    next: 'Pida a los responsables de este bot que comprueben el certificado y, si es correcto, lo indiquen en BACKUP_SERVICE_CA o BACKUP_SERVICE_FINGERPRINT256.',
  },
  'portal-off': {
    title,
    text: 'El portal de restauración está desactivado en el servicio de copia de seguridad, y los operadores inician sesión a través de él.',
    who: 'backup administrator',
    next: 'Pida a su administrador de copias de seguridad que active el portal de restauración. Después inténtelo de nuevo.',
  },
  'service-too-old': {
    title,
    text: 'El servicio de copia de seguridad es demasiado antiguo para indicar con qué aplicación inician sesión los operadores.',
    who: 'backup administrator',
    next: 'Pida a su administrador de copias de seguridad que actualice el servicio, o a los responsables de este bot que definan OPERATOR_APPLICATION_ID.',
  },
  'not-a-backup-service': {
    title,
    text: 'El servidor de la dirección configurada no es un servicio de copia de seguridad.',
    who: 'us',
    next: 'Pida a los responsables de este bot que comprueben BACKUP_SERVICE_URL.',
  },
  suspended: suspendedFailure,
  'organization-removed': {
    title,
    text: 'La organización se quitó de la configuración de este bot antes de completar el inicio de sesión.',
    who: 'us',
    next: 'Pregunte a los responsables de este bot si la volverán a agregar, o inicie sesión en otra organización.',
  },
};

export const failuresByWay: Words['notSignedIn']['failuresByWay'] = {
  browser: {
    'conditional-access': {
      next: 'Pregunte a su administrador de qué directiva se trata: los registros de inicio de sesión de Microsoft Entra la indican. Cumpla sus condiciones, o pida que se exceptúe esta aplicación para los operadores de restauración. Después inténtelo de nuevo.',
    },
    'device-required': {
      text: 'Su organización exige un dispositivo administrado, y su navegador no mostró que use uno.',
      next: 'Inicie sesión desde un dispositivo administrado, en un navegador que su organización también administre. Si ya lo hizo, pida a su administrador que compruebe si ese dispositivo es conforme o está unido. Después inténtelo de nuevo.',
    },
  },
  both: {
    expired: {
      next: 'Inténtelo de nuevo. Si la página de su navegador dijo que el acceso está bloqueado (53003 o 530033), no use un código: seleccione en la tarjeta «Iniciar sesión». Si eso también está bloqueado, diga a su administrador el número de error de esa página.',
    },
    'conditional-access': {
      next: 'Inténtelo de nuevo y seleccione en la tarjeta «Iniciar sesión» en lugar de usar un código. Si eso también está bloqueado, muestre a su administrador la tarjeta que aparezca.',
    },
    'device-required': {
      next: 'Inténtelo de nuevo y seleccione en la tarjeta «Iniciar sesión» en lugar de usar un código. Si eso también está bloqueado, muestre a su administrador la tarjeta que aparezca.',
    },
  },
  administrator: {
    expired: {
      next: 'Inténtelo de nuevo para obtener otro código. Si la página de su navegador dijo que el acceso está bloqueado, el acceso condicional bloquea este inicio de sesión, y eso solo se ve en el navegador. Los administradores siempre inician sesión con un código: pida que se excluya su cuenta de la directiva que bloquea el flujo de código de dispositivo (53003) o que exige un dispositivo administrado (530033).',
    },
    'conditional-access': {
      next: 'Los administradores siempre inician sesión con un código. Pida que se excluya su cuenta de la directiva que bloquea el «Flujo de código de dispositivo» en «Flujos de autenticación». Después inténtelo de nuevo.',
    },
    'device-required': {
      next: 'Los administradores siempre inician sesión con un código. Pida que se excluya su cuenta de las directivas de acceso condicional que exigen un dispositivo conforme o unido. Después inténtelo de nuevo.',
    },
    'app-not-approved': {
      next: 'Pida que se excluya su cuenta de la directiva que exige una aplicación aprobada. Después inténtelo de nuevo.',
    },
  },
};

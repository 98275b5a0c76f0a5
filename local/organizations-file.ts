/** The ORGANIZATIONS_FILE of the local stack: the first sample organization, and the second one's two services. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SELF_SIGNED, fingerprintOf } from './certificate.ts';
import { FERNWEH, LINDENHOF, LINDENHOF_ARCHIVE } from './people.ts';

/** Writes it, and the certificate that one entry names, into `folder`. @returns its path */
export async function writeOrganizations(
  folder: string,
  around: {
    readonly backupService: { readonly url: string };
    readonly secondBackupService: { readonly url: string };
    readonly authUrl: string;
    readonly graphUrl: string;
    readonly signIn?: string | undefined;
  },
): Promise<string> {
  const { authUrl, graphUrl, signIn } = around;
  const list = [
    {
      organization: FERNWEH.organization,
      displayName: FERNWEH.displayName,
      tenants: [FERNWEH.tenantId],
      backupServiceUrl: around.backupService.url,
      authUrl,
      graphUrl,
      signIn,
      operatorApplicationId: FERNWEH.operatorApplicationId,
      appOnlyApplicationId: FERNWEH.appOnlyApplicationId,
      restoreApplicationId: FERNWEH.restoreApplicationId,
    },
    {
      // Without operatorApplicationId: the service is asked for it.
      organization: LINDENHOF.organization,
      displayName: LINDENHOF.displayName,
      tenants: [LINDENHOF.tenantId],
      backupServiceUrl: around.secondBackupService.url,
      backupServiceFingerprint256: fingerprintOf(SELF_SIGNED),
      authUrl,
      graphUrl,
      signIn,
    },
    {
      ...LINDENHOF_ARCHIVE,
      tenants: [LINDENHOF.tenantId],
      backupServiceUrl: around.secondBackupService.url,
      backupServiceCa: 'lindenhof.pem',
      authUrl,
      graphUrl,
      signIn,
    },
  ];
  const file = join(folder, 'organizations.json');
  await writeFile(join(folder, 'lindenhof.pem'), SELF_SIGNED.cert);
  await writeFile(file, `${JSON.stringify(list, undefined, 2)}\n`);
  return file;
}

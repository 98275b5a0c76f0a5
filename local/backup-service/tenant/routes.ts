/** Calls of an organization signed in as itself: itself, its backups, and the codes that approve its restores. */
import { type CheckCodeBody, type RestoreCodeBody, readBody } from '../bodies.ts';
import { flag, pageOf } from '../paging.ts';
import { denied } from '../refused.ts';
import type { AskingRoute, Route } from '../router.ts';
import { instant } from '../explore/views.ts';
import type { ServiceState } from '../service-state.ts';
import type { RestoreCodes } from './restore-codes.ts';

export function tenantRoutes(state: ServiceState): readonly Route[] {
  const { tenant, scopes } = state;
  return [
    {
      method: 'GET',
      pattern: '/v8/Organization',
      answer({ who }) {
        const plain = scopes.points(who, scopes.organization(who)).filter(({ hidden }) => !hidden);
        const [last, first] = [plain[0], plain.at(-1)].map((point) => point && instant(point.at));
        const { organizationId: id, organizationName: name } = who;
        return {
          status: 200,
          body: {
            id,
            name,
            description: null,
            type: 'Office365',
            isBackedup: true,
            firstBackuptime: first ?? null,
            lastBackuptime: last ?? null,
          },
        };
      },
    },
    {
      method: 'GET',
      pattern: '/v8/RestorePoints',
      answer(call) {
        if (tenant.pointsRefused) throw denied('The organization may not list restore points.');
        const organizationId = call.query.get('organizationId') ?? call.who.organizationId;
        const copies = flag(call.query, 'isCopy');
        const points = scopes
          .points(call.who, scopes.organization(call.who))
          .filter(
            ({ body }) => body['organizationId'] === organizationId && (copies ?? body['isCopy']) === body['isCopy'],
          );
        return pageOf(call, points, ({ body }) => body);
      },
    },
  ];
}

/** These ask the identity provider. */
export function codeRoutes({ explores }: ServiceState, codes: RestoreCodes): readonly AskingRoute[] {
  return [
    {
      method: 'POST',
      pattern: '/v8/RestoreSessions/{restoreSessionId}/organization/restoreDeviceCode',
      async ask(call) {
        const { id } = explores.opened(call);
        const { targetApplicationId } = readBody(call) as RestoreCodeBody;
        return { status: 200, body: await codes.request(call.who, id, targetApplicationId ?? undefined) };
      },
    },
    {
      method: 'POST',
      pattern: '/v8/DeviceCode/check',
      async ask(call) {
        const { userCode } = readBody(call) as CheckCodeBody;
        return { status: 200, body: { authenticated: await codes.isUsed(call.who, userCode) } };
      },
    },
  ];
}

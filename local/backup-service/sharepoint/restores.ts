/**
 * Restores documents, list items, folders, lists and sites: operators' own calls, and those of an organization signed in as
 * itself, to where they were or into another site.
 */
import {
  type RestoreSiteBody,
  type RestoreSiteDocumentsBody,
  type RestoreSiteItemsBody,
  type SiteConfig,
  type SiteRestoreOptions,
  readBody,
} from '../bodies.ts';
import { badParameter, notFound } from '../refused.ts';
import { startRestore } from '../restores/start.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { ServiceState } from '../service-state.ts';
import { type SiteChoice, chosenObject, objectUnit } from './object-restores.ts';
import { SITE } from './routes.ts';
import { type OpenedSite, inFolder, openSite, siteIn, sitesBelow } from './session.ts';
import { type SiteList, listName } from './site.ts';

const KINDS = { Documents: 'library', Items: 'list' } as const;

export function sharePointRestores(state: ServiceState): readonly Route[] {
  const post = (pattern: string, answer: Route['answer']): Route => ({ method: 'POST', pattern, answer });

  /** @param into absent: where it was. @throws Refused */
  function started(
    call: Call,
    view: OpenedSite,
    choices: readonly SiteChoice[],
    options: SiteRestoreOptions,
    into?: OpenedSite,
  ): RouteAnswer {
    if (options.sendSharedLinksNotification === true && options.restorePermissions !== true) {
      throw badParameter('sendSharedLinksNotification: only together with restorePermissions.');
    }
    if (typeof options.documentLastVersionAction === 'string' && options.documentVersion !== 'Last') {
      throw badParameter('documentLastVersionAction: only for the last version.');
    }
    const { site } = into ?? view;
    const kind = choices[0]?.object.list.kind ?? 'library';
    const target =
      options.list === undefined ? undefined : site.lists.find((list) => isCalled(list, options.list, kind));
    const missing = options.list !== undefined && target === undefined;
    const refusal = `List "${options.list ?? ''}" does not exist at site with URL "${site.url}".`;
    const lists = target === undefined ? choices.map(({ object }) => object.list) : [target];
    const around = { state, list: target, into: into?.site, refusal: missing ? refusal : undefined };
    return startRestore(state, call, view.session, {
      units: choices.map((choice) => objectUnit(choice, options, around)),
      holders: missing
        ? []
        : [
            { id: site.id, name: site.name, path: site.url, itemType: 'SharePointSite' },
            ...[...new Set(lists)].map(({ id, name }) => ({
              id,
              name,
              path: `${site.url}/${name}`,
              itemType: 'SharePointList' as const,
            })),
          ],
      target: { kind: 'site', id: site.id, name: site.name, address: site.url, isArchive: false },
      body: readBody(call) as object,
    });
  }

  const byOperator = (part: keyof typeof KINDS, configsOf: (body: unknown) => readonly SiteConfig[]): Route =>
    post(`${SITE}/${part}/operatorRestore`, (call) => {
      const view = openSite(state, call);
      const body = readBody(call);
      const choices = configsOf(body).map((config) => chosenObject(config, view, KINDS[part]));
      return started(call, view, choices, body as SiteRestoreOptions);
    });

  /** To where they were, and where the API has that, into another site. */
  const byTenant = (
    pattern: string,
    ways: 'back' | 'both',
    chosen: (view: OpenedSite, body: RestoreSiteBody, call: Call) => readonly SiteChoice[],
  ): readonly Route[] => {
    const act = (call: Call): RouteAnswer => {
      const view = openSite(state, call);
      const body = readBody(call) as RestoreSiteBody;
      if (body.alias !== undefined) throw badParameter('alias: another site is not made here.');
      const { siteURL } = body;
      const into = siteURL === undefined ? undefined : siteIn(state, view.session, ({ url }) => url === siteURL);
      const options = {
        ...body,
        // A call for one version does not say which.
        ...(pattern.endsWith('{versionId}') && ({ documentVersion: 'Last' } as const)),
        restoreChangedItems: body.changedItems ?? true,
        restoreDeletedItems: body.deletedItems ?? true,
      };
      return started(call, view, chosen(view, body, call), options, into);
    };
    return [post(`${pattern}/restore`, act), ...(ways === 'both' ? [post(`${pattern}/restoreTo`, act)] : [])];
  };

  const versionOf = (kind: SiteList['kind']) => (view: OpenedSite, _body: unknown, call: Call) => {
    const object = view.object(call.parameter('objectId'), kind);
    const requested = call.parameter('versionId');
    const version = view.versions(object).find(({ versionId }) => String(versionId) === requested);
    if (version === undefined) throw notFound('The version is not found.');
    return [{ view, object, version }];
  };
  const inList = (view: OpenedSite, _body: unknown, call: Call): readonly SiteChoice[] => {
    const list = view.list(call.parameter('listId'));
    return latest(view).filter(({ object }) => object.list === list);
  };

  return [
    byOperator('Documents', (body) =>
      (body as RestoreSiteDocumentsBody).documentsRestoreConfigs.map((one) => ({
        given: one.document,
        version: one.documentVersion,
      })),
    ),
    byOperator('Items', (body) =>
      (body as RestoreSiteItemsBody).itemsRestoreConfigs.map((one) => ({
        given: one.item,
        version: one.documentVersion,
      })),
    ),
    ...byTenant(`${SITE}/Documents`, 'both', (view, { documents = [], documentVersion: version }) =>
      documents.map((given) => chosenObject({ given, version }, view, 'library')),
    ),
    ...byTenant(`${SITE}/Items`, 'both', (view, { items = [], documentVersion: version }) =>
      items.map((given) => chosenObject({ given, version }, view, 'list')),
    ),
    ...byTenant(`${SITE}/Folders`, 'both', (view, { folders = [] }) => {
      const tests = folders.map(({ id }) => inFolder(view, view.folder(id).id));
      return latest(view).filter(({ object }) => tests.some((isIn) => isIn(object.parentId)));
    }),
    ...byTenant(`${SITE}/Documents/{objectId}/Versions/{versionId}`, 'back', versionOf('library')),
    ...byTenant(`${SITE}/Items/{objectId}/Versions/{versionId}`, 'back', versionOf('list')),
    ...byTenant(`${SITE}/Libraries/{listId}`, 'back', inList),
    ...byTenant(`${SITE}/Lists/{listId}`, 'back', inList),
    ...byTenant(SITE, 'back', (view, { restoreSubsites }) => {
      const views = restoreSubsites === true ? sitesBelow(state, view) : [view];
      return views.flatMap(latest);
    }),
  ];
}

const latest = (view: OpenedSite): readonly SiteChoice[] => view.objects.map((object) => ({ view, object }));

/** By the name it has today, which is not always the one that an older backup shows. */
const isCalled = (list: SiteList, name: string | undefined, kind: SiteList['kind']): boolean =>
  list.kind === kind && listName(list, Infinity) === name;

/** The sites of one sample organization: those in the scope, made-up ones of large scopes, and people's own. */
import type { SampleOrganization } from '../../people.ts';
import { EXTRA_SITE, numberIn, numberedId } from '../sample-data/colleagues.ts';
import { driveId, ownerUrl } from '../sample-data/drives.ts';
import { uuidOf } from '../sample-data/seeded.ts';
import type { Owner, ScopeSite } from '../sample-data/types.ts';
import { makeSites, subsiteId } from './make-sites.ts';
import { SITE_PLANS, SUBSITES_IN_SCOPE, type SitePlan, extraSite, personalSite } from './sample-sites.ts';
import type { Site } from './site.ts';

/** Whose personal site is in the scope by itself too. */
const OWN_SITE_IN_SCOPE = 'Chloé Dubois';

interface SampleSites {
  readonly inScope: readonly ScopeSite[];
  extra(number: number): ScopeSite;
  find(scopeId: string): ScopeSite | undefined;
  /** The site, or the person's own, first; then the sites below it. Generated on first access. */
  tree(of: ScopeSite | Owner): readonly Site[];
}

export function createSampleSites(around: {
  readonly organization: SampleOrganization;
  readonly owners: readonly Owner[];
  readonly until: number;
}): SampleSites {
  const { organization, owners, until } = around;
  const [tenantName = ''] = organization.organization.split('.');
  const urlOf = (id: string): string => `https://${tenantName}.sharepoint.example/sites/${id.slice(0, 8)}`;
  /** Of each site of the scope: its own plan, or its collection's where it is a subsite. */
  const plans = new Map<string, { readonly plan: SitePlan; readonly collection: Pick<Site, 'id' | 'url'> }>();
  const made = new Map<string, readonly Site[]>();

  const top = SITE_PLANS.flatMap((plan): readonly ScopeSite[] => {
    const id = uuidOf(`site ${plan.name} ${organization.tenantId}`) + organization.tenantId;
    const collection = { id, url: urlOf(id) };
    plans.set(id, { plan, collection });
    const below = (plan.subsites ?? []).filter(({ name }) => SUBSITES_IN_SCOPE.includes(name));
    return [
      { ...collection, title: plan.name, isPersonal: false },
      ...below.map(({ name }): ScopeSite => {
        const belowId = subsiteId(id, name);
        plans.set(belowId, { plan, collection });
        return {
          id: belowId,
          title: name,
          url: `${collection.url}/${name.replaceAll(' ', '-')}`,
          parentUrl: collection.url,
          isPersonal: false,
        };
      }),
    ];
  });
  const personal = owners
    .filter(({ name }) => name === OWN_SITE_IN_SCOPE)
    .map((owner): ScopeSite => {
      const collection = { id: driveId(owner), url: ownerUrl(owner) };
      plans.set(collection.id, { plan: personalSite(owner.name), collection });
      return { ...collection, title: owner.name, isPersonal: true };
    });
  const inScope = [...top, ...personal];

  function extra(number: number): ScopeSite {
    const id = numberedId(EXTRA_SITE, number) + organization.tenantId;
    return {
      id,
      title: `Extra site ${number}`,
      url: urlOf(id).replace('e1000000', `extra-${number}`),
      isPersonal: false,
    };
  }

  function plannedFor(of: ScopeSite | Owner) {
    if ('scopeId' in of) {
      return { plan: personalSite(of.name), collection: { id: driveId(of), url: ownerUrl(of) } };
    }
    return plans.get(of.id) ?? { plan: extraSite(of.title), collection: of };
  }

  return {
    inScope,
    extra,
    find(scopeId) {
      const number = numberIn(scopeId, EXTRA_SITE);
      const madeUp = number === undefined ? undefined : extra(number);
      return inScope.find(({ id }) => id === scopeId) ?? (madeUp?.id === scopeId ? madeUp : undefined);
    },
    tree(of) {
      if ('scopeId' in of && !of.hasOneDrive) return [];
      const { plan, collection } = plannedFor(of);
      const all = made.get(collection.id) ?? makeSites(plan, collection, { until, colleagues: owners });
      made.set(collection.id, all);
      const first = 'scopeId' in of ? collection.id : of.id;
      const isBelow = (site: Site | undefined): boolean =>
        site !== undefined && (site.id === first || isBelow(all.find(({ id }) => id === site.parentId)));
      return all.filter(isBelow);
    },
  };
}

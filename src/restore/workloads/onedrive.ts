/** Drives (`Veod`; API, section D2). */
import type { OneDriveOptions } from '../model/catalog.ts';
import { byTitle, type WorkloadRules } from './workload.ts';

const defaults: OneDriveOptions = { workload: 'onedrive', documentAction: 'Keep', allVersions: false };

export const onedrive: WorkloadRules = {
  workload: 'onedrive',
  scopeTypes: ['User'],
  hasVersions: true,
  fields: ['words', 'name', 'changedBy', 'after', 'before'],
  defaults,
  holdsItems: () => true,
  compare: byTitle,

  readOptions(options, list) {
    if (options.workload !== 'onedrive') return { options: defaults };
    // A version that was picked excludes restoring all versions.
    const hasVersion = list.some(({ version }) => version !== undefined);
    return { options: hasVersion ? { ...options, allVersions: false } : options };
  },
};

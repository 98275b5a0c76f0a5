/** What asking for a restore needs from outside. */
import type { Announcer } from '../durable/announcer.ts';
import type { Audit } from '../core/audit.ts';
import type { Jobs } from '../core/jobs.ts';
import type { Address, Asker, PersonKey, TeamRoster } from '../core/person.ts';
import type { Clock, Log } from '../core/platform.ts';
import type { SharedRecords } from '../durable/record.ts';
import type { Operators } from '../restore/access/operators.ts';
import type { Wizard } from '../restore/find/wizard.ts';
import type { RestoreService } from '../restore/run/service.ts';
import type { Organizations } from '../sign-in/state/organizations.ts';
import type { AdministratorAddresses, Suspensions } from '../sign-in/state/ports.ts';
import type { Duty, Request } from './model.ts';
import type { ShownView } from './views.ts';

export type PersonalChat =
  | {
      readonly kind: 'found';
      readonly key: PersonKey;
      readonly address: Address;
      readonly mail?: string | undefined;
      /** Where it differs: a backup may know them by either. */
      readonly signInName?: string | undefined;
      readonly isGuest: boolean;
    }
  /** The app is not installed for the person. */
  | { readonly kind: 'none' };

export interface RequestPorts {
  readonly requests: SharedRecords<Request>;
  readonly duties: SharedRecords<Duty>;
  /** Where a person is written to alone, wherever they write, and what the chat service knows of them. @throws UpstreamError */
  readonly personalChat: (asker: Asker) => Promise<PersonalChat>;
  readonly operators: Pick<Operators, 'sessionOf'>;
  readonly wizard: Pick<Wizard, 'findRequested'>;
  readonly restores: Pick<RestoreService, 'isRestoringFor'>;
  readonly organizations: Pick<Organizations, 'servedIn' | 'offers'>;
  readonly suspensions: Pick<Suspensions, 'read'>;
  readonly roster: TeamRoster;
  /** `DUTY_TEAM`. */
  readonly dutyTeam: string | undefined;
  readonly administrators: Pick<AdministratorAddresses, 'find'>;
  readonly adminUserIds: readonly string[];
  readonly announcer: Announcer<ShownView>;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

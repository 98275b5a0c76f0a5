/** What tests can read and change in the stand-in's restores. */
import { itemName, pathOf } from '../exchange/item-restores.ts';
import { notFound } from '../refused.ts';
import type { Saves } from '../saves.ts';
import type { Exports } from '../teams/exports.ts';
import type { RestoredObject } from './live-data.ts';
import type { Pace } from './runs.ts';
import type { Mishap, Owner } from '../sample-data/types.ts';
import type { ReceivedRestore, ServiceState, SessionIdMode } from '../service-state.ts';
import type { TenantBehaviour } from '../tenant/behaviour.ts';
import type { RestoreCode, RestoreCodes } from '../tenant/restore-codes.ts';

/** A mail item that a restore put into somebody's mailbox. */
interface LiveItem {
  readonly id: string;
  /** Subject, or a contact's name; empty where there is none. */
  readonly name: string;
  /** `Projects/Kyoto`, or the new folder's name. */
  readonly folder: string;
  readonly unread: boolean;
  /** How often it was put there. */
  readonly times: number;
}

/** A document that a restore put into somebody's OneDrive. */
interface LiveDocument {
  readonly id: string;
  /** `/Journeys/Asia/Plan.xlsx`. */
  readonly path: string;
  /** Which version it holds now. */
  readonly version: string;
  readonly times: number;
}

export interface RestoreControl {
  /** How the service behaves towards organizations signed in as themselves, to be changed. */
  readonly tenant: TenantBehaviour;
  /** Codes that were asked for to approve restores, oldest first. Secret. */
  readonly codes: readonly RestoreCode[];
  /** Every restore that was accepted, oldest first. */
  readonly runs: readonly ReceivedRestore[];
  /** Requests that were not as the API documents them, and what is wrong; they were refused. */
  readonly mistakes: readonly string[];
  /** Calls that repeated another one: from the same explore session, or with the same reason. */
  readonly repeats: readonly ReceivedRestore[];
  /** What `operatorRestore` answers from now on. */
  sessionIdMode: SessionIdMode;
  /** Whether listings and searches tell the size of a OneDrive document, which only a document itself requires; true. */
  listsSizes: boolean;
  /** How many explore sessions are open. */
  readonly openExploreSessions: number;
  /** How many that restored nothing were open when their token was logged out, which ended them. */
  readonly leftToLogOut: number;
  /** What restores have put into somebody's mailboxes, archive included. @param address `noor.haddad@…` */
  liveItems(address: string): readonly LiveItem[];
  liveDocuments(address: string): readonly LiveDocument[];
  /** What restores have put into a site or team, by its id. */
  liveObjects(holderId: string): readonly RestoredObject[];
  /** The id of a scope item: somebody's by the address, that of a site or team by its name. */
  scopeIdOf(name: string): string;
  /** Forgets every explore session, as if all had timed out. */
  dropExploreSessions(): void;
  /** Duration of restores started from now on. `{ total: Infinity }`: until `finishRuns`. */
  setPace(pace: Pace): void;
  /** Ends every restore under way, with all its items. */
  finishRuns(): void;
  /** How often an export of posts is asked for in vain before it is ready; 2. */
  setExportSlowness(times: number): void;
  /** How many exports of posts were started. */
  readonly exportCount: number;
  /** Whether operators may save single items as files; true. */
  allowSaves(allowed: boolean): void;
  /** Files of saved items have at least so many bytes; 0. */
  setSaveSize(bytes: number): void;
  /** How often they tried. */
  readonly saveCount: number;
  /** "Restore operator authentication only": everything except tokens and the person's identity answers 403. */
  restoreOnly(on: boolean): void;
  /** Takes a user, site or team out of everybody's scope. */
  takeAwayScope(scopeId: string): void;
  /** `EffectiveScope` has so many of each, the sample ones first. */
  scopeSize(users: number, sites?: number, teams?: number): void;
  /** Takes an item or document out of every backup. */
  deleteFromBackup(id: string): void;
  /** The fault of an item from now on; undefined: none. */
  setMishap(id: string, mishap: Mishap | undefined): void;
  /** False: no faults except those set. */
  switchMishaps(on: boolean): void;
}

export function createRestoreControl(
  state: ServiceState,
  switches: { restoreOnly: boolean; readonly leftToLogOut: number },
  {
    mistakes,
    exports,
    saves,
    codes,
  }: {
    readonly mistakes: readonly string[];
    readonly exports: Exports;
    readonly saves: Saves;
    readonly codes: Pick<RestoreCodes, 'all'>;
  },
): RestoreControl {
  const { live, runs, explores, scopes, received } = state;

  function ownerAt(address: string): Owner {
    const owner = state.organizationIds
      .flatMap((id) => state.worldOf(id).owners)
      .find((candidate) => candidate.address === address);
    if (owner === undefined) throw notFound(`Nobody has the address ${address}.`);
    return owner;
  }

  return {
    runs: received,
    tenant: state.tenant,
    get codes() {
      return codes.all;
    },
    mistakes,
    get repeats() {
      return received.filter(({ repeats }) => repeats);
    },
    get sessionIdMode() {
      return state.sessionIdMode;
    },
    set sessionIdMode(mode) {
      state.sessionIdMode = mode;
    },
    get listsSizes() {
      return state.listsSizes;
    },
    set listsSizes(listed) {
      state.listsSizes = listed;
    },
    get openExploreSessions() {
      return explores.all.filter(({ stoppedAt }) => stoppedAt === undefined).length;
    },
    get leftToLogOut() {
      return switches.leftToLogOut;
    },
    liveItems(address) {
      runs.of();
      const owner = ownerAt(address);
      return state.organizationIds
        .filter((id) => state.worldOf(id).owners.includes(owner))
        .flatMap((id) => state.worldOf(id).mailboxes(owner))
        .flatMap((mailbox) =>
          live.items
            .filter(({ mailboxId }) => mailboxId === mailbox.id)
            .map(({ item, folder, unread, times }) => ({
              id: item.id,
              name: itemName(item),
              folder: folder ?? pathOf(item, mailbox),
              unread,
              times,
            })),
        );
    },
    liveDocuments(address) {
      runs.of();
      const owner = ownerAt(address);
      return state.organizationIds
        .filter((id) => state.worldOf(id).owners.includes(owner))
        .flatMap((id) => state.worldOf(id).drive(owner) ?? [])
        .flatMap((drive) =>
          live.documents
            .filter(({ driveId }) => driveId === drive.id)
            .map(({ document, path, version, times }) => ({
              id: document.id,
              path,
              version,
              times,
            })),
        );
    },
    liveObjects(holderId) {
      runs.of();
      return live.objects.filter((object) => object.holderId === holderId);
    },
    scopeIdOf(name) {
      const worlds = state.organizationIds.map((id) => state.worldOf(id));
      const site = worlds.flatMap(({ sites }) => sites).find(({ title }) => title === name);
      const team = worlds.flatMap(({ teams }) => teams).find(({ displayName }) => displayName === name);
      return site?.id ?? team?.id ?? ownerAt(name).scopeId;
    },
    dropExploreSessions() {
      explores.drop(({ id }) => runs.of(id).every(({ endedAt }) => endedAt !== undefined));
    },
    setPace: (pace) => runs.setPace(pace),
    finishRuns: () => runs.finish(),
    setExportSlowness: (times) => exports.setSlowness(times),
    get exportCount() {
      return exports.started;
    },
    allowSaves: (allowed) => saves.setAllowed(allowed),
    setSaveSize: (bytes) => saves.setSize(bytes),
    get saveCount() {
      return saves.asked;
    },
    restoreOnly: (on) => void (switches.restoreOnly = on),
    takeAwayScope: (scopeId) => scopes.takeAway(scopeId),
    scopeSize: (users, sites, teams) => scopes.resize({ users, sites, teams }),
    deleteFromBackup: (id) => live.forget(id),
    setMishap: (id, mishap) => live.setMishap(id, mishap),
    switchMishaps: (on) => live.switchMishaps(on),
  };
}

import { ACCESS_CHANNEL, type OpenDatabase } from '@esteira/db/database';
import { LRUCache } from 'lru-cache';
import type { ChangeHub } from '../changes/change-hub';
import { createChannelProof } from '../channel-proof';
import { isEntityId } from '../ids';

const MAX_KEPT = 10_000;
/** Whatever happens, what was read is read again after this. */
const KEPT_MS = 60_000;
/** Looked up at each call, so that tests can set it. */
const steadyClock = { now: () => performance.now() };

/** What was read of a token or an API key, and the users of whom it tells. */
interface Question<Found> {
  key: string;
  read: () => Promise<Found | undefined>;
  usersOf: (found: Found) => readonly string[];
}

/**
 * Who tokens and API keys belong to, kept by this server for a moment. Kept is what no change concerned since it was
 * read; what time alone ends must be judged by whoever asks.
 */
export interface KeptAccess {
  /** What is kept under the key, while all changes are heard of; else what is read now. Nothing found is not kept. */
  find<Found extends object>(question: Question<Found>): Promise<Found | undefined>;
  /** How often the answer was kept, and how often it was read, since the start. */
  count(): { kept: number; read: number };
  close(): void;
}

/** Keeps nothing: every request reads. */
export const readAlways: KeptAccess = {
  find: ({ read }) => read(),
  count: () => ({ kept: 0, read: 0 }),
  close: () => undefined,
};

/**
 * Wakes the screens of whom it forgets, which then ask again whose they are: what else wakes them is heard by another
 * connection, perhaps before this one. See `docs/decisions/0038-sessions-kept.md`.
 */
export async function createKeptAccess(
  database: Pick<OpenDatabase, 'kind' | 'listen' | 'tell'>,
  screens: Pick<ChangeHub, 'wake' | 'listWatched'>,
): Promise<KeptAccess> {
  const entries = createEntries();
  // The embedded database hears by no connection that could be lost.
  const proof = database.kind === 'embedded' ? null : createChannelProof(database, ACCESS_CHANNEL);
  const count = { kept: 0, read: 0 };
  const forget = (usuarioId: string) => {
    entries.forget(usuarioId);
    void screens.wake([usuarioId]);
  };
  const forgetAll = () => {
    entries.clear();
    void screens.wake(screens.listWatched());
  };
  await database.listen(ACCESS_CHANNEL, {
    onMessage: (message) => {
      if (proof?.take(message)) return;
      if (isEntityId(message)) forget(message);
      else forgetAll();
    },
    onGap: forgetAll,
    onOwnWrite: entries.avoid,
  });
  proof?.start();
  return {
    async find<Found extends object>({ key, read, usersOf }: Question<Found>) {
      const known = proof === null || proof.holds() ? entries.get(key) : undefined;
      if (known !== undefined) {
        count.kept += 1;
        return known as Found;
      }
      count.read += 1;
      const { version } = entries;
      const found = await read();
      if (found !== undefined && entries.version === version) entries.keep(key, found, usersOf(found));
      return found;
    },
    count: () => ({ ...count }),
    close: () => proof?.stop(),
  };
}

interface Entry {
  found: object;
  users: readonly string[];
}

function createEntries() {
  const keysOfUsers = new Map<string, Set<string>>();
  const entries = new LRUCache<string, Entry>({
    max: MAX_KEPT,
    ttl: KEPT_MS,
    perf: steadyClock,
    dispose: ({ users }, key) => {
      for (const id of users) {
        const keys = keysOfUsers.get(id);
        keys?.delete(key);
        if (keys?.size === 0) keysOfUsers.delete(id);
      }
    },
  });
  const avoided = new LRUCache<string, true>({ max: MAX_KEPT, ttl: KEPT_MS, perf: steadyClock });
  let version = 0;

  function forget(usuarioId: string): void {
    version += 1;
    for (const key of [...(keysOfUsers.get(usuarioId) ?? [])]) entries.delete(key);
  }

  return {
    /** Another one after each change: what was being read meanwhile may be from before it. */
    get version() {
      return version;
    },
    get: (key: string) => entries.get(key)?.found,
    keep(key: string, found: object, users: readonly string[]) {
      if (users.some((id) => avoided.has(id))) return;
      // Every request of these users gets the same one.
      for (const part of Object.values(found)) Object.freeze(part);
      entries.set(key, { found, users });
      for (const id of users) keysOfUsers.set(id, (keysOfUsers.get(id) ?? new Set()).add(key));
    },
    forget,
    /** A user whom this server is changing is read for a while: its own requests do not wait for the commit to be told. */
    avoid(usuarioId: string) {
      avoided.set(usuarioId, true);
      forget(usuarioId);
    },
    clear() {
      version += 1;
      entries.clear();
    },
  };
}

import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { check, lock } from 'proper-lockfile';

/** A lock whose owner stopped renewing it for this long belongs to a dead process. */
const STALE_AFTER_MS = 10_000;

interface Owner {
  pid: number;
  host: string;
  /** When the process started, which tells it from an earlier one with the same id. */
  since: number;
}

const SELF: Owner = { pid: process.pid, host: hostname(), since: performance.timeOrigin };

/** Another process holds the data directory. */
export class DirectoryInUseError extends Error {
  constructor(
    readonly directory: string,
    readonly ownerPid: number | null,
  ) {
    const owner = ownerPid === null ? 'another process' : `process ${ownerPid}`;
    super(
      `The data directory ${directory} is in use by ${owner}. ` +
        'An embedded database serves one server at a time: stop the other one, or set DATA_DIR or DATABASE_URL.',
    );
    this.name = 'DirectoryInUseError';
  }
}

/**
 * Takes the exclusive lock of a data directory and returns its release. Rejects with `DirectoryInUseError`
 * while its owner lives; a lock left behind by a killed process is taken over.
 */
export async function lockDirectory(
  directory: string,
  onLost: (error: Error) => void,
): Promise<() => Promise<void>> {
  // One starter at a time looks at the lock, so that none removes what another has just taken over.
  const leave = await lock(join(directory, 'server.entry'), {
    realpath: false,
    stale: 5_000,
    retries: { retries: 60, minTimeout: 50, maxTimeout: 200 },
  });
  try {
    return await takeLock(directory, onLost);
  } finally {
    await leave();
  }
}

async function takeLock(directory: string, onLost: (error: Error) => void): Promise<() => Promise<void>> {
  const file = join(directory, 'server');
  const ownerFile = join(directory, 'server.owner');
  await clearDeadOwner(file, ownerFile);
  try {
    const release = await lock(file, {
      realpath: false,
      stale: STALE_AFTER_MS,
      update: 2_000,
      onCompromised: onLost,
    });
    await writeFile(ownerFile, JSON.stringify(SELF));
    return release;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    throw new DirectoryInUseError(directory, (await readOwner(ownerFile))?.pid ?? null);
  }
}

/** After a kill, do not make the next start wait for the lock to become stale: its owner is provably gone. */
async function clearDeadOwner(file: string, ownerFile: string): Promise<void> {
  if (!(await check(file, { realpath: false, stale: STALE_AFTER_MS }))) return;
  const owner = await readOwner(ownerFile);
  if (owner === null || owner.host !== SELF.host || isAlive(owner)) return;
  await rm(ownerFile, { force: true });
  await rm(`${file}.lock`, { recursive: true, force: true });
}

async function readOwner(ownerFile: string): Promise<Owner | null> {
  try {
    const owner: unknown = JSON.parse(await readFile(ownerFile, 'utf8'));
    const { pid, host, since } = owner as Record<keyof Owner, unknown>;
    const valid = typeof pid === 'number' && typeof host === 'string' && typeof since === 'number';
    return valid ? { pid, host, since } : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, since }: Owner): boolean {
  // A restarted container gives its server the same id again.
  if (pid === SELF.pid) return since === SELF.since;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryInUseError, lockDirectory } from './directory-lock';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'esteira-lock-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const lostUnexpectedly = (error: Error) => {
  throw error;
};
const take = () => lockDirectory(directory, lostUnexpectedly);

/** A lock as a process leaves it that was killed: not released, its renewal just stopped. */
async function getLeaveLock(owner: { pid: number; host: string; since?: number }, renewed: Date) {
  const lock = join(directory, 'server.lock');
  await mkdir(lock);
  await utimes(lock, renewed, renewed);
  await writeFile(join(directory, 'server.owner'), JSON.stringify({ since: 1, ...owner }));
}

/** The id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['--eval', '']).pid;

/** Takes the lock, checks that it cannot be taken meanwhile, and releases it. */
async function expectTaken() {
  const release = await take();
  await expect(take()).rejects.toMatchObject({ ownerPid: process.pid });
  await release();
}

describe('lockDirectory', () => {
  it('refuses while another holds the lock, naming the directory and the owner', async () => {
    const release = await take();
    const refused = take();
    await expect(refused).rejects.toBeInstanceOf(DirectoryInUseError);
    await expect(refused).rejects.toMatchObject({ directory, ownerPid: process.pid });
    await release();
  });

  it('gives the lock again after its release', async () => {
    await (await take())();
    await expectTaken();
  });

  it('gives the lock to exactly one of many that start at once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 5 }, take));
    const winners = tries.filter((result) => result.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const result of tries) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DirectoryInUseError);
    }
    await winners[0]?.value();
  });

  it('takes over at once from an owner on this machine that is provably dead', async () => {
    await getLeaveLock({ pid: deadPid(), host: hostname() }, new Date());
    await expectTaken();
  });

  it('takes over from an earlier process that had the same id, as in a restarted container', async () => {
    await getLeaveLock({ pid: process.pid, host: hostname() }, new Date());
    await expectTaken();
  });

  it('leaves a fresh lock of another machine alone, as it is unknown whether its owner lives', async () => {
    await getLeaveLock({ pid: deadPid(), host: `${hostname()}.elsewhere` }, new Date());
    await expect(take()).rejects.toBeInstanceOf(DirectoryInUseError);
  });

  it('takes over a lock of another machine that was not renewed for long', async () => {
    await getLeaveLock({ pid: 1, host: `${hostname()}.elsewhere` }, new Date(Date.now() - 60_000));
    await expectTaken();
  });

  it('tells of a lock that is held without a readable owner', async () => {
    await getLeaveLock({ pid: 0, host: '' }, new Date());
    await writeFile(join(directory, 'server.owner'), 'half a l');
    await expect(take()).rejects.toThrow('in use by another process');
  });
});

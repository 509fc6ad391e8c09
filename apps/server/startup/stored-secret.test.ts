import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from './start-error';
import { storedSecret } from './stored-secret';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'esteira-secret-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('storedSecret', () => {
  it('makes a long secret once and gives it again afterwards', async () => {
    const secret = await storedSecret(folder);
    expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32);
    expect(await storedSecret(folder)).toBe(secret);
  });

  it('makes another one for another directory', async () => {
    const other = await mkdtemp(join(folder, 'other-'));
    expect(await storedSecret(other)).not.toBe(await storedSecret(folder));
  });

  it('is readable by this user only and leaves nothing beside it', async () => {
    await storedSecret(folder);
    expect(await readdir(folder)).toEqual(['jwt-secret']);
    expect((await stat(join(folder, 'jwt-secret'))).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'short\n'])('refuses a damaged file instead of replacing it: %j', async (content) => {
    const file = join(folder, 'jwt-secret');
    await writeFile(file, content);
    await expect(storedSecret(folder)).rejects.toBeInstanceOf(StartError);
    expect(await readFile(file, 'utf8')).toBe(content);
  });
});

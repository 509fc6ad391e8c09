import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './start-error';

const FILE = 'jwt-secret';
const BYTES = 48;

/**
 * The secret that the data directory keeps, made on first use and readable by this user only. Call it while
 * holding the directory's lock. A damaged file is not replaced: that would end every session unasked.
 */
export async function storedSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, FILE);
  const stored = await readIfPresent(file);
  if (stored === null) return createSecret(file);
  const secret = stored.trim();
  if (Buffer.byteLength(secret) < 32) {
    throw new StartError(
      `${file} holds no usable secret. Remove it to have a new one made: every session ends.`,
    );
  }
  return secret;
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Written aside, flushed and renamed: a crash leaves the whole secret or none. */
async function createSecret(file: string): Promise<string> {
  const secret = randomBytes(BYTES).toString('base64url');
  const aside = `${file}.${process.pid}`;
  const handle = await open(aside, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, file);
  return secret;
}

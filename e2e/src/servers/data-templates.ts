import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'ESTEIRA_E2E_TEMPLATES';

/** Before the first test of a run: makes the folder in which its workers keep templates; answers what removes it. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'esteira-e2e-templates-'));
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Copies a server's data directory as it stands after its first start. `make` makes one in a folder, once per name and
 * run: making the tables, and above all filling the demo, takes as long as many a test.
 */
export async function copyTemplate(
  name: string,
  target: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const template = join(process.env[VARIABLE] ?? '', name);
  if ((await stat(template).catch(() => null)) === null) {
    const draft = `${template}-${randomUUID()}`;
    await make(draft);
    // The other worker may have been as fast: then its template stays.
    await rename(draft, template).catch(() => rm(draft, { recursive: true }));
  }
  await cp(template, target, { recursive: true });
}

import { join } from 'node:path';
import { inject } from 'vitest';
import { bundle } from '../../bundle.mjs';

/**
 * What Node starts programs with: the embedded database's code compiled quickly instead of well, as it does not run for long.
 */
export const PROGRAM_FLAGS = ['--liftoff-only'];

let bundled: Promise<string> | undefined;

/**
 * The file of a program, bundled from the sources as they are now as `npm run build` does it. Processes of it start in a
 * third of the time that they take from source, and tests start them by the dozen.
 */
export async function locateProgram(
  name: 'main' | 'promote' | 'backup' | 'restore' | 'keys' | 'incident',
): Promise<string> {
  bundled ??= bundleOnce();
  return join(await bundled, `${name}.js`);
}

/** Each worker has its own: none sees what another has written half. */
async function bundleOnce(): Promise<string> {
  const folder = join(inject('programsFolder'), String(process.pid));
  await bundle(folder);
  return folder;
}

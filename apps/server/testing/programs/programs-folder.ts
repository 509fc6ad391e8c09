import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    programsFolder: string;
  }
}

/** Gives the test files of one run a folder for what they bundle, and takes it away afterwards. */
export async function setup({ config, provide }: TestProject): Promise<() => void> {
  // Within the workspace, for what is left out of a bundle is found from there.
  const cache = join(config.root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'programs-'));
  provide('programsFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

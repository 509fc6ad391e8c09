import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemplate, TEMPLATES_VARIABLE } from './server';

/**
 * Before the first test of a run: makes the data that its servers begin with, once for all workers. Making the tables,
 * and above all filling the demo, takes as long as many a test. Answers what removes it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'esteira-e2e-templates-'));
  process.env[TEMPLATES_VARIABLE] = folder;
  await Promise.all([makeTemplate({ demo: false }), makeTemplate({ demo: true })]);
  return () => rm(folder, { recursive: true, force: true });
}

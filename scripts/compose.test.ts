import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** The container has its own of these, or they are for a program that no container runs. */
const NOT_PASSED_ON = /^(?:HOST|PORT|DATA_DIR|DATABASE_DIRECT_URL|SMOKE_\w+)$/;

async function listNames(file: string, pattern: RegExp): Promise<string[]> {
  const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

it('every setting that .env.example names reaches the server in its container', async () => {
  const names = await listNames('.env.example', /^# ([A-Z][A-Z0-9_]*)=/gm);
  const passedOn = await listNames('docker/compose.yaml', /^ {6}([A-Z][A-Z0-9_]*):/gm);
  expect(names).toContain('JWT_SECRET');
  expect(names.filter((name) => !NOT_PASSED_ON.test(name) && !passedOn.includes(name))).toEqual([]);
});

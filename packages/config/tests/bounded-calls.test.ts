import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve('../..');

/** The sources that run on servers and in programs outside, which wait for what others send. */
const sources = ['apps/server', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)]
  .flatMap((folder) => listFiles(folder))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/(?:testing|dist|node_modules)\//.test(file));

function listFiles(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

const filesWith = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));

it('join signals by anySignal alone, because a timeout that only AbortSignal.any knows never fires', () => {
  expect(filesWith(/AbortSignal\.any\(/)).toEqual(['packages/http/src/any-signal.ts']);
});

it('call outside services by fetchWithin alone, which bounds time and size', () => {
  // The client's streams have no end.
  expect(filesWith(/(?<![\w.])fetch\(/)).toEqual([
    'packages/client/src/client.ts',
    'packages/http/src/fetch-within.ts',
  ]);
});

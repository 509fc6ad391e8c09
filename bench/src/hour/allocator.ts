import { readFile } from 'node:fs/promises';

const IMAGE = new URL('../../../docker/Dockerfile', import.meta.url);

/** What the image tells the C library of memory, so that the server is measured as it is run there. */
export async function readAllocatorSettings(): Promise<Record<string, string>> {
  const settings = [...(await readFile(IMAGE, 'utf8')).matchAll(/\b(MALLOC_\w+)=(\S+)/g)];
  if (settings.length === 0) throw new Error('docker/Dockerfile sets nothing of the C library.');
  return Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]));
}

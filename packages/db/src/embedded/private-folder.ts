import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ONLY_OWNER_ENTERS = 0o700;
const ONLY_OWNER_READS = 0o600;

/** Makes the folder where it is missing, and everything in it unreadable to the machine's other users. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ONLY_OWNER_ENTERS });
  const found = lstatSync(folder);
  // First the folder: behind it nothing is reached any more.
  setMode(folder, found.mode, ONLY_OWNER_ENTERS);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makePrivate(path);
    else if (entry.isFile()) setMode(path, lstatSync(path).mode, ONLY_OWNER_READS);
  }
}

function setMode(path: string, mode: number, wanted: number): void {
  if ((mode & 0o777) !== wanted) chmodSync(path, wanted);
}

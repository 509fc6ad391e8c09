import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { commonPasswordsFile } from '../../../paths';

const SIZE = 4;

let list: Buffer | undefined;

/** Whether the first bytes of the digest of a text are those of a common password: wrong for one good password in 48,000. */
export function isCommonPassword(text: string): boolean {
  list ??= readFileSync(commonPasswordsFile);
  const wanted = createHash('sha256').update(text).digest().readUInt32BE(0);
  let from = 0;
  let to = list.length / SIZE;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const head = list.readUInt32BE(SIZE * middle);
    if (head === wanted) return true;
    if (head < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

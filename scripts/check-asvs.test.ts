import { expect, it } from 'vitest';
import { readAsvs, readOwnAsvs } from './check-asvs.mjs';

const FILES: Record<string, string> = { 'docs/a.md': "it('holds', () => undefined);" };
const read = (path: string) => FILES[path] ?? null;
const faultsOf = (...rows: string[]) =>
  readAsvs(rows.join('\n'), read).faults.filter((fault) => !fault.startsWith('level '));

it('every requirement is there, and what its row cites is in this repository', () => {
  expect(readOwnAsvs().faults).toEqual([]);
});

it('a file or the title of a test that is not here is told', () => {
  expect(faultsOf('| 1.1.1 | 1 | Decoded once | met | `docs/a.md`: "holds" |')).toEqual([]);
  expect(
    faultsOf('| 1.1.1 | 1 | Decoded once | met | tested (`docs/a.md`: "breaks"); `docs/c.md` |'),
  ).toEqual(['1.1.1: docs/a.md has no test "breaks"', '1.1.1 cites docs/c.md, which is not here']);
});

it('a row that is there twice, has an unknown state, or is missing is told', () => {
  const row = '| 1.1.1 | 1 | Decoded once | met | yes |';
  expect(faultsOf(row, row)).toEqual(['1.1.1 is there twice']);
  expect(faultsOf(row.replace('met', 'nearly'))).toHaveLength(1);
  const { faults, counts } = readAsvs(row, read);
  expect(faults).toEqual(['level 1 has 1 rows in place of 70', 'level 2 has 0 rows in place of 183']);
  expect(counts).toEqual({ 1: { met: 1 }, 2: {} });
});

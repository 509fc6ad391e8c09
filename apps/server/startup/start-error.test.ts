import { DiskFullError } from '@esteira/db/embedded/disk-space';
import { OtherSchemaError } from '@esteira/db/migrations';
import { PoolerError } from '@esteira/db/postgres/pooler';
import { expect, it } from 'vitest';
import { startFailure } from './start-error';

const coded = (code: string) => Object.assign(new Error('what the system says'), { code });

it.each([
  [new DiskFullError('/var/esteira', 3 * 1024 * 1024), /^The disk of \/var\/esteira is full: 3 MB are free/],
  [new OtherSchemaError(), /^The database was made by another version of Esteira.*npm run restore/],
  [new PoolerError('DATABASE_URL leads to a pooler.'), /^DATABASE_URL leads to a pooler\.$/],
  [coded('ENOSPC'), /^No space is left on the disk/],
  [coded('ECONNREFUSED'), /^The database of DATABASE_URL cannot be reached \(ECONNREFUSED\)/],
  [coded('55P03'), /^A migration waited too long for a table/],
])('says in a sentence why the program did not start: %s', (error, sentence) => {
  const said = startFailure(error);
  expect(said).toMatch(sentence);
  expect(said).not.toContain('    at ');
});

it('shows where an unknown failure comes from', () => {
  expect(startFailure(new Error('a bug'))).toContain('start-error.test.ts');
});

it('says why PostgreSQL refused a migration', () => {
  const refusal = Object.assign(new Error('column "preco" contains null values'), { code: '23502' });
  const said = startFailure(new Error('Failed query: ALTER TABLE', { cause: refusal }));
  expect(said).toContain('Failed query: ALTER TABLE');
  expect(said).toMatch(/^Because: column "preco" contains null values \(23502\)$/m);
});

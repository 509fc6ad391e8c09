import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { openTestDatabase } from '@esteira/db/testing';
import { expect, it } from 'vitest';
import { openBackupSocket, toBackupSocket } from './backup-socket';

/** Much more than is written before there is no room. */
const ROWS = 5_000;

it('a long backup through the socket adds no listener to its connection for every pause', async () => {
  const database = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'esteira-porta-'));
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.name);
  process.on('warning', note);
  await database.db.execute(
    `INSERT INTO usuarios (id, nome, email, senha_hash)
     SELECT gen_random_uuid(), repeat(md5(n::text), 3), n || '@exemplo.com.br', md5(n::text) || md5((-n)::text)
     FROM generate_series(1, ${ROWS}) AS n`,
  );
  const close = await openBackupSocket(database.db, folder, (error) => warnings.push(String(error)));
  const packed = await buffer(connect(toBackupSocket(folder) ?? ''));
  await close();
  const lines = gunzipSync(packed).toString().split('\n');
  expect(lines.filter((line) => line.includes('@exemplo.com.br'))).toHaveLength(ROWS);
  expect(warnings).toEqual([]);
  process.off('warning', note);
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, queryRows } from '../database';
import { fillDemo } from '../demo/fill';
import { newId } from '../schema/columns';
import { jobs } from '../schema/platform/jobs';
import { openTestDatabase, type TestDatabase } from '../testing';
import { migrationsFolder } from '../testing/migrations-folder';
import { type BackupEnd, createLineDigest } from './format';
import { BackupFileError } from './read-backup';
import { checkBackup, NotEmptyError, restoreBackup } from './restore';
import { listTables } from './tables';
import { writeBackup } from './write-backup';

let source: TestDatabase;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'esteira-backup-'));
  file = join(folder, 'copia.gz');
  source = await openTestDatabase();
  await fillSource(source.db);
  await backUp(source.db, file);
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true, force: true });
});

async function fillSource(db: Database): Promise<void> {
  await fillDemo(db, {
    now: new Date(),
    hash: async () => 'x',
    listingId: (marketplace, produtoId) => `${marketplace}-${produtoId}`,
    label: () => ({ tipo: 'application/pdf', conteudo: Buffer.from([0, 255, 10, 13]) }),
  });
  const job = {
    tipo: 'orders-poll',
    usuario_id: newId(),
    marketplace: 'amazon',
    dados: { desde: 1 },
  } as const;
  const tomada_em = new Date().toISOString();
  await db.insert(jobs).values({ ...job, chave: 'espera' });
  await db.insert(jobs).values({ ...job, chave: 'tomada', situacao: 'em_andamento', tomada_em });
}

async function backUp(db: Database, path: string): Promise<void> {
  const gzip = createGzip();
  const written = finished(gzip.pipe(createWriteStream(path)));
  await writeBackup(db, async (text) => void gzip.write(text));
  gzip.end();
  await written;
}

/** Every row of every table, those that PostgreSQL computes included. */
async function readAll(db: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { nome } of await listTables(db)) {
    const rows = await queryRows<{ linha: string }>(
      db,
      sql`SELECT to_jsonb(t)::text AS linha FROM ${sql.identifier(nome)} AS t ORDER BY 1`,
    );
    all[nome] = rows.map(({ linha }) => linha);
  }
  return all;
}

describe('a backup', () => {
  it('restored elsewhere is the same row by row, what triggers and PostgreSQL compute included', async () => {
    const target = await openTestDatabase();
    const before = await readAll(source.db);
    expect(before['pedidos']?.length).toBeGreaterThan(50);
    await checkBackup(file, migrationsFolder);
    await restoreBackup(target.db, file);
    expect(await readAll(target.db)).toEqual(before);
    // Triggers are on again: a ledger line cannot be deleted.
    await expect(target.db.execute(sql`DELETE FROM movimentos_estoque`)).rejects.toThrow();
    await target.close();
  });

  it('is restored however long it takes to compute the sums', async () => {
    const target = await openTestDatabase();
    await target.db.execute(sql`
      CREATE OR REPLACE FUNCTION refazer_resumos() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        ASSERT current_setting('statement_timeout') = '0';
      END $$`);
    expect((await restoreBackup(target.db, file)).rows).toBeGreaterThan(0);
    await target.close();
  });

  it('holds few rows at once where they are long', async () => {
    const large = await openTestDatabase();
    await large.db.execute(sql`
      INSERT INTO lotes_importacao (usuario_id, ator_id, importacao_id, numero, validos, erros, linhas)
      SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), n, 0, '[]',
        (SELECT string_agg(md5(concat(n, '-', i)), '') FROM generate_series(1, 6000) i)
      FROM generate_series(1, 40) n`);
    const lengths: number[] = [];
    await writeBackup(large.db, async (text) => void lengths.push(text.length));
    expect(lengths.reduce((sum, length) => sum + length)).toBeGreaterThan(7_000_000);
    expect(Math.max(...lengths)).toBeLessThan(2_000_000);
    await large.close();
  });

  it('is refused by a database that is not empty, which keeps what it has', async () => {
    const target = await openTestDatabase();
    await target.db.execute(
      sql`INSERT INTO usuarios (id, nome, email, senha_hash)
          VALUES (gen_random_uuid(), 'Ana', 'ana@exemplo.com.br', 'x')`,
    );
    const before = await readAll(target.db);
    await expect(restoreBackup(target.db, file)).rejects.toBeInstanceOf(NotEmptyError);
    expect(await readAll(target.db)).toEqual(before);
    await target.close();
  });

  it('is of one moment: what is written while it is taken is not in it', async () => {
    const path = join(folder, 'durante.gz');
    const gzip = createGzip();
    const written = finished(gzip.pipe(createWriteStream(path)));
    let writing: Promise<unknown> = Promise.resolve();
    let isBegun = false;
    await writeBackup(source.db, async (text) => {
      gzip.write(text);
      if (isBegun) return;
      isBegun = true;
      // On the embedded database it waits for the backup's end.
      writing = source.db.execute(sql`UPDATE usuarios SET nome = nome || '!'`);
      if (source.kind === 'postgres') await writing;
    });
    gzip.end();
    await written;
    await writing;
    const unpack = async (name: string) =>
      gunzipSync(await readFile(name))
        .toString()
        .split('\n')
        .slice(1, -2);
    expect(await unpack(path)).toEqual(await unpack(file));
    await source.db.execute(sql`UPDATE usuarios SET nome = rtrim(nome, '!')`);
  });
});

describe('a file that is no whole backup', () => {
  const text = async () => gunzipSync(await readFile(file)).toString();
  const packed = async (change: (lines: string[]) => string[]) =>
    gzipSync(change((await text()).split('\n')).join('\n'));

  const end = (line: string, resumo: string, moreRows: number) => {
    const { linhas, ...last } = JSON.parse(line) as BackupEnd;
    return JSON.stringify({ ...last, linhas: linhas + moreRows, resumo } satisfies BackupEnd);
  };
  /** Whole again after a change of its header, with the lines of one more table. */
  const sealed = (change: (header: string) => string, more: string[] = []) =>
    packed(([header = '', ...rows]) => {
      const lines = [change(header), ...more, ...rows.slice(0, -2)];
      const digest = createLineDigest();
      for (const line of lines) digest.add(line);
      return [...lines, end(rows.at(-2) ?? '', digest.end(), Math.max(more.length - 1, 0)), ''];
    });

  it.each<[string, () => Promise<Buffer>]>([
    ['a text', async () => Buffer.from('nome;preco\nCaneca;10')],
    ['nothing', async () => Buffer.alloc(0)],
    ['a packed text', async () => gzipSync('nome;preco')],
    ['cut off', async () => (await readFile(file)).subarray(0, 2_000)],
    ['without its last line', () => packed((lines) => lines.slice(0, -2))],
    ['with a row less', () => packed((lines) => lines.toSpliced(-10, 1))],
    [
      'with a row changed',
      () => packed((lines) => lines.with(-10, lines.at(-10)?.replace(/\d/, '7x') ?? '')),
    ],
    ['with more behind its end', () => packed((lines) => [...lines.slice(0, -1), '{}', ''])],
  ])('is refused before any database is opened: %s', async (_, content) => {
    const path = join(folder, 'outro.gz');
    await writeFile(path, await content());
    await expect(checkBackup(path, migrationsFolder)).rejects.toBeInstanceOf(BackupFileError);
  });

  it.each([
    ['fornecedores.fone', '"telefone"', '"fone"'],
    ['fornecedores.telefone', '"telefone",', ''],
    ['entregas.usuario_id', '"tabelas":[', '"tabelas":[{"nome":"entregas","colunas":["usuario_id"]},'],
  ])(
    'is refused before any database is opened: a whole one that differs in %s',
    async (named, ours, theirs) => {
      const path = join(folder, 'outra-versao.gz');
      await writeFile(path, await sealed((header) => header.replace(ours, theirs)));
      await expect(checkBackup(path, migrationsFolder)).rejects.toThrow(
        `The backup is of another version of Esteira, with other columns (${named})`,
      );
    },
  );

  it('is told from one of a version that stored what is computed now, which is restored without that', async () => {
    const target = await openTestDatabase();
    const path = join(folder, 'antes.gz');
    const table = { nome: 'buscas_pedidos', colunas: ['usuario_id', 'texto'] };
    const addTable = (header: string) => header.replace('"tabelas":[', `$&${JSON.stringify(table)},`);
    const lines = ['{"tabela":"buscas_pedidos"}', '{"usuario_id":null,"texto":"ana"}'];
    await writeFile(path, await sealed(addTable, lines));
    await checkBackup(path, migrationsFolder);
    await restoreBackup(target.db, path);
    expect(await readAll(target.db)).toEqual(await readAll(source.db));
    await target.close();
  });

  it('is refused after its first million characters where its first line never ends', async () => {
    // 640 MB in a few hundred kilobytes: as one text it would be longer than Node can hold.
    const path = join(folder, 'sem-fim.gz');
    await writeFile(path, Buffer.concat(Array<Buffer>(80).fill(gzipSync(Buffer.alloc(8_000_000, '0')))));
    await expect(checkBackup(path, migrationsFolder)).rejects.toThrow('The file is no backup of Esteira.');
  });

  it('leaves the database empty even where it was not checked', async () => {
    const target = await openTestDatabase();
    const before = await readAll(target.db);
    const path = join(folder, 'curto.gz');
    await writeFile(path, await packed((lines) => lines.slice(0, -2)));
    await expect(restoreBackup(target.db, path)).rejects.toBeInstanceOf(BackupFileError);
    expect(await readAll(target.db)).toEqual(before);
    await target.close();
  });
});

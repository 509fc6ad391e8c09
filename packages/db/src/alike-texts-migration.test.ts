import type { PGlite } from '@electric-sql/pglite';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInMemory } from './embedded';
import { newId } from './schema/columns';
import { migrationsFolder } from './testing/migrations-folder';

const [seller, other] = [newId(), newId()];
let client: PGlite;

const SKUS: [owner: string, stored: string, migrated: string | null][] = [
  [seller, 'CAN\u200b-1', 'CAN-1'],
  [seller, 'CAFE\u0301\u00a0 2 ', 'CAFÉ 2'],
  [seller, 'kit-3', 'kit-3'],
  [seller, 'KIT\u00ad-3', 'KIT\u00ad-3'],
  [seller, 'PAR\u2060-4', 'PAR-4'],
  [seller, 'par\u200d-4', 'par\u200d-4'],
  [seller, '\u200b\u{e0020}', null],
  [seller, '\u00a0', null],
  [other, 'CAN-1\ufeff', 'CAN-1'],
];

beforeAll(async () => {
  client = await createInMemory();
  const migrations = readMigrationFiles({ migrationsFolder });
  const at = migrations.findIndex(({ sql }) => sql.join().includes('CREATE FUNCTION esteira_texto_igual'));
  const run = async (some: typeof migrations) => {
    await client.exec('BEGIN');
    for (const { sql } of some) for (const statement of sql) await client.exec(statement);
    await client.exec('COMMIT');
  };
  await run(migrations.slice(0, at));
  for (const id of [seller, other]) {
    await client.query(`INSERT INTO usuarios (id, nome, email, senha_hash) VALUES ($1, 'Ana', $2, 'h')`, [
      id,
      `${id}@x.com`,
    ]);
    await client.query(
      `INSERT INTO fornecedores (usuario_id, id, nome, contato, dados_pagamento)
       VALUES ($1, $1, $2, $3, $4)`,
      [id, ' Sa\u0303o\u00a0Jose\u0301\u200b', '\u200b', 'Pix:\u00a0 1\r\n\tBanco\u200b 2'],
    );
  }
  for (const [owner, sku] of SKUS) {
    await client.query(
      `INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, sku, preco_fornecedor, preco_venda_ml, estoque)
       VALUES ($1, $2, $1, $3, $4, 50, 100, 0)`,
      [owner, newId(), 'Kit\u00a0 👩‍👧\u200b', sku],
    );
  }
  await run(migrations.slice(at));
});
afterAll(() => client.close());

it('stored SKUs become what is typed today, unless two of a seller would be one', async () => {
  const { rows } = await client.query<{ sku: string | null }>('SELECT sku FROM produtos ORDER BY id');
  expect(rows.map(({ sku }) => sku)).toEqual(SKUS.map(([, , migrated]) => migrated));
});

it('stored names and texts become what is typed today, emoji and lines as they were', async () => {
  const names = await client.query(
    'SELECT DISTINCT nome, busca LIKE $1 AS found FROM produtos WHERE sku IS NULL',
    ['kit 👩‍👧%'],
  );
  expect(names.rows).toEqual([{ nome: 'Kit 👩‍👧', found: true }]);
  const suppliers = await client.query('SELECT DISTINCT nome, contato, dados_pagamento FROM fornecedores');
  expect(suppliers.rows).toEqual([
    { nome: 'São José', contato: null, dados_pagamento: 'Pix: 1\r\n\tBanco 2' },
  ]);
});

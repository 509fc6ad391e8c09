import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './database';
import { users } from './schema/accounts/users';
import { newId } from './schema/columns';
import { firstAccounts, marketplaceAccounts } from './schema/platform/marketplace-accounts';
import { openTestDatabase, type TestDatabase } from './testing';
import { insertOrders } from './testing/insert-orders';

let database: TestDatabase;
const usuario_id = newId();
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await db
    .insert(users)
    .values({ id: usuario_id, nome: 'Ana', email: 'ana@exemplo.com.br', senha_hash: 'x' });
  await db.insert(marketplaceAccounts).values(firstAccounts(usuario_id));
  const sold = { quantidade: 1, preco_venda: 30, preco_fornecedor: 10, fornecedor_nome: 'Desconhecido' };
  await insertOrders(db, {
    ...{ usuario_id, id: newId(), marketplace: 'amazon', ml_order_id: '1', produto_nome: 'Produto', ...sold },
  });
});
afterAll(() => database.close());

const SUMMED = new Error('the lines were summed up');

/** Makes an update where summing up lines fails; afterwards all is as before. */
async function update(set: string): Promise<void> {
  const undone = new Error('undone');
  const made = database.db.transaction(async (tx: Database) => {
    await tx.execute(sql`CREATE OR REPLACE FUNCTION somar_itens(novas pedidos[], velhas pedidos[], linhas itens_pedido[])
      RETURNS void LANGUAGE plpgsql AS $$ BEGIN RAISE 'the lines were summed up'; END $$`);
    await tx.execute(`UPDATE pedidos SET ${set}`).catch(() => Promise.reject(SUMMED));
    throw undone;
  });
  await made.catch((error: unknown) => (error === undone ? undefined : Promise.reject(error)));
}

it.each(["status = 'aprovado'", 'requer_atencao = true', "cliente_nome = 'Bia'", 'custos_cobrados = true'])(
  'a change of an order that no sum of its lines hangs on reads no lines: %s',
  async (set) => expect(await update(set)).toBeUndefined(),
);

it.each([
  "status = 'cancelado'",
  "criado_em = '2026-01-01'",
  'custos = 5',
  'preco_venda = 1',
  'preco_fornecedor = 1',
])('one that they hang on sums them up: %s', async (set) => expect(update(set)).rejects.toBe(SUMMED));

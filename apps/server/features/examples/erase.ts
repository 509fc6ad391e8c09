import { type Database, queryRows } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';

/**
 * Removes a seller's examples, in the caller's transaction. Their orders go for good, simulated ones that the seller
 * made among them, with the lines of the stock ledger; summaries and search follow by trigger. Suppliers and products
 * are marked as deleted like any other, so that whatever names them stays valid. What became real, and a supplier of
 * the seller's own products, stays and is no example any more.
 */
export async function eraseExamples(tx: Database, usuarioId: string): Promise<void> {
  const owner = sql`${usuarioId}::uuid`;
  const [held] = await queryRows(
    tx,
    sql`SELECT usuario_id FROM exemplos WHERE usuario_id = ${owner} AND apagado_em IS NULL FOR UPDATE`,
  );
  if (held === undefined) return;
  await lockExamples(tx, owner);
  await detachRealRows(tx, owner);
  await eraseOrders(tx, owner);
  await eraseProducts(tx, owner);
  await eraseSuppliers(tx, owner);
  await eraseSettings(tx, owner);
  await queryRows(tx, sql`UPDATE exemplos SET apagado_em = now() WHERE usuario_id = ${owner}`);
}

const exampleProducts = (owner: SQL) => sql`SELECT id FROM produtos WHERE usuario_id = ${owner} AND exemplo`;

/** In the order in which everybody locks: orders, then suppliers and products. */
async function lockExamples(tx: Database, owner: SQL): Promise<void> {
  await queryRows(
    tx,
    sql`SELECT id FROM pedidos WHERE usuario_id = ${owner} AND produto_id IN (${exampleProducts(owner)})
        ORDER BY id FOR UPDATE`,
  );
  await queryRows(
    tx,
    sql`SELECT id FROM fornecedores WHERE usuario_id = ${owner} AND exemplo ORDER BY id FOR UPDATE`,
  );
  await queryRows(tx, sql`${exampleProducts(owner)} ORDER BY id FOR UPDATE`);
}

/** On a real marketplace it is no example, whatever it began as. */
async function detachRealRows(tx: Database, owner: SQL): Promise<void> {
  await queryRows(
    tx,
    sql`UPDATE produtos p SET exemplo = false
        WHERE p.usuario_id = ${owner} AND p.exemplo AND (
          EXISTS (SELECT FROM anuncios a
            WHERE a.usuario_id = p.usuario_id AND a.produto_id = p.id AND a.modo = 'real')
          OR EXISTS (SELECT FROM pedidos o
            JOIN envios_pedido e ON e.usuario_id = o.usuario_id AND e.pedido_id = o.id
            WHERE o.usuario_id = p.usuario_id AND o.produto_id = p.id))`,
  );
}

/** A statement of its own finds the orders: also those that came in before the products were locked. */
async function eraseOrders(tx: Database, owner: SQL): Promise<void> {
  const theirs = sql`usuario_id = ${owner} AND produto_id IN (${exampleProducts(owner)})`;
  // So the sums of costs lose what is deleted.
  await queryRows(tx, sql`UPDATE pedidos SET custos = NULL WHERE ${theirs} AND custos IS NOT NULL`);
  await queryRows(
    tx,
    sql`SELECT apagar_dependentes('pedidos', ${owner}, coalesce(array_agg(id), '{}'))
        FROM pedidos WHERE ${theirs}`,
  );
  await queryRows(tx, sql`DELETE FROM pedidos WHERE ${theirs}`);
}

/** Without its ledger a product has no stock. */
async function eraseProducts(tx: Database, owner: SQL): Promise<void> {
  for (const table of ['movimentos_estoque', 'vendas_produtos', 'anuncios']) {
    await queryRows(
      tx,
      sql`DELETE FROM ${sql.raw(table)}
          WHERE usuario_id = ${owner} AND produto_id IN (${exampleProducts(owner)})`,
    );
  }
  await queryRows(
    tx,
    sql`UPDATE produtos SET excluido_em = coalesce(excluido_em, now()), estoque = 0, publicado_ml = false,
          publicado_amazon = false, exemplo = false
        WHERE usuario_id = ${owner} AND exemplo`,
  );
}

/** Settings of costs that came with the examples, while the seller has not changed them. */
async function eraseSettings(tx: Database, owner: SQL): Promise<void> {
  await queryRows(
    tx,
    sql`DELETE FROM custos_vendedor c USING exemplos e
        WHERE c.usuario_id = ${owner} AND e.usuario_id = ${owner} AND c.atualizado_em = e.preenchido_em`,
  );
}

async function eraseSuppliers(tx: Database, owner: SQL): Promise<void> {
  await queryRows(
    tx,
    sql`UPDATE fornecedores f SET excluido_em = coalesce(f.excluido_em, now()), contato = NULL, email = NULL,
          telefone = NULL, dados_pagamento = NULL
        WHERE f.usuario_id = ${owner} AND f.exemplo AND NOT EXISTS (
          SELECT FROM produtos p
          WHERE p.usuario_id = f.usuario_id AND p.fornecedor_id = f.id AND p.excluido_em IS NULL)`,
  );
  await queryRows(tx, sql`UPDATE fornecedores SET exemplo = false WHERE usuario_id = ${owner} AND exemplo`);
}

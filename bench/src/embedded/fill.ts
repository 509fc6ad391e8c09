import { setImmediate } from 'node:timers/promises';
import type { Database } from '@esteira/db/database';
import { openEmbedded } from '@esteira/db/embedded';
import { findContradictions } from '@esteira/db/testing/contradictions';
import { addMissingLines } from '@esteira/db/testing/insert-orders';
import { migrationsFolder } from '../harness/database';
import { orderNumber } from '../load/shape';

/** So many orders are written by one statement. */
const AT_ONCE = 1_000;
/** Orders come this many milliseconds after each other: 100,000 in a year. */
const APART_MS = 315_000;

interface Orders {
  sellerId: string;
  /** Numbers of the first of them and of the one behind the last: the number tells the time, the product and the buyer. */
  from: number;
  to: number;
}

/**
 * Writes orders that came in the past year into an embedded database that no server has open, as statements with all
 * triggers on. Every fiftieth is pending, the others were delivered, with one event each. Then looks whether what is
 * there contradicts itself.
 */
export async function addOrders(dataDir: string, { sellerId, from, to }: Orders): Promise<void> {
  const { db, close } = await openEmbedded({ dataDir, migrationsFolder, onLockLost: fail });
  try {
    for (let next = from; next < to; next += AT_ONCE) {
      await insert(db, { sellerId, from: next, to: Math.min(to, next + AT_ONCE) });
      // Its answers come within the same turn of the event loop, and the database's watchdog wants to see turns.
      await setImmediate();
    }
    await addMissingLines(db);
    const contradictions = await findContradictions(db, sellerId);
    if (contradictions.length > 0) throw new Error(contradictions.join('\n'));
  } finally {
    await close();
  }
}

function fail(error: Error): never {
  throw error;
}

const insert = (db: Database, { sellerId, from, to }: Orders) =>
  db.execute(`
    WITH vendaveis AS (
      SELECT p.*, f.nome AS fornecedor, row_number() OVER (ORDER BY p.id) - 1 AS posicao, count(*) OVER () AS total
      FROM produtos p JOIN fornecedores f ON f.usuario_id = p.usuario_id AND f.id = p.fornecedor_id
      WHERE p.usuario_id = '${sellerId}' AND p.estoque >= 50
    ), novos AS (
      INSERT INTO pedidos (usuario_id, id, status, marketplace, ml_order_id, produto_id, fornecedor_id, produto_nome,
        produto_sku, fornecedor_nome, quantidade, preco_venda, preco_fornecedor, cliente_nome, cliente_endereco, criado_em, atualizado_em)
      SELECT p.usuario_id,
        (lpad(to_hex(d.ms), 12, '0') || '7' || lpad(to_hex(d.n & 4095), 3, '0') || '8' || substr(md5(d.n::text), 1, 15))::uuid,
        CASE WHEN d.n % 50 = 0 THEN 'pendente' ELSE 'entregue' END,
        CASE WHEN d.n % 3 = 0 THEN 'amazon' ELSE 'mercadolivre' END,
        ${orderNumber('d.n')}, p.id, p.fornecedor_id, p.nome, p.sku, p.fornecedor, 1, p.preco_venda_ml, p.preco_fornecedor,
        'Cliente ' || d.n % 5000 || ' da Silva', 'Rua das Palmeiras, ' || d.n % 3000 || ' - Centro, São Paulo - SP, 01000-000',
        to_timestamp(d.ms / 1000.0), to_timestamp(d.ms / 1000.0)
      FROM (
        SELECT n, (extract(epoch FROM date_trunc('day', now()) - interval '366 days') * 1000)::bigint + n * ${APART_MS} AS ms
        FROM generate_series(${from}::bigint, ${to - 1}::bigint) n
      ) d
      JOIN vendaveis p ON p.posicao = d.n * 7919 % p.total
      ORDER BY d.ms
      RETURNING usuario_id, id, produto_id, quantidade, status, criado_em
    ), chegadas AS (
      INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para, criado_em)
      SELECT usuario_id, id, id, NULL, status, criado_em FROM novos
    ), movimentos AS (
      INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id, criado_em)
      SELECT usuario_id, produto_id, id, -quantidade, 'venda', id, criado_em FROM novos
    )
    UPDATE produtos p SET estoque = p.estoque - v.unidades
    FROM (SELECT usuario_id, produto_id, sum(quantidade)::int AS unidades FROM novos GROUP BY 1, 2) v
    WHERE p.usuario_id = v.usuario_id AND p.id = v.produto_id`);

import { type Database, queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import type { OrderStatus } from '@esteira/domain/order-machine';
import type { LiveChange } from '@esteira/validators/live';
import { type SQL, sql } from 'drizzle-orm';
import { isEntityId } from '../../core/ids';

/** Ids are ordered by time of writing, not of commit: look back this far for what was committed late. */
const OVERLAP_MS = 10_000;

/** Beyond this many changes at once the screen is told to read everything anew. */
const MOST_CHANGES = 200;

/**
 * Follows one user's changes. The first call only settles and tells where to start, unless `lastEventId` says where
 * an earlier connection ended; each call after it returns what was committed since, oldest first.
 */
export function createChangeFeed(db: Database, usuarioId: string, lastEventId: string | null | undefined) {
  const resumed = typeof lastEventId === 'string' && isEntityId(lastEventId);
  let cursor = resumed ? lastEventId : newId();
  let told: ReadonlySet<string> | null = resumed ? new Set([cursor]) : null;
  return async (): Promise<LiveChange[]> => {
    const rows = await queryRows<ChangeRow>(db, changesSince(usuarioId, lookBack(cursor)));
    const before = told;
    told = new Set(rows.map((row) => row.id));
    if (rows.length > MOST_CHANGES) {
      cursor = newId();
      return [{ id: cursor, tipo: 'tudo' }];
    }
    const last = rows.at(-1);
    if (last !== undefined && last.id > cursor) cursor = last.id;
    if (before === null) return [{ id: cursor, tipo: 'inicio' }];
    return rows.filter((row) => !before.has(row.id)).map(toChange);
  };
}

interface ChangeRow extends Record<string, unknown> {
  id: string;
  tipo: 'pedido' | 'estoque' | 'anuncio' | 'envio' | 'conexao';
  pedido_id: string | null;
  produto_id: string | null;
  ml_order_id: string | null;
  produto_nome: string | null;
  de: OrderStatus | null;
  para: OrderStatus | null;
}

function changesSince(usuarioId: string, cursor: string): SQL {
  return sql`
    SELECT e.id::text, 'pedido' AS tipo, e.pedido_id::text, NULL AS produto_id, p.ml_order_id, p.produto_nome, e.de, e.para
    FROM eventos_pedido e JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
    WHERE e.usuario_id = ${usuarioId}::uuid AND e.id > ${cursor}::uuid
    UNION ALL
    SELECT m.id::text, 'estoque', NULL, m.produto_id::text, NULL, NULL, NULL, NULL
    FROM movimentos_estoque m
    WHERE m.usuario_id = ${usuarioId}::uuid AND m.id > ${cursor}::uuid
    UNION ALL
    SELECT a.mudanca_id::text, 'anuncio', NULL, a.produto_id::text, NULL, NULL, NULL, NULL
    FROM anuncios a
    WHERE a.usuario_id = ${usuarioId}::uuid AND a.mudanca_id > ${cursor}::uuid
    UNION ALL
    SELECT v.mudanca_id::text, 'envio', v.pedido_id::text, NULL, NULL, NULL, NULL, NULL
    FROM envios_pedido v
    WHERE v.usuario_id = ${usuarioId}::uuid AND v.mudanca_id > ${cursor}::uuid
    UNION ALL
    SELECT c.mudanca_id::text, 'conexao', NULL, NULL, NULL, NULL, NULL, NULL
    FROM conexoes c
    WHERE c.usuario_id = ${usuarioId}::uuid AND c.mudanca_id > ${cursor}::uuid
    ORDER BY 1 LIMIT ${MOST_CHANGES + 1}`;
}

/** A UUIDv7 begins with its milliseconds. */
function lookBack(cursor: string): string {
  const written = Number.parseInt(cursor.replaceAll('-', '').slice(0, 12), 16);
  return newId(new Date(Math.max(0, written - OVERLAP_MS)));
}

function toChange({
  id,
  tipo,
  pedido_id,
  produto_id,
  ml_order_id,
  produto_nome,
  de,
  para,
}: ChangeRow): LiveChange {
  if (pedido_id !== null && para !== null) {
    const order = { pedido_id, ml_order_id: ml_order_id ?? '', produto_nome: produto_nome ?? '' };
    return { id, tipo: 'pedido', ...order, de, para };
  }
  if (tipo === 'conexao') return { id, tipo };
  if (tipo === 'envio') return { id, tipo, pedido_id: pedido_id ?? '' };
  return { id, tipo: tipo === 'anuncio' ? 'anuncio' : 'estoque', produto_id: produto_id ?? '' };
}

import { type Database, queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import type { LiveChange } from '@esteira/validators/live';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor';
import { isEntityId } from '../../core/ids';

/** Ids are ordered by time of writing, not of commit: look back this far for what was committed late. */
export const OVERLAP_MS = 10_000;

/** Beyond this many changes at once the screen is told to read everything again. */
const MAX_CHANGES = 200;

/**
 * Follows the changes of a seller's shop, and those of the person who watches. Each call returns what was committed since
 * the one before, oldest first; the first one since `lastEventId`, where an earlier connection ended. Without that it
 * returns what the screen may have been read too early for, and then where the stream begins.
 */
export function createChangeFeed(db: Database, actor: Actor, lastEventId: string | null | undefined) {
  const resumed = typeof lastEventId === 'string' && isEntityId(lastEventId);
  let cursor = resumed ? lastEventId : newId();
  let told: ReadonlySet<string> | null = resumed ? new Set([cursor]) : null;
  return async (): Promise<LiveChange[]> => {
    const rows = await queryRows<ChangeRow>(db, changesSince(actor, lookBack(cursor)));
    const before = told;
    told = new Set(rows.map((row) => row.id));
    const begin: LiveChange[] = before === null ? [{ id: newId(), tipo: 'inicio' }] : [];
    if (rows.length > MAX_CHANGES) {
      cursor = newId();
      return [{ id: cursor, tipo: 'tudo' }, ...begin];
    }
    const last = rows.at(-1);
    if (last !== undefined && last.id > cursor) cursor = last.id;
    return [...rows.filter((row) => !before?.has(row.id)).map(toChange), ...begin];
  };
}

interface ChangeRow extends Record<string, unknown> {
  id: string;
  tipo: 'pedido' | 'estoque' | 'anuncio' | 'envio' | 'conexao' | 'nota' | 'avisos' | 'tudo';
  pedido_id: string | null;
  produto_id: string | null;
  ml_order_id: string | null;
  produto_nome: string | null;
  de: OrderStatus | null;
  para: OrderStatus | null;
}

const OF_ORDER = 'pedido_id, NULL::uuid AS produto_id';
const OF_PRODUCT = 'NULL::uuid AS pedido_id, produto_id';
const OF_SHOP = 'NULL::uuid AS pedido_id, NULL::uuid AS produto_id';

/** Tables whose rows keep when they last changed in what is shown of them: `mudanca_id`, made by triggers. */
const MARKED_TABLES: readonly { table: string; kind: ChangeRow['tipo']; item: string }[] = [
  { table: 'anuncios', kind: 'anuncio', item: OF_PRODUCT },
  { table: 'envios_pedido', kind: 'envio', item: OF_ORDER },
  { table: 'etiquetas', kind: 'envio', item: OF_ORDER },
  { table: 'conexoes', kind: 'conexao', item: OF_SHOP },
  { table: 'notas_pedido', kind: 'nota', item: OF_ORDER },
  { table: 'exemplos', kind: 'tudo', item: OF_SHOP },
  { table: 'avisos_lidos', kind: 'avisos', item: OF_SHOP },
];

/** All tables that a feed reads, each with the column that orders its changes; their triggers announce what is written. */
export const CHANGE_LOGS: readonly { table: string; id: 'id' | 'mudanca_id' }[] = [
  { table: 'eventos_pedido', id: 'id' },
  { table: 'movimentos_estoque', id: 'id' },
  ...MARKED_TABLES.map(({ table }) => ({ table, id: 'mudanca_id' as const })),
];

/**
 * Each kind of change is read by its own index, and no further than what is told at most. All are the seller's, but up
 * to where notices were read, which is each person's own.
 */
function changesSince({ usuarioId, atorId }: Actor, cursor: string): SQL {
  const limit = MAX_CHANGES + 1;
  const marked = MARKED_TABLES.map(
    ({ table, kind, item }) => sql`
      UNION ALL (SELECT mudanca_id, ${sql.raw(`'${kind}', ${item}`)}, NULL, NULL, NULL, NULL
      FROM ${sql.raw(table)} WHERE usuario_id = ${kind === 'avisos' ? atorId : usuarioId}::uuid
        AND mudanca_id > ${cursor}::uuid
      ORDER BY mudanca_id LIMIT ${limit})`,
  );
  return sql`
    SELECT id::text, tipo, pedido_id::text, produto_id::text, ml_order_id, produto_nome, de, para FROM (
      (SELECT e.id, 'pedido' AS tipo, e.pedido_id, NULL::uuid AS produto_id, p.ml_order_id, p.produto_nome, e.de, e.para
      FROM eventos_pedido e JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
      WHERE e.usuario_id = ${usuarioId}::uuid AND e.id > ${cursor}::uuid ORDER BY e.id LIMIT ${limit})
      UNION ALL
      (SELECT id, 'estoque', NULL, produto_id, NULL, NULL, NULL, NULL FROM movimentos_estoque
      WHERE usuario_id = ${usuarioId}::uuid AND id > ${cursor}::uuid ORDER BY id LIMIT ${limit})
      ${sql.join(marked)}
    ) AS mudancas ORDER BY id LIMIT ${limit}`;
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
  if (tipo === 'conexao' || tipo === 'avisos' || tipo === 'tudo') return { id, tipo };
  if (tipo === 'envio' || tipo === 'nota') return { id, tipo, pedido_id: pedido_id ?? '' };
  return { id, tipo: tipo === 'anuncio' ? 'anuncio' : 'estoque', produto_id: produto_id ?? '' };
}

import type { Database } from '@esteira/db/database';
import { orders } from '@esteira/db/schema/orders';
import type { BuyerOrders } from '@esteira/validators/order-details';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';
import { selectCandidates } from '../list/candidates';
import { toOrderQuery } from '../list/order-query';
import { orderNotFound } from '../queries';

const MAX_SHOWN = 10;

/** Orders whose texts hold the name that are looked at. */
const MAX_CANDIDATES = 3000;

/** The search text holds the beginning of a long name only; what is looked for lies well inside. */
const MAX_NAME = 100;

/** The rarest words of a name tend to be its longest, and three of them leave few orders to look at. */
const MAX_WORDS = 3;

/**
 * The other orders of an order's buyer, newest first. One buyer is who has the same name and the same address on the
 * same marketplace, whatever case, accents and blanks they are written with; whose data are hidden has none. Fails
 * with `not_found`.
 */
export async function listOrdersOfBuyer(db: Database, usuarioId: string, id: string): Promise<BuyerOrders> {
  const { marketplace, cliente_nome, cliente_endereco } = orders;
  const [order] = isEntityId(id)
    ? await db
        .select({ marketplace, cliente_nome, cliente_endereco })
        .from(orders)
        .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, id)))
    : [];
  if (order === undefined) throw orderNotFound();
  const busca = toSearch(order.cliente_nome ?? '');
  if (busca === '' || order.cliente_endereco === null) return { itens: [], tem_mais: false };
  const same = sql`
    WITH achados AS MATERIALIZED (${selectCandidates(toOrderQuery(usuarioId, { busca }), MAX_CANDIDATES)})
    SELECT p.id FROM achados CROSS JOIN LATERAL (
      SELECT o.id FROM pedidos o
      WHERE o.usuario_id = ${usuarioId}::uuid AND o.id = achados.pedido_id AND o.id <> ${id}::uuid
        AND o.marketplace = ${order.marketplace}::text
        AND ${normalised(sql`o.cliente_nome`)} = ${normalised(sql`${order.cliente_nome}::text`)}
        AND ${normalised(sql`o.cliente_endereco`)} = ${normalised(sql`${order.cliente_endereco}::text`)}
      OFFSET 0
    ) p
    ORDER BY p.id DESC LIMIT ${MAX_SHOWN + 1}`;
  const found = await readOrders(db, usuarioId, same);
  return { itens: found.slice(0, MAX_SHOWN), tem_mais: found.length > MAX_SHOWN };
}

/** Words by which orders of that name are found; a last word that was cut would be found in none. */
function toSearch(name: string): string {
  const words = name.slice(0, MAX_NAME).split(/\s+/).filter(Boolean);
  if (name.length > MAX_NAME && words.length > 1) words.pop();
  return words
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS)
    .join(' ');
}

const normalised = (text: SQL) => sql`btrim(regexp_replace(esteira_normalizar(${text}), '\\s+', ' ', 'g'))`;

function readOrders(db: Database, usuarioId: string, ids: SQL): Promise<BuyerOrders['itens']> {
  const { id, ml_order_id, produto_nome, status, preco_venda, criado_em } = orders;
  return db
    .select({ id, ml_order_id, produto_nome, status, preco_venda, criado_em })
    .from(orders)
    .innerJoin(sql`(${ids}) AS achado`, sql`achado.id = ${id}`)
    .where(eq(orders.usuario_id, usuarioId))
    .orderBy(desc(id));
}

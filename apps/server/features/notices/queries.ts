import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { buyersRead } from '@esteira/db/schema/accounts/buyers-read';
import { users } from '@esteira/db/schema/accounts/users';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { orderEvents } from '@esteira/db/schema/orders/order-events';
import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import { accountNameOf } from '@esteira/db/schema/platform/marketplace-accounts';
import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { DAY_MS } from '@esteira/domain/durations';
import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import { getAttentionMessage } from '@esteira/domain/orders/order-attention';
import { LOW_STOCK_LIMIT } from '@esteira/domain/products/stock';
import type { Notice } from '@esteira/validators/accounts/notices';
import { and, desc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { nameReader } from '../../core/activity/buyers-read';
import type { Actor } from '../../core/actor';

/** Which notices are asked for: those later than a moment, and how many of the newest of each kind. */
export interface NoticeRequest extends Actor {
  since: string;
  limit: number;
}

/**
 * The newest notices of each kind. They are no rows of their own: each kind is read from the rows that it tells of, by
 * an index of these and no further than what is asked for (docs/decisions/0017).
 */
export async function listNewest(db: Database, request: NoticeRequest): Promise<Notice[]> {
  const arrivals = await listArrivals(db, request);
  const kinds = [
    listSales(db, request, arrivals),
    listLowStock(db, request, arrivals),
    ...[listAttention, listFailedPublications, listRefusedAccounts].map((list) => list(db, request)),
  ];
  // What people of a team read is for the owner.
  if (request.atorId === request.usuarioId) kinds.push(listUnusualReadings(db, request));
  return (await Promise.all(kinds)).flat();
}

/** When the orders that came in last did so, by id: by their first events, because one that is read late was sold before. */
type Arrivals = ReadonlyMap<string, string>;

async function listArrivals(db: Database, { usuarioId, since, limit }: NoticeRequest): Promise<Arrivals> {
  const { usuario_id, pedido_id, id, de, criado_em } = orderEvents;
  const rows = await db
    .select({ pedido_id, criado_em })
    .from(orderEvents)
    .where(and(eq(usuario_id, usuarioId), isNull(de), gt(id, toId(since, -DAY_MS)), gt(criado_em, since)))
    .orderBy(desc(id))
    .limit(limit);
  return new Map(rows.map((event) => [event.pedido_id, event.criado_em]));
}

async function listSales(db: Database, { usuarioId }: NoticeRequest, arrivals: Arrivals): Promise<Notice[]> {
  const { id, marketplace, ml_order_id, produto_nome, preco_venda } = orders;
  const rows = await db
    .select({
      ...{ pedido_id: id, marketplace, ml_order_id, produto_nome, preco_venda },
      conta: accountNameOf(orders),
    })
    .from(orders)
    .where(and(eq(orders.usuario_id, usuarioId), inArray(id, [...arrivals.keys()])));
  return rows.map((order) => ({
    ...{ id: `venda-${order.pedido_id}`, tipo: 'venda', em: arrivals.get(order.pedido_id) ?? '' },
    ...order,
  }));
}

async function listAttention(db: Database, { usuarioId, since, limit }: NoticeRequest): Promise<Notice[]> {
  const { pedido_id, codigo, detalhe, desde } = orderAttention;
  const { ml_order_id, produto_nome } = orders;
  const rows = await db
    .select({ pedido_id, codigo, detalhe, em: desde, ml_order_id, produto_nome })
    .from(orderAttention)
    .innerJoin(orders, and(eq(orders.usuario_id, orderAttention.usuario_id), eq(orders.id, pedido_id)))
    .where(and(eq(orderAttention.usuario_id, usuarioId), gt(desde, since)))
    .orderBy(desc(desde))
    .limit(limit);
  return rows.map(({ detalhe, ...reason }) => ({
    id: `atencao-${reason.pedido_id}-${reason.codigo}`,
    tipo: 'atencao',
    mensagem: getAttentionMessage({ codigo: reason.codigo, detalhe }),
    ...reason,
  }));
}

/** Of real listings: the simulation answers at once. They changed at the moment that their `mudanca_id` begins with. */
async function listFailedPublications(db: Database, request: NoticeRequest): Promise<Notice[]> {
  const { usuarioId, since, limit } = request;
  const { produto_id, marketplace, conta_id, motivo, mudanca_id } = listings;
  const isOwn = eq(listings.usuario_id, usuarioId);
  const isOfProduct = and(eq(products.usuario_id, listings.usuario_id), eq(products.id, produto_id));
  const rows = await db
    .select({
      ...{ produto_id, marketplace, conta_id, motivo, mudanca_id, produto_nome: products.nome },
      conta: accountNameOf(listings),
    })
    .from(listings)
    .innerJoin(products, and(isOfProduct, isNull(products.excluido_em)))
    .where(and(isOwn, eq(listings.status, 'erro'), gte(mudanca_id, toId(since, 1))))
    .orderBy(desc(mudanca_id))
    .limit(limit);
  return rows.map(({ mudanca_id, conta_id, ...listing }) => ({
    id: [
      'publicacao',
      listing.produto_id,
      listing.marketplace,
      ...(conta_id === FIRST_ACCOUNT ? [] : [conta_id]),
    ].join('-'),
    tipo: 'publicacao',
    em: toInstant(mudanca_id),
    ...listing,
  }));
}

/**
 * Products that a sale brought below the limit and that are below it still. An older crossing than that of the newest
 * orders would stand behind their sales anyway, so that only these orders are looked at.
 */
async function listLowStock(
  db: Database,
  { usuarioId }: NoticeRequest,
  arrivals: Arrivals,
): Promise<Notice[]> {
  const { produto_id, id, quantidade, pedido_id, criado_em } = stockMovements;
  const { nome, estoque } = products;
  const other = alias(stockMovements, 'posteriores');
  const later = db
    .select({ units: total(other.quantidade).as('unidades') })
    .from(other)
    .where(and(eq(other.usuario_id, usuarioId), eq(other.produto_id, produto_id), gt(other.id, id)))
    .as('depois');
  const left = sql`${estoque} - ${later.units}`;
  const rows = await db
    .selectDistinctOn([produto_id], { id, produto_id, em: criado_em, produto_nome: nome, estoque })
    .from(stockMovements)
    .innerJoin(products, and(eq(products.usuario_id, usuarioId), eq(products.id, produto_id)))
    .crossJoinLateral(later)
    .where(
      and(
        eq(stockMovements.usuario_id, usuarioId),
        inArray(pedido_id, [...arrivals.keys()]),
        eq(stockMovements.motivo, 'venda'),
        isNull(products.excluido_em),
        lt(estoque, LOW_STOCK_LIMIT),
        lt(left, LOW_STOCK_LIMIT),
        gte(sql`${left} - ${quantidade}`, LOW_STOCK_LIMIT),
      ),
    )
    .orderBy(produto_id, desc(id));
  return rows.map(({ id, ...product }) => ({ id: `estoque-${id}`, tipo: 'estoque', ...product }));
}

async function listRefusedAccounts(db: Database, { usuarioId, since }: NoticeRequest): Promise<Notice[]> {
  const { marketplace, mudanca_id } = connections;
  const isOwn = eq(connections.usuario_id, usuarioId);
  const rows = await db
    .select({ marketplace, mudanca_id, conta: accountNameOf(connections) })
    .from(connections)
    .where(and(isOwn, eq(connections.status, 'reconectar'), gte(mudanca_id, toId(since, 1))));
  return rows.map(({ mudanca_id, ...account }) => ({
    id: `conexao-${account.marketplace}-${mudanca_id}`,
    tipo: 'conexao',
    em: toInstant(mudanca_id),
    ...account,
  }));
}

async function listUnusualReadings(db: Database, request: NoticeRequest): Promise<Notice[]> {
  const { usuario_id, autor_id, chave_nome, pedidos, avisado_em } = buyersRead;
  const rows = await db
    .select({ autor_id, chave_nome, pessoa: users.nome, pedidos, em: avisado_em })
    .from(buyersRead)
    .leftJoin(users, eq(users.id, autor_id))
    .where(and(eq(usuario_id, request.usuarioId), gt(avisado_em, request.since)))
    .orderBy(desc(avisado_em))
    .limit(request.limit);
  return rows.map(({ autor_id, pedidos, em, ...reader }) => ({
    ...{ id: `leitura-${autor_id}-${em}`, tipo: 'leitura', em: em ?? '' },
    ...{ nome: nameReader(reader), pedidos },
  }));
}

/** The moment that a UUIDv7 begins with. */
const toInstant = (id: string | null) =>
  new Date(Number.parseInt((id ?? '').replaceAll('-', '').slice(0, 12), 16)).toISOString();

/** The first id of a moment: of so many milliseconds after it, or before. */
function toId(instant: string, plusMs: number): string {
  const ms = Math.max(0, Date.parse(instant) + plusMs);
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

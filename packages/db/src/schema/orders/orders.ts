import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ENDED_STATUSES } from '@esteira/domain/orders/buyer-retention';
import { ORDER_STATUSES, UNSHIPPED_STATUSES } from '@esteira/domain/orders/order-machine';
import { isNotNull, type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  type ExtraConfigColumn,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/users';
import { accountId, belongsTo, id, inList, insertedAt, instant, isInList, money, ownerId } from '../columns';
import { belongsToAccount } from '../platform/marketplace-accounts';
import { products } from '../products/products';
import { suppliers } from '../products/suppliers';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Amounts are totals of the order; names are a snapshot of the moment of sale. */
export const orders = pgTable(
  'pedidos',
  {
    usuario_id: ownerId().references(() => users.id),
    id: id(),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pendente'),
    marketplace: text({ enum: MARKETPLACES }).notNull(),
    /** The account that sold it. */
    conta_id: accountId(),
    ml_order_id: text().notNull(),
    produto_id: uuid(),
    fornecedor_id: uuid(),
    produto_nome: text().notNull(),
    produto_sku: text(),
    fornecedor_nome: text().notNull(),
    quantidade: integer().notNull(),
    preco_venda: money().notNull(),
    preco_fornecedor: money().notNull(),
    lucro: money()
      .generatedAlwaysAs((): SQL => sql`preco_venda - preco_fornecedor`)
      .notNull(),
    /** The sum of what `fatos_custos_pedido` says; null while a cost is not known, or none was looked at. */
    custos: money(),
    /** Whether all that the marketplace takes of it was charged. */
    custos_cobrados: boolean().notNull().default(false),
    /** Null where the marketplace does not tell the buyer's name or address, and once they were erased. */
    cliente_nome: text(),
    cliente_endereco: text(),
    /** When what was known of the buyer was erased. */
    comprador_apagado_em: instant(),
    /** Whether a reason is open in `atencoes_pedido`; a trigger there sets it. */
    requer_atencao: boolean().notNull().default(false),
    tem_etiqueta: boolean().notNull().default(false),
    /** When its label was first handed out to be printed. */
    etiqueta_impressa_em: instant(),
    /** Until when the parcel must be on its way; null where the marketplace does not tell, or it has left. */
    despachar_ate: instant(),
    /** Until when its buyer was promised it; once it left and nothing was promised, a month later. Amazon only. */
    entregar_ate: instant(),
    /** Since when it is delivered or cancelled: nothing else moves it. Null before the job looked at an order of an older version. */
    terminado_em: instant(),
    /** The marketplace sends it from its own warehouse (Full, FBA): it has no stock and no step of the seller's. */
    enviado_pelo_marketplace: boolean().notNull().default(false),
    /** Names, SKUs and suppliers of the further lines, by which the order is found too; null of one line. */
    outros_itens: text(),
    /** The words that an order is found by; the function says how they are written. */
    palavras: tsvector()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`esteira_palavras(usuario_id, ml_order_id || ' ' || coalesce(produto_sku, '') || ' ' || left(coalesce(cliente_nome, ''), 120) || ' ' || produto_nome || ' ' || fornecedor_nome || coalesce(' ' || outros_itens, ''))`,
      ),
    /** A digest of marketplace, name and address, whatever case, accents and blanks; null where one is hidden. */
    comprador: uuid().generatedAlwaysAs(
      (): SQL => sql`esteira_comprador(marketplace, cliente_nome, cliente_endereco)`,
    ),
    /** When it was sold: the moment of the id, but for milliseconds. A period of days is looked up by id. */
    criado_em: insertedAt(),
    atualizado_em: insertedAt(),
  },
  (t) => [
    primaryKey({ name: 'pedidos_pk', columns: [t.usuario_id, t.id] }),
    uniqueIndex('pedidos_numero_unico').on(t.usuario_id, t.marketplace, t.ml_order_id),
    ...listIndices(t),
    belongsToAccount('pedidos_conta_fk', t),
    belongsTo('pedidos_produto_fk', [t.usuario_id, t.produto_id], products),
    belongsTo('pedidos_fornecedor_fk', [t.usuario_id, t.fornecedor_id], suppliers),
    check('pedidos_quantidade_positiva', sql`${t.quantidade} > 0`),
    check('pedidos_valores_validos', sql`${t.preco_venda} >= 0 AND ${t.preco_fornecedor} >= 0`),
    check('pedidos_marketplace_conhecido', inList(t.marketplace, MARKETPLACES)),
    check('pedidos_status_conhecido', inList(t.status, ORDER_STATUSES)),
  ],
);

/** What lists of orders are read from, sorted as they are. Behind the id stands what they are filtered by. */
function listIndices(t: Record<ListColumn, ExtraConfigColumn>) {
  const filtered = [t.marketplace, t.requer_atencao, t.criado_em];
  const amounts = [t.preco_venda, t.lucro];
  const byAmount = [t.id, t.status, ...filtered, t.fornecedor_id];
  const byStatus = [t.status, t.id, ...filtered];
  return [
    index('pedidos_por_status').on(t.usuario_id, ...byStatus, t.fornecedor_id, ...amounts),
    index('pedidos_com_atencao').on(t.usuario_id, t.status, t.id).where(sql`requer_atencao`),
    index('pedidos_por_valor').on(t.usuario_id, t.preco_venda, ...byAmount),
    index('pedidos_por_lucro').on(t.usuario_id, t.lucro, ...byAmount),
    index('pedidos_por_prazo')
      .on(t.usuario_id, t.status, deadlineOf(sql`despachar_ate`), t.id, ...filtered, t.fornecedor_id)
      .where(IS_UNSHIPPED),
    index('pedidos_a_imprimir')
      .on(t.usuario_id, t.status, t.id)
      .where(sql`tem_etiqueta AND etiqueta_impressa_em IS NULL AND ${IS_UNSHIPPED}`),
    index('pedidos_por_palavra').using('gin', t.palavras).with({ fastupdate: false }),
    index('pedidos_por_comprador').on(t.usuario_id, t.comprador, t.id).where(isNotNull(t.comprador)),
    // Orders enter it when they end: a sale does not write it.
    index('pedidos_com_comprador').on(t.marketplace, t.terminado_em).where(HAS_ENDED_BUYER),
    index('pedidos_amazon_com_comprador')
      .on(t.criado_em)
      .where(sql`marketplace = 'amazon' AND comprador_apagado_em IS NULL`),
  ];
}

/** Orders that are shipped or cancelled have no deadline and need no label: they are in neither index. */
const IS_UNSHIPPED = isInList('status', UNSHIPPED_STATUSES);

/** Of a table or its alias `pedidos`: the order has ended, and its buyer was not erased yet. */
const HAS_ENDED_BUYER = sql`${isInList('status', ENDED_STATUSES)} AND comprador_apagado_em IS NULL`;

/** The deadline as lists are sorted by it, and its index is: an order without one comes behind all others. */
export function deadlineOf(column: SQL): SQL {
  return sql`coalesce(${column}, '9999-12-31 00:00:00+00'::timestamp with time zone)`;
}

type ListColumn =
  | 'usuario_id'
  | 'terminado_em'
  | 'id'
  | 'status'
  | 'marketplace'
  | 'fornecedor_id'
  | 'requer_atencao'
  | 'criado_em'
  | 'preco_venda'
  | 'lucro'
  | 'palavras'
  | 'comprador';

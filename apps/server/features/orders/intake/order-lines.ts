import type { Database } from '@esteira/db/database';
import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { toCents } from '@esteira/domain/money';
import type { AttentionReason } from '@esteira/domain/orders/order-attention';
import { toPlainIdentifier } from '@esteira/domain/text/plain-text';
import type { ExternalOrder, ExternalOrderItem } from '@esteira/marketplaces/port';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type NewLine, type SoldProduct, toLine } from '../sale';

/** Which of a seller's accounts on the marketplace of an order. */
export interface AccountOfSeller {
  usuarioId: string;
  contaId: number;
}

/**
 * The lines of an order with the products of their listings. Which product a variation is of, its listing does not tell:
 * only its SKU does.
 */
export async function findLines(
  db: Database,
  account: AccountOfSeller,
  order: ExternalOrder,
): Promise<NewLine[]> {
  const [listed, varied] = [
    await findListed(db, account, order),
    await findVaried(db, account.usuarioId, order.itens.filter(isVaried)),
  ];
  // As the marketplace writes the listing's id, or else as Esteira does.
  const find = ({ id_externo: address }: ExternalOrderItem) =>
    listed.get(address) ?? listed.get(toPlainIdentifier(address)) ?? null;
  return order.itens.map((item) =>
    toLine(item, isVaried(item) ? (varied.get(toSku(item)) ?? null) : find(item)),
  );
}

const isVaried = ({ variacao_externa }: ExternalOrderItem) => variacao_externa !== undefined;
const toSku = ({ sku }: ExternalOrderItem) => toPlainIdentifier(sku ?? '').toLowerCase();

const { id, nome, sku, fornecedor_id, preco_fornecedor } = products;
const soldColumns = { id, nome, sku, fornecedor_id, fornecedor_nome: suppliers.nome, preco_fornecedor };

type SoldRow = Omit<SoldProduct, 'custo'> & { preco_fornecedor: number };

const toSold = ({ preco_fornecedor: cost, ...product }: SoldRow): SoldProduct => ({
  ...product,
  custo: toCents(cost),
});

async function findVaried(db: Database, usuarioId: string, items: readonly ExternalOrderItem[]) {
  const skus = items.map(toSku).filter((text) => text !== '');
  if (skus.length === 0) return new Map<string, SoldProduct>();
  const lowered = sql<string>`lower(${products.sku})`;
  const rows = await db
    .select({ address: lowered, ...soldColumns })
    .from(products)
    .innerJoin(suppliers, and(eq(suppliers.usuario_id, products.usuario_id), eq(suppliers.id, fornecedor_id)))
    .where(and(eq(products.usuario_id, usuarioId), inArray(lowered, skus), isNull(products.excluido_em)));
  return new Map(rows.map(({ address, ...row }) => [address, toSold(row)]));
}

async function findListed(db: Database, { usuarioId, contaId }: AccountOfSeller, order: ExternalOrder) {
  const { id_externo } = listings;
  const rows = await db
    .select({ address: id_externo, ...soldColumns })
    .from(listings)
    .innerJoin(products, and(eq(products.usuario_id, listings.usuario_id), eq(id, listings.produto_id)))
    .innerJoin(suppliers, and(eq(suppliers.usuario_id, products.usuario_id), eq(suppliers.id, fornecedor_id)))
    .where(
      and(
        eq(listings.usuario_id, usuarioId),
        eq(listings.marketplace, order.marketplace),
        eq(listings.conta_id, contaId),
        inArray(
          id_externo,
          order.itens.flatMap((item) => [item.id_externo, toPlainIdentifier(item.id_externo)]),
        ),
      ),
    );
  return new Map(rows.map(({ address, ...row }) => [address, toSold(row)]));
}

/** What is missing of an order of several items, by name. `short` are the ids of the products that have too little stock. */
export function getItemReasons(lines: readonly NewLine[], short: readonly string[]): AttentionReason[] {
  const unknown = lines.flatMap(({ produto_id, produto_nome }) => (produto_id === null ? produto_nome : []));
  const reasons: AttentionReason[] = [];
  const named = short.flatMap((id) => lines.find(({ produto_id }) => produto_id === id)?.produto_nome ?? []);
  if (short.length > 0) reasons.push({ codigo: 'sem_estoque', detalhe: named.join(', ') || null });
  if (unknown.length > 0) reasons.push({ codigo: 'sem_anuncio', detalhe: unknown.join(', ') });
  return reasons;
}

/** The same of an order of one item, which names no product. */
export function getSingleReasons(isKnown: boolean, short: readonly string[]): AttentionReason[] {
  if (!isKnown) return [{ codigo: 'sem_anuncio', detalhe: null }];
  return short.length > 0 ? [{ codigo: 'sem_estoque', detalhe: null }] : [];
}

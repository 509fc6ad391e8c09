import type { Database } from '@esteira/db/database';
import { total } from '@esteira/db/expressions';
import { IS_LINE_OF_ORDER, orderLines } from '@esteira/db/schema/orders/order-lines';
import { orders } from '@esteira/db/schema/orders/orders';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { fromCents } from '@esteira/domain/money';
import { describeBuyer } from '@esteira/domain/orders/buyer-retention';
import { countUnits, MAX_PURCHASE_ORDERS, sumCosts } from '@esteira/domain/purchasing/purchase-list';
import type {
  PurchaseGroup,
  PurchaseList,
  PurchaseOrder,
  PurchasePageInput,
} from '@esteira/validators/products/purchasing';
import type { Supplier } from '@esteira/validators/products/supplier';
import { and, asc, countDistinct, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import type { Account } from '../../core/security/session-user';
import { IS_HELD, openReasons, toHold } from '../orders/attention/hold';
import { isOfSupplier } from '../orders/list/order-query';
import { isToPay, isToSend, itsSteps, type Steps } from '../orders/parts/open-parts';
import { labelAddress } from '../shipping/labels/label-link';
import { renderPurchasePdf } from './pdf';

/** What a seller has to send to a supplier and to pay, and how. Fails with `not_found` for another seller's supplier. */
export async function getPurchaseList(
  deps: Deps,
  usuarioId: string,
  fornecedorId: string,
): Promise<PurchaseList> {
  const fornecedor = await findSupplier(deps.db, usuarioId, fornecedorId);
  if (fornecedor === null) throw new AppError('not_found', 'Fornecedor não encontrado');
  const key = { usuarioId, fornecedorId };
  return {
    fornecedor,
    enviar: await readGroup(deps, key, isToSend),
    pagar: await readGroup(deps, key, isToPay),
  };
}

/** The chosen orders of a supplier as a PDF, in base64; those that are not the supplier's are left out. */
export async function makePurchasePdf(
  deps: Deps,
  seller: Pick<Account, 'id' | 'nome' | 'nome_loja'>,
  { fornecedor_id, pedidos, incluir_atencao }: PurchasePageInput,
): Promise<{ base64: string }> {
  const supplier = await findSupplier(deps.db, seller.id, fornecedor_id);
  if (supplier === null) throw new AppError('not_found', 'Fornecedor não encontrado');
  const key = { usuarioId: seller.id, fornecedorId: fornecedor_id };
  const chosen = await readPurchaseOrders(deps, key, {
    where: and(inArray(orders.id, pedidos.filter(isEntityId)), incluir_atencao ? undefined : not(IS_HELD)),
    limit: pedidos.length,
  });
  if (chosen.length === 0) throw new AppError('not_found', 'Pedido não encontrado');
  const pdf = await renderPurchasePdf({
    ...{ supplier: supplier.nome, seller: seller.nome_loja ?? seller.nome },
    ...{ orders: chosen, now: deps.clock() },
  });
  return { base64: pdf.toString('base64') };
}

/** A deleted one too, as long as orders of it are open; of that only the name is left. */
async function findSupplier(db: Database, usuarioId: string, id: string): Promise<Supplier | null> {
  if (!isEntityId(id)) return null;
  const { nome, contato, email, telefone, dados_pagamento } = suppliers;
  const [found] = await db
    .select({ id: suppliers.id, nome, contato, email, telefone, dados_pagamento })
    .from(suppliers)
    .where(and(eq(suppliers.usuario_id, usuarioId), eq(suppliers.id, id)));
  return found ?? null;
}

/** A seller's supplier. */
export interface SupplierKey {
  usuarioId: string;
  fornecedorId: string;
}

async function readGroup(
  deps: Deps,
  key: SupplierKey,
  isOpen: (steps: Steps) => SQL | undefined,
): Promise<PurchaseGroup> {
  const where = isOpen(itsSteps(sql`${key.fornecedorId}::uuid`));
  const pedidos = await readPurchaseOrders(deps, key, {
    where,
    limit: MAX_PURCHASE_ORDERS,
  });
  // Counted by themselves only where there are more: what is read in one statement cannot contradict itself.
  if (pedidos.length < MAX_PURCHASE_ORDERS) {
    return { pedidos, total_pedidos: pedidos.length, total: sumCosts(pedidos) };
  }
  const [sum] = await deps.db
    .select({ pedidos: countDistinct(orders.id), cents: total(orderLines.preco_fornecedor) })
    .from(orders)
    .innerJoin(orderLines, and(IS_LINE_OF_ORDER, eq(orderLines.fornecedor_id, key.fornecedorId)))
    .where(and(eq(orders.usuario_id, key.usuarioId), where));
  return { pedidos, total_pedidos: sum?.pedidos ?? 0, total: fromCents(sum?.cents ?? 0) };
}

interface OrdersToRead {
  where: SQL | undefined;
  limit: number;
}

/** Looked up row by row; amounts in cents. */
const linesOf = (fornecedorId: string) =>
  sql<PurchaseOrder['itens']>`(SELECT json_agg(${orderLines} ORDER BY ${orderLines.numero}) FROM ${orderLines}
    WHERE ${and(IS_LINE_OF_ORDER, eq(orderLines.fornecedor_id, fornecedorId))})`;

/** What a supplier is asked for of the seller's orders, oldest first: orders that have a line of it, with these lines. */
export async function readPurchaseOrders(
  deps: Deps,
  { usuarioId, fornecedorId }: SupplierKey,
  { where, limit }: OrdersToRead,
): Promise<(PurchaseOrder & Pick<typeof orders.$inferSelect, 'status' | 'enviado_pelo_marketplace'>)[]> {
  const rows = await deps.db
    .select({
      id: orders.id,
      status: orders.status,
      enviado_pelo_marketplace: orders.enviado_pelo_marketplace,
      marketplace: orders.marketplace,
      ml_order_id: orders.ml_order_id,
      itens: linesOf(fornecedorId),
      cliente_nome: orders.cliente_nome,
      cliente_endereco: orders.cliente_endereco,
      comprador_apagado_em: orders.comprador_apagado_em,
      tem_etiqueta: orders.tem_etiqueta,
      requer_atencao: orders.requer_atencao,
      atencoes: openReasons,
      criado_em: orders.criado_em,
    })
    .from(orders)
    .where(and(eq(orders.usuario_id, usuarioId), isOfSupplier(usuarioId, fornecedorId), where))
    .orderBy(asc(orders.id))
    .limit(limit);
  return rows.map(({ tem_etiqueta, comprador_apagado_em, itens, atencoes, ...row }) => ({
    ...row,
    retido: toHold(atencoes),
    ...sumLines(itens.map(toLine)),
    cliente_nome: describeBuyer(row.cliente_nome, comprador_apagado_em),
    cliente_endereco: describeBuyer(row.cliente_endereco, comprador_apagado_em),
    etiqueta_ml_url: tem_etiqueta ? labelAddress(deps, { usuarioId, pedidoId: row.id }) : null,
  }));
}

type Line = PurchaseOrder['itens'][number];

function toLine({ produto_nome, produto_sku, quantidade, preco_fornecedor }: Line): Line {
  return { produto_nome, produto_sku, quantidade, preco_fornecedor: fromCents(preco_fornecedor) };
}

/** A supplier's lines of an order, with the product of the first one and the sums of all. */
function sumLines(itens: Line[]) {
  return {
    ...{ produto_nome: itens[0]?.produto_nome ?? '', produto_sku: itens[0]?.produto_sku ?? null },
    ...{ quantidade: countUnits(itens), preco_fornecedor: sumCosts(itens), itens },
  };
}

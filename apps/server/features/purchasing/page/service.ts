import type { Database } from '@esteira/db/database';
import { sellerName, users } from '@esteira/db/schema/accounts/users';
import { orders } from '@esteira/db/schema/orders/orders';
import { purchasePages } from '@esteira/db/schema/products/purchase-pages';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { HOUR_MS } from '@esteira/domain/durations';
import type { PurchasePage, PurchasePageInput } from '@esteira/validators/products/purchasing';
import { and, asc, desc, eq, gt, inArray, isNull, lt, not } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { consumeOrRefuse } from '../../../core/limits/rate-limit';
import { IS_HELD } from '../../orders/attention/hold';
import { isOfSupplier } from '../../orders/list/order-query';
import { readPurchaseOrders } from '../list';

/** How long a supplier can open a page. */
export const PAGE_VALID_MS = 72 * HOUR_MS;

/** How many pages a seller may make in an hour: each is an open door to buyers' addresses. */
export const MAX_PAGES_PER_HOUR = 120;

export interface PageKey {
  usuarioId: string;
  id: string;
}

export function pagePath({ usuarioId, id }: PageKey): string {
  return `/api/compras/paginas/${usuarioId}/${id}`;
}

/** Makes a page that shows exactly these orders of a supplier; those that are not the supplier's are left out. */
export async function createPage(
  deps: Deps,
  usuarioId: string,
  { fornecedor_id, pedidos, incluir_atencao }: PurchasePageInput,
): Promise<PurchasePage> {
  const { db, clock } = deps;
  await requireSupplier(db, usuarioId, fornecedor_id);
  const key = deps.digest(`pagina-fornecedor:${usuarioId}`);
  await consumeOrRefuse(deps, { key, max: MAX_PAGES_PER_HOUR, windowMs: HOUR_MS });
  const theirs = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.usuario_id, usuarioId),
        isOfSupplier(usuarioId, fornecedor_id),
        inArray(orders.id, [...new Set(pedidos)].filter(isEntityId)),
        incluir_atencao ? undefined : not(IS_HELD),
      ),
    )
    .orderBy(asc(orders.id));
  if (theirs.length === 0) throw new AppError('not_found', 'Pedido não encontrado');
  await forgetOldPages(db, usuarioId, clock());
  const expira_em = new Date(clock().getTime() + PAGE_VALID_MS).toISOString();
  const [made] = await db
    .insert(purchasePages)
    .values({ usuario_id: usuarioId, fornecedor_id, pedidos: theirs.map(({ id }) => id), expira_em })
    .returning({ id: purchasePages.id });
  if (made === undefined) throw new Error('the insert returned no row');
  return toPage(deps, usuarioId, { id: made.id, expira_em });
}

/** The pages of a supplier that still open, newest first. */
export async function listPages(
  deps: Deps,
  usuarioId: string,
  fornecedorId: string,
): Promise<PurchasePage[]> {
  await requireSupplier(deps.db, usuarioId, fornecedorId);
  const rows = await deps.db
    .select({ id: purchasePages.id, expira_em: purchasePages.expira_em })
    .from(purchasePages)
    .where(
      and(
        eq(purchasePages.usuario_id, usuarioId),
        eq(purchasePages.fornecedor_id, fornecedorId),
        gt(purchasePages.expira_em, deps.clock().toISOString()),
      ),
    )
    .orderBy(desc(purchasePages.id))
    .limit(MAX_PAGES_PER_HOUR);
  return rows.map((row) => toPage(deps, usuarioId, row));
}

/** Closes every page of a supplier that is still open; answers how many there were. */
export async function revokePages(
  deps: Deps,
  usuarioId: string,
  fornecedorId: string,
): Promise<{ total: number }> {
  await requireSupplier(deps.db, usuarioId, fornecedorId);
  const revoked = await deps.db
    .delete(purchasePages)
    .where(and(eq(purchasePages.usuario_id, usuarioId), eq(purchasePages.fornecedor_id, fornecedorId)))
    .returning({ id: purchasePages.id });
  return { total: revoked.length };
}

/** What a page shows, or null: expired, revoked, or its seller or supplier is gone. */
export async function readPage(deps: Deps, { usuarioId, id }: PageKey) {
  if (!isEntityId(usuarioId) || !isEntityId(id)) return null;
  const [page] = await deps.db
    .select({
      supplier: suppliers.nome,
      fornecedorId: purchasePages.fornecedor_id,
      seller: sellerName,
      pedidos: purchasePages.pedidos,
      expira_em: purchasePages.expira_em,
    })
    .from(purchasePages)
    .innerJoin(users, and(eq(users.id, purchasePages.usuario_id), eq(users.ativo, true)))
    .innerJoin(
      suppliers,
      and(
        eq(suppliers.usuario_id, purchasePages.usuario_id),
        eq(suppliers.id, purchasePages.fornecedor_id),
        isNull(suppliers.excluido_em),
      ),
    )
    .where(
      and(
        eq(purchasePages.usuario_id, usuarioId),
        eq(purchasePages.id, id),
        gt(purchasePages.expira_em, deps.clock().toISOString()),
      ),
    );
  if (page === undefined) return null;
  const shown = await readPurchaseOrders(
    deps,
    { usuarioId, fornecedorId: page.fornecedorId },
    {
      where: inArray(orders.id, page.pedidos),
      limit: page.pedidos.length,
    },
  );
  return { ...page, orders: shown, pdfUrl: toAddress(deps, { usuarioId, id, file: '/pedido.pdf', ...page }) };
}

export type PageContent = NonNullable<Awaited<ReturnType<typeof readPage>>>;

/** Expired pages open no more; they are kept no longer than they are of use. */
async function forgetOldPages(db: Database, usuarioId: string, now: Date): Promise<void> {
  await db
    .delete(purchasePages)
    .where(and(eq(purchasePages.usuario_id, usuarioId), lt(purchasePages.expira_em, now.toISOString())));
}

function toPage(
  deps: Deps,
  usuarioId: string,
  { id, expira_em }: Pick<PurchasePage, 'id' | 'expira_em'>,
): PurchasePage {
  return { id, expira_em, url: toAddress(deps, { usuarioId, id, expira_em }) };
}

/** The signed address of a page, or of a file below it. */
function toAddress(
  { publicUrl, supplierLinks }: Deps,
  { expira_em, file = '', ...key }: PageKey & { expira_em: string; file?: string },
): string {
  const path = pagePath(key);
  return `${publicUrl()}${path}${file}?${supplierLinks.sign(path, new Date(expira_em))}`;
}

async function requireSupplier(db: Database, usuarioId: string, id: string): Promise<void> {
  const kept = and(eq(suppliers.usuario_id, usuarioId), eq(suppliers.id, id), isNull(suppliers.excluido_em));
  const isThere = isEntityId(id) && (await db.$count(suppliers, kept)) > 0;
  if (!isThere) throw new AppError('not_found', 'Fornecedor não encontrado');
}

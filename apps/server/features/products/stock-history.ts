import type { Database } from '@esteira/db/database';
import { users } from '@esteira/db/schema/accounts/users';
import { orders } from '@esteira/db/schema/orders/orders';
import { products } from '@esteira/db/schema/products/products';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import type { StockHistoryEntry, StockHistoryInput } from '@esteira/validators/products/stock-history';
import type { Page } from '@esteira/validators/wire/page';
import { and, desc, eq, lt } from 'drizzle-orm';
import { isEntityId } from '../../core/ids';
import { cursorId, invalidCursor, toPage } from '../../core/paging';
import { getProduct } from './service';

/**
 * The stock ledger of a seller's product, newest first, with the units after each line. They are counted back from the
 * stock, which is the ledger's sum; the cursor carries how far that has come, so that no page reads the lines before it.
 * Fails with `not_found` as getProduct does.
 */
export async function listStockHistory(
  db: Database,
  usuarioId: string,
  input: StockHistoryInput,
): Promise<Page<StockHistoryEntry>> {
  const { id } = await getProduct(db, usuarioId, input.id);
  const cursor = parseCursor(input.cursor);
  const rows = await selectLines(db, { usuarioId, produtoId: id, before: cursor?.id }, input.limite + 1);
  let saldo = cursor?.saldo ?? rows[0]?.estoque ?? 0;
  const { itens, proximo_cursor } = toPage(
    rows.map(({ estoque: _, ator_id, ator_nome, pedido_id, ml_order_id, ...line }) => {
      const entry = {
        ...line,
        saldo,
        pedido: pedido_id === null ? null : { id: pedido_id, ml_order_id: ml_order_id ?? '' },
        ator_nome: ator_id === null ? null : ator_nome,
      };
      saldo -= line.quantidade;
      return entry;
    }),
    input.limite,
    (last) => `${last.id}:${last.saldo - last.quantidade}`,
  );
  return { itens, proximo_cursor };
}

interface Lines {
  usuarioId: string;
  produtoId: string;
  before: string | undefined;
}

/** The stock stands beside each line, read in the same moment as the ledger. */
function selectLines(db: Database, { usuarioId, produtoId, before }: Lines, limit: number) {
  const { id, criado_em, motivo, quantidade, pedido_id, ator_id } = stockMovements;
  return db
    .select({
      ...{ id, criado_em, motivo, quantidade, pedido_id, ator_id },
      ml_order_id: orders.ml_order_id,
      ator_nome: users.nome,
      estoque: products.estoque,
    })
    .from(stockMovements)
    .innerJoin(
      products,
      and(eq(products.usuario_id, stockMovements.usuario_id), eq(products.id, stockMovements.produto_id)),
    )
    .leftJoin(
      orders,
      and(eq(orders.usuario_id, stockMovements.usuario_id), eq(orders.id, stockMovements.pedido_id)),
    )
    .leftJoin(users, eq(users.id, stockMovements.ator_id))
    .where(
      and(
        eq(stockMovements.usuario_id, usuarioId),
        eq(stockMovements.produto_id, produtoId),
        lt(stockMovements.id, cursorId(before)),
      ),
    )
    .orderBy(desc(stockMovements.id))
    .limit(limit);
}

/** Where a page starts, and the units after its first line. */
function parseCursor(cursor: string | undefined): { id: string; saldo: number } | undefined {
  if (cursor === undefined) return undefined;
  const [id = '', saldo = ''] = cursor.split(':');
  if (!isEntityId(id) || !/^-?\d{1,9}$/.test(saldo)) throw invalidCursor();
  return { id, saldo: Number(saldo) };
}

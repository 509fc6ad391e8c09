import type { Database } from '@esteira/db/database';
import { suppliers } from '@esteira/db/schema/suppliers';
import { normalizeName } from '@esteira/validators/product-csv';
import { and, eq, isNull } from 'drizzle-orm';

export const SUPPLIER_NOT_FOUND = 'Fornecedor não encontrado';

export type FoundSupplier = { ok: true; id: string } | { ok: false; motivo: string };

/** Finds the supplier that a cell means, by id or by a name that only one of them bears (decisions §7). */
export type SupplierLookup = (cell: string) => FoundSupplier;

export async function loadSuppliers(db: Database, usuarioId: string): Promise<SupplierLookup> {
  const rows = await db
    .select({ id: suppliers.id, nome: suppliers.nome })
    .from(suppliers)
    .where(and(eq(suppliers.usuario_id, usuarioId), isNull(suppliers.excluido_em)));
  const found = new Map<string, FoundSupplier>();
  for (const { id, nome } of rows) {
    const name = normalizeName(nome);
    found.set(
      name,
      found.has(name)
        ? { ok: false, motivo: 'mais de um fornecedor tem este nome, use o ID' }
        : { ok: true, id },
    );
  }
  // After the names: an id means its own supplier, even where another one is named like it.
  for (const { id } of rows) found.set(id, { ok: true, id });
  return (cell) => found.get(normalizeName(cell)) ?? { ok: false, motivo: SUPPLIER_NOT_FOUND };
}

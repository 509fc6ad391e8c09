import type { Database } from '@esteira/db/database';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isEntityId } from '../../core/ids';

/** Locks the seller's suppliers with these ids against deletion until the transaction ends; answers those that are there. */
export async function holdSuppliers(
  tx: Database,
  usuarioId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const asked = [...new Set(ids)].filter(isEntityId);
  if (asked.length === 0) return new Set();
  const held = await tx
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(
      and(eq(suppliers.usuario_id, usuarioId), inArray(suppliers.id, asked), isNull(suppliers.excluido_em)),
    )
    .orderBy(suppliers.id)
    .for('key share');
  return new Set(held.map(({ id }) => id));
}

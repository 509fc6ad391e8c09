import type { Database } from '@esteira/db/database';
import { changeItems } from '@esteira/db/schema/products/change-sets';
import { products } from '@esteira/db/schema/products/products';
import type { SkipReason } from '@esteira/domain/products/change-set';
import { and, inArray, sql } from 'drizzle-orm';
import { live } from '../queries';
import { type ChangeSetKey, whereItems } from './change-set';

/** Deletes locked products that are listed nowhere, as the seller would. */
export async function deleteCreated(tx: Database, usuarioId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(products)
    .set({ excluido_em: sql`now()` })
    .where(and(live(usuarioId), inArray(products.id, [...ids])));
}

interface Outcome {
  produtoId: string;
  situacao: 'desfeito' | SkipReason;
}

/** Records what became of the products of a set. */
export async function recordOutcomes(
  tx: Database,
  key: ChangeSetKey,
  outcomes: readonly Outcome[],
): Promise<void> {
  for (const situacao of new Set(outcomes.map((outcome) => outcome.situacao))) {
    const ids = outcomes.flatMap((outcome) => (outcome.situacao === situacao ? [outcome.produtoId] : []));
    await tx
      .update(changeItems)
      .set({ situacao })
      .where(and(whereItems(key), inArray(changeItems.produto_id, ids)));
  }
}

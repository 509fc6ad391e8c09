import { type Database, queryRows } from '@esteira/db/database';
import { accountNameOf } from '@esteira/db/schema/platform/marketplace-accounts';
import { products } from '@esteira/db/schema/products/products';
import { listingDifferences } from '@esteira/db/schema/products/stock-pushes';
import { formatMoney, fromCents } from '@esteira/domain/money';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import type { ListingState, ListingStatus } from '@esteira/marketplaces/port';
import type { ListingDifference } from '@esteira/validators/marketplaces/stock-sync';
import { and, desc, eq, sql } from 'drizzle-orm';
import { toListingRow } from '../publication/listing/listing';
import { type ListingKey, type ListingTarget, stockFor } from '../publication/listing/target';

/** One value that a marketplace shows otherwise than it is kept here, both as they are shown. */
export type Difference = Pick<ListingDifference, 'campo' | 'aqui' | 'la'>;

const STATUS_LABELS: Record<ListingStatus, string> = {
  live: 'publicado',
  processing: 'processando',
  rejected: 'recusado',
  paused: 'pausado',
  out_of_stock: 'sem estoque',
  closed: 'encerrado',
};

/** What differs between a listing that is for sale, as far as we know, and what the marketplace shows. */
export function compareListing(
  target: ListingTarget,
  { marketplace }: Pick<ListingKey, 'marketplace'>,
  state: Pick<ListingState, 'status' | 'estoque' | 'preco_centavos'>,
): Difference[] {
  const estoque = stockFor(target);
  const preco = target.product[PRICE_FIELD[marketplace]];
  const found: Difference[] = [];
  if (state.estoque !== null && state.estoque !== estoque) {
    found.push({ campo: 'estoque', aqui: String(estoque), la: String(state.estoque) });
  }
  const there = state.preco_centavos === null ? null : fromCents(state.preco_centavos);
  if (there !== null && preco !== null && there !== preco) {
    found.push({ campo: 'preco', aqui: formatMoney(preco), la: formatMoney(there) });
  }
  const expected: ListingStatus = estoque === 0 ? 'out_of_stock' : 'live';
  if (state.status !== expected && state.status !== 'live') {
    found.push({ campo: 'status', aqui: STATUS_LABELS[expected], la: STATUS_LABELS[state.status] });
  }
  return found;
}

/** What a listing is reported with that the account does not have any more. */
export const GONE: Difference = { campo: 'status', aqui: STATUS_LABELS.live, la: 'não encontrado' };

/** Replaces what was known to differ on one listing. */
export async function saveDifferences(
  tx: Database,
  key: ListingKey,
  found: readonly Difference[],
): Promise<void> {
  await tx
    .delete(listingDifferences)
    .where(
      and(
        eq(listingDifferences.usuario_id, key.usuarioId),
        eq(listingDifferences.produto_id, key.produtoId),
        eq(listingDifferences.marketplace, key.marketplace),
        eq(listingDifferences.conta_id, key.contaId),
      ),
    );
  const rows = found.map((difference) => ({ ...toListingRow(key), ...difference }));
  if (rows.length > 0) await tx.insert(listingDifferences).values(rows).onConflictDoNothing();
}

/** Forgets what differed on listings that are not for sale any more: those are not compared. */
export async function forgetUnpublished(
  db: Database,
  { usuarioId, marketplace, contaId }: Omit<ListingKey, 'produtoId'>,
): Promise<void> {
  await queryRows(
    db,
    sql`DELETE FROM divergencias d WHERE d.usuario_id = ${usuarioId}::uuid
          AND d.marketplace = ${marketplace}::text AND d.conta_id = ${contaId}::smallint AND NOT EXISTS (
            SELECT 1 FROM anuncios a WHERE a.usuario_id = d.usuario_id AND a.produto_id = d.produto_id
              AND a.marketplace = d.marketplace AND a.conta_id = d.conta_id AND a.modo = 'real' AND a.status = 'publicado')`,
  );
}

const MAX_SHOWN = 500;

/** What the last comparison of the seller's listings found, newest first. */
export function listDifferences(db: Database, usuarioId: string): Promise<ListingDifference[]> {
  return db
    .select({
      produto_id: listingDifferences.produto_id,
      produto_nome: products.nome,
      marketplace: listingDifferences.marketplace,
      conta: accountNameOf(listingDifferences),
      campo: listingDifferences.campo,
      aqui: listingDifferences.aqui,
      la: listingDifferences.la,
      visto_em: listingDifferences.visto_em,
    })
    .from(listingDifferences)
    .innerJoin(
      products,
      and(
        eq(products.usuario_id, listingDifferences.usuario_id),
        eq(products.id, listingDifferences.produto_id),
      ),
    )
    .where(eq(listingDifferences.usuario_id, usuarioId))
    .orderBy(desc(listingDifferences.visto_em), products.nome, listingDifferences.campo)
    .limit(MAX_SHOWN);
}

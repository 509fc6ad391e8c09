import type { Database } from '@esteira/db/database';
import { listingSheets } from '@esteira/db/schema/listing-sheets';
import { type ListingSheet, listingSheetInput } from '@esteira/validators/listing-sheet';
import { and, eq } from 'drizzle-orm';

/** What a product without a sheet of its own has. */
export const DEFAULT_SHEET: ListingSheet = listingSheetInput.parse({});

const sheetColumns = {
  ean: listingSheets.ean,
  marca: listingSheets.marca,
  modelo: listingSheets.modelo,
  condicao: listingSheets.condicao,
  tipo_anuncio: listingSheets.tipo_anuncio,
  categoria_ml: listingSheets.categoria_ml,
  margem_seguranca: listingSheets.margem_seguranca,
};

/** The sheet of a product that is known to be the seller's. */
export async function findSheet(db: Database, usuarioId: string, produtoId: string): Promise<ListingSheet> {
  const [found] = await db
    .select(sheetColumns)
    .from(listingSheets)
    .where(and(eq(listingSheets.usuario_id, usuarioId), eq(listingSheets.produto_id, produtoId)));
  return found ?? DEFAULT_SHEET;
}

/** Stores the whole sheet of a product that is known to be the seller's. */
export async function saveSheet(
  tx: Database,
  { usuarioId, produtoId }: { usuarioId: string; produtoId: string },
  ficha: ListingSheet,
): Promise<void> {
  await tx
    .insert(listingSheets)
    .values({ usuario_id: usuarioId, produto_id: produtoId, ...ficha })
    .onConflictDoUpdate({ target: [listingSheets.usuario_id, listingSheets.produto_id], set: ficha });
}

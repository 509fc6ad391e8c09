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

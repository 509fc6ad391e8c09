import type { Database } from '@esteira/db/database';
import { isAccountOf, marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { listings } from '@esteira/db/schema/products/listings';
import { toAccountCode } from '@esteira/domain/marketplace-accounts';
import type {
  ListingAccounts,
  ListingStates,
  ListingStatesInput,
} from '@esteira/validators/marketplaces/listing';
import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { isEntityId } from '../../../core/ids';

/** How the seller's products stand on real marketplaces, in the default account first; unknown ids and those of others are left out. */
export async function listingStates(
  db: Database,
  usuarioId: string,
  { ids }: ListingStatesInput,
): Promise<ListingStates> {
  const known = [...new Set(ids)].filter(isEntityId);
  if (known.length === 0) return { itens: [] };
  const rows = await db
    .select({
      produto_id: listings.produto_id,
      marketplace: listings.marketplace,
      status: listings.status,
      desejado: listings.desejado,
      motivo: listings.motivo,
      avisos: listings.avisos,
      url: listings.url,
      sincronizado_em: listings.sincronizado_em,
      modo: listings.modo,
      id_externo: listings.id_externo,
    })
    .from(listings)
    .innerJoin(marketplaceAccounts, isAccountOf(listings))
    .where(
      and(eq(listings.usuario_id, usuarioId), inArray(listings.produto_id, known), eq(listings.modo, 'real')),
    )
    .orderBy(listings.produto_id, listings.marketplace, desc(marketplaceAccounts.padrao), listings.conta_id);
  const itens = rows.map(({ id_externo, avisos, ...row }) => ({
    ...row,
    avisos: avisos.map(({ mensagem }) => mensagem),
    // The column has a moment from the start; what it means begins with the marketplace's first answer.
    sincronizado_em: id_externo === null ? null : row.sincronizado_em,
  }));
  return { itens };
}

/** In which accounts the product has a listing that was not ended; none of a product of others. */
export async function listListingAccounts(
  db: Database,
  usuarioId: string,
  id: string,
): Promise<ListingAccounts> {
  if (!isEntityId(id)) return { itens: [] };
  const { marketplace, conta_id: contaId, status } = listings;
  const rows = await db
    .select({ marketplace, contaId, status })
    .from(listings)
    .where(and(eq(listings.usuario_id, usuarioId), eq(listings.produto_id, id), ne(status, 'encerrado')))
    .orderBy(marketplace, contaId);
  return { itens: rows.map(({ status, ...account }) => ({ conta_id: toAccountCode(account), status })) };
}

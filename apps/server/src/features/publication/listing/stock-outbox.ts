import { type Database, queryRows } from '@esteira/db/database';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { sql } from 'drizzle-orm';

interface OwedListings {
  usuarioId: string;
  produtoId: string;
  /** Every one unless told. */
  marketplaces?: readonly Marketplace[];
}

/**
 * Owes the product's stock to its listings that are for sale on real marketplaces, as the trigger does after a
 * movement: for changes that move no stock but what the marketplaces are told of it.
 */
export async function oweStock(
  tx: Database,
  { usuarioId, produtoId, marketplaces = MARKETPLACES }: OwedListings,
): Promise<void> {
  await queryRows(
    tx,
    sql`INSERT INTO envios_estoque AS e (usuario_id, produto_id, marketplace, versao, devido_em)
        SELECT a.usuario_id, a.produto_id, a.marketplace, 1, now()
        FROM anuncios a
        WHERE a.usuario_id = ${usuarioId}::uuid AND a.produto_id = ${produtoId}::uuid
          AND a.modo = 'real' AND a.status = 'publicado'
          AND a.marketplace IN ${marketplaces}
        ORDER BY a.marketplace
        ON CONFLICT (usuario_id, produto_id, marketplace) DO UPDATE SET versao = e.versao + 1`,
  );
}

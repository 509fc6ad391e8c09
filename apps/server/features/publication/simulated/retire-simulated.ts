import { queryRows } from '@esteira/db/database';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';

/**
 * Takes back what the simulation published on marketplaces that are real now, so that nothing pretends to be on
 * sale. Run once at start, before requests are answered; harmless on several servers at once. Answers how many
 * listings it retired.
 */
export async function retireSimulatedListings({
  db,
  marketplaces,
}: Pick<Deps, 'db' | 'marketplaces'>): Promise<number> {
  let retired = 0;
  for (const marketplace of MARKETPLACES) {
    if (marketplaces[marketplace].modo !== 'real') continue;
    const flag = sql.identifier(PUBLISHED_FIELD[marketplace]);
    retired += await db.transaction(async (tx) => {
      // Products first, as everywhere.
      await queryRows(
        tx,
        sql`UPDATE produtos p SET ${flag} = false FROM anuncios a
            WHERE a.marketplace = ${marketplace} AND a.modo = 'simulado'
              AND p.usuario_id = a.usuario_id AND p.id = a.produto_id AND p.${flag}`,
      );
      const gone = await queryRows(
        tx,
        sql`DELETE FROM anuncios WHERE marketplace = ${marketplace} AND modo = 'simulado' RETURNING 1 AS um`,
      );
      return gone.length;
    });
  }
  return retired;
}

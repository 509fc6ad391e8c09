import { type Database, queryRows } from '@esteira/db/database';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import type { AccountOfSeller } from './order-lines';

/** A sale this old waits no longer for its listing: it is taken in for a person to look at. */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * Waits with a sale of a listing that is not known here while a publication is under way whose answer is not here
 * yet: the listing may be for sale over there already, and its order must not pass for somebody else's product.
 * @throws AdapterError `not_ready`
 */
export async function awaitListing(
  db: Database,
  { usuarioId, contaId }: AccountOfSeller,
  { order, now }: { order: ExternalOrder; now: Date },
): Promise<void> {
  const { marketplace, criado_em, itens, situacao } = order;
  const ids = [...new Set(itens.map(({ id_externo }) => id_externo))];
  if (situacao === 'cancelado' || ids.length === 0) return;
  if (now.getTime() - criado_em.getTime() > MAX_WAIT_MS) return;
  const underWay = await queryRows(
    db,
    sql`SELECT 1 AS um FROM anuncios
        WHERE usuario_id = ${usuarioId}::uuid AND marketplace = ${marketplace}::text
          AND conta_id = ${contaId}::smallint AND modo = 'real'
          AND id_externo IS NULL AND tentado_em IS NOT NULL
          AND (SELECT count(*) FROM anuncios c WHERE c.usuario_id = ${usuarioId}::uuid
            AND c.marketplace = ${marketplace}::text AND c.conta_id = ${contaId}::smallint AND c.id_externo IN ${ids}) < ${ids.length}
        LIMIT 1`,
  );
  if (underWay.length > 0) {
    throw new AdapterError('not_ready', 'O anúncio deste pedido ainda está sendo registrado.');
  }
}

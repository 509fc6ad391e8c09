import { type Database, queryRows } from '@esteira/db/database';
import type { MercadoLivreNotification } from '@esteira/marketplaces/mercado-livre/notification';
import { sql } from 'drizzle-orm';

/**
 * Puts an announcement into the inbox, in one statement. A repeated one is the same row; one for a seller who is not
 * connected here is nobody's and leaves nothing behind.
 */
export async function takeNotification(db: Database, notice: MercadoLivreNotification): Promise<void> {
  await queryRows(
    db,
    sql`INSERT INTO notificacoes (marketplace, id, topico, recurso, vendedor_id)
        SELECT 'mercadolivre', ${notice.id}::text, ${notice.topico}::text, ${notice.recurso}::text,
          ${notice.vendedor_id}::text
        WHERE EXISTS (SELECT 1 FROM conexoes
          WHERE marketplace = 'mercadolivre' AND vendedor_id = ${notice.vendedor_id}::text)
        ON CONFLICT DO NOTHING`,
  );
}

import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';

/** Connects this many new sellers to Mercado Livre at once; answers their ids. */
export async function connectMany(db: Database, count: number): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`WITH novos AS (
          INSERT INTO usuarios (id, nome, email, senha_hash)
          SELECT id, 'Loja', id || '@exemplo.com.br', 'x' FROM (
            SELECT gen_random_uuid() AS id FROM generate_series(1, ${count}::int)
          ) AS ids RETURNING id
        ), contas_novas AS (
          INSERT INTO contas (usuario_id, marketplace, padrao) SELECT id, 'mercadolivre', true FROM novos
        )
        INSERT INTO conexoes (usuario_id, marketplace, vendedor_id, conta_nome, token_acesso, token_renovacao, expira_em)
        SELECT id, 'mercadolivre', id::text, 'LOJA', 'x', 'x', now() + interval '1 year' FROM novos
        RETURNING usuario_id::text AS id`,
  );
  return rows.map(({ id }) => id);
}

import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';

/**
 * Another text whenever something changes that the margins of the seller's newest products are made of: prices, what
 * they cost, parcels, categories, kinds of listing and the settings. A sale changes none of them.
 * Rows are hashed as text: hashes of records add up alike when two products swap their prices.
 */
export async function readMarginState(db: Database, usuarioId: string, limit: number): Promise<string> {
  const seller = sql`${usuarioId}::uuid`;
  const [row] = await queryRows<{ estado: string }>(
    db,
    sql`SELECT concat_ws(' ', count(*),
          sum(hashtextextended(ROW(p.id, p.preco_fornecedor, p.preco_venda_ml, p.preco_venda_amazon, p.peso_g,
            p.altura_cm, p.largura_cm, p.comprimento_cm, p.categoria_tarifa_ml, p.categoria_tarifa_amazon)::text, 0)),
          (SELECT sum(hashtextextended(ROW(f.produto_id, f.tipo_anuncio)::text, 0))
            FROM fichas_anuncio f WHERE f.usuario_id = ${seller}),
          (SELECT atualizado_em FROM custos_vendedor c WHERE c.usuario_id = ${seller})) AS estado
        FROM (SELECT * FROM produtos WHERE usuario_id = ${seller} AND excluido_em IS NULL
          ORDER BY id DESC LIMIT ${limit}) p`,
  );
  return row?.estado ?? '';
}

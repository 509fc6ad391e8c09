import { withConnection } from '../harness/database';
import type { Seller } from '../harness/sellers';
import { STOCKED_PER_SELLER } from '../load/shape';

/** The sellers as the bare server knows them; what they ask for is the same rows as in the product. */
export function toBareSellers(bareUrl: string, sellers: readonly Seller[]): Promise<Seller[]> {
  return withConnection(bareUrl, async (sql) => {
    const found: Seller[] = [];
    for (const { id: account } of sellers) {
      const [row] = await sql<Omit<Seller, 'token'>[]>`
        SELECT v.id::text,
          (SELECT id FROM produtos WHERE vendedor = v.id ORDER BY id OFFSET (
            SELECT count(*) / 2 FROM produtos WHERE vendedor = v.id) LIMIT 1) AS "productCursor",
          (SELECT id FROM pedidos WHERE vendedor = v.id ORDER BY id OFFSET (
            SELECT count(*) / 2 FROM pedidos WHERE vendedor = v.id) LIMIT 1) AS "orderCursor",
          ARRAY(SELECT id::text FROM produtos WHERE vendedor = v.id ORDER BY id LIMIT ${STOCKED_PER_SELLER}) AS stocked
        FROM vendedores v WHERE v.conta = ${account}`;
      if (row === undefined) throw new Error('A seller of the product is not in the bare database.');
      found.push({ ...row, token: '' });
    }
    return found;
  });
}

/** The first supplier of a seller of the bare database. */
export async function getBareSupplier(bareUrl: string, { id }: Seller): Promise<string> {
  const [row] = await withConnection(
    bareUrl,
    (sql) => sql<{ id: string }[]>`SELECT id::text FROM fornecedores WHERE vendedor = ${id} LIMIT 1`,
  );
  if (row === undefined) throw new Error('The importing seller has no supplier in the bare database.');
  return row.id;
}

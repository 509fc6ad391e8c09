import type postgres from 'postgres';
import { STOCKED_PER_SELLER } from '../load/shape';
import { withConnection } from './database';
import { PASSWORD, sellerEmail } from './login';
import type { Server } from './processes';

/** A seller with a session and with the ids that the jobs ask for. */
export interface Seller {
  id: string;
  token: string;
  /** Where the list continues below about half of the seller's products, and of the orders. */
  productCursor: string;
  orderCursor: string;
  supplierId: string;
  /** Products that never run out of stock. */
  stocked: string[];
}

/** Logs `count` sellers in, as people would, from number `first` on; number 1 is the one with the most rows. */
export async function logIn(api: Server, databaseUrl: string, count: number, first = 1): Promise<Seller[]> {
  return withConnection(databaseUrl, async (sql) => {
    const sellers: Seller[] = [];
    for (let number = first; number < first + count; number++) {
      const answer = await fetch(`${api.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: sellerEmail(number), senha: PASSWORD }),
      });
      if (!answer.ok) throw new Error(`Login answered ${answer.status}: ${await answer.text()}`);
      const { usuario, access_token } = (await answer.json()) as {
        usuario: { id: string };
        access_token: string;
      };
      sellers.push({ id: usuario.id, token: access_token, ...(await getIds(sql, usuario.id)) });
    }
    return sellers;
  });
}

async function getIds(sql: postgres.Sql, usuarioId: string) {
  const [supplier] = await sql<
    { id: string }[]
  >`SELECT id FROM fornecedores WHERE usuario_id = ${usuarioId} LIMIT 1`;
  const getMiddleId = async (table: 'produtos' | 'pedidos') => {
    const [row] = await sql<{ id: string }[]>`
      SELECT id FROM ${sql(table)} WHERE usuario_id = ${usuarioId} ORDER BY id
      OFFSET (SELECT count(*) / 2 FROM ${sql(table)} WHERE usuario_id = ${usuarioId}) LIMIT 1`;
    if (row === undefined) throw new Error(`A seller has no ${table}.`);
    return row.id;
  };
  const stocked = await sql<{ id: string }[]>`
    SELECT id FROM produtos WHERE usuario_id = ${usuarioId} ORDER BY id LIMIT ${STOCKED_PER_SELLER}`;
  return {
    productCursor: await getMiddleId('produtos'),
    supplierId: supplier?.id ?? '',
    orderCursor: await getMiddleId('pedidos'),
    stocked: stocked.map((row) => row.id),
  };
}

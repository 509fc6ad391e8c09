import type { Database } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { PASSWORD, PASSWORD_HASH, sellerEmail } from '../../harness/login';
import { post, read } from '../caller';
import type { SeededSeller } from './actor';
import { type Place, startServer } from './places/place';
import { type Sent, send } from './send';
import { UPDATED_PRODUCTS } from './update-imports';

const SELLERS = 3;
const SOLD_PRODUCTS = 6;
const CHANGED_PRODUCTS = 200;
const ORDERS = 100;
const STOCK = 900_000;

/** Fills the place with sellers, products and pending orders, all through a server, and makes it the model of all copies. */
export async function fill(place: Place): Promise<SeededSeller[]> {
  // The first start makes the tables.
  await (await startServer(place)).kill();
  const ids = Array.from({ length: SELLERS }, newId);
  await place.read((db) => addUsers(db, ids));
  const server = await startServer(place);
  const sellers: SeededSeller[] = [];
  for (const [index, id] of ids.entries()) sellers.push({ id, ...(await setUp(server.url, index)) });
  await server.kill();
  await place.read(async () => undefined);
  await place.saveAsTemplate();
  return sellers;
}

async function addUsers(db: Database, ids: readonly string[]): Promise<void> {
  const rows = ids.map(
    (id, index) =>
      `('${id}', 'Bea Lima', '${sellerEmail(index)}', '${PASSWORD_HASH}', 'top', now() + interval '1 year')`,
  );
  await db.execute(
    `INSERT INTO usuarios (id, nome, email, senha_hash, plano, data_expiracao) VALUES ${rows.join(',')}`,
  );
  await db.execute(
    `INSERT INTO contas (usuario_id, marketplace, padrao)
      SELECT id, marketplace, true FROM usuarios, unnest(ARRAY['mercadolivre', 'amazon']) AS marketplace`,
  );
}

/** A seller signs in, imports products, publishes those that are sold, and gets orders. */
async function setUp(url: string, index: number): Promise<Omit<SeededSeller, 'id'>> {
  const login = await post(url, 'api/auth/login', { body: { email: sellerEmail(index), senha: PASSWORD } });
  const token = String(read(login.data, 'access_token'));
  require(await send(url, 'api/fornecedores', { token, body: { nome: 'F' } }));
  require(await send(url, 'api/produtos/importar-csv', { token, csv: makeCatalogue() }));
  const products = await listProducts(url, token);
  const idsOf = (prefix: string) => products.filter(({ sku }) => sku.startsWith(prefix)).map(({ id }) => id);
  const sold = idsOf('S-');
  for (const id of sold) require(await send(url, `api/mercadolivre/publicar/${id}`, { token }));
  const sales = Array.from({ length: ORDERS }, (_, number) => sold[number % sold.length]);
  const orders: string[] = [];
  for (const id of sales) {
    const sale = require(await send(url, `api/mercadolivre/simular-venda/${id}`, { token }));
    orders.push(String(read(sale, 'pedido')));
  }
  return { token, sold, orders, changed: idsOf('P-') };
}

function require(sent: Sent): unknown {
  if (sent.kind !== 'done') throw new Error(`A call was not answered: ${JSON.stringify(sent)}`);
  return sent.data;
}

function makeCatalogue(): string {
  const rows = (prefix: string, total: number, end: string) =>
    Array.from({ length: total }, (_, row) => `F;${prefix} ${row};${prefix}-${row};1,00;${end}`);
  return [
    'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque',
    ...rows('S', SOLD_PRODUCTS, `30,00;${STOCK}`),
    ...rows('P', CHANGED_PRODUCTS, '2,00;5'),
    ...rows('U', UPDATED_PRODUCTS, '10,00;0'),
  ].join('\n');
}

async function listProducts(url: string, token: string): Promise<{ id: string; sku: string }[]> {
  const answer = await fetch(`${url}/api/produtos`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as { id: string; sku: string }[];
}

import type { ListingWarning } from '@esteira/domain/products/listing-warnings';
import { listAt, textAt } from '../../http/json';
import type { AdapterContext } from '../../port';
import type { MercadoLivreClient } from '../client';
import { parseError, toAdapterError } from '../errors';
import { collided, readItem, type StockChange } from './items';

/** Where an account keeps its stock, by Mercado Livre's two names of it. */
export type Depot = { store_id: string; network_node_id: string };

/** Said of an account that has several depots, or none: in which one its units are is not ours to say. */
export const NO_SINGLE_DEPOT: ListingWarning = {
  codigo: 'estoque_nao_enviado',
  mensagem:
    'Nesta conta do Mercado Livre o estoque fica em depósitos. A Esteira só envia o estoque de contas com um único ' +
    'depósito.',
};

/** The one depot of the account; null where it has several or none. */
export async function findDepot(client: MercadoLivreClient, ctx: AdapterContext): Promise<Depot | null> {
  const { vendedor_id } = await client.account(ctx);
  const response = await client.call(ctx, {
    operation: 'ml.stock.read',
    method: 'GET',
    path: `/users/${vendedor_id}/stores/search`,
    query: { tags: 'stock_location' },
  });
  const [only, ...others] = listAt(response.json(), 'results');
  const [store_id, network_node_id] = [textAt(only, 'id'), textAt(only, 'network_node_id')];
  return store_id && network_node_id && others.length === 0 ? { store_id, network_node_id } : null;
}

/** Two writes met (409): the stock is read and written once more. */
const MAX_TRIES = 2;

/** Tells the stock of an item at the account's one depot, on the version of it that was read. */
export async function changeDepotStock(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { item, estoque }: { item: unknown; estoque: number },
): Promise<StockChange> {
  const product = textAt(item, 'user_product_id');
  const depot = product === null ? null : await findDepot(client, ctx);
  if (depot === null) return { kept: NO_SINGLE_DEPOT };
  const path = `/user-products/${product}/stock`;
  for (let attempt = 1; ; attempt += 1) {
    const read = await client.call(ctx, { operation: 'ml.stock.read', method: 'GET', path });
    const written = await client.ask(ctx, {
      operation: 'ml.stock.update',
      method: 'PUT',
      path: `${path}/type/seller_warehouse`,
      headers: { 'x-version': read.headers.get('x-version') ?? '' },
      body: { json: { locations: [{ ...depot, quantity: estoque }] } },
    });
    if (written.status < 300) return { item: await readItem(client, ctx, textAt(item, 'id') ?? '') };
    const refusal = parseError(written);
    if (written.status === 400) return { refusal };
    if (written.status !== 409) throw toAdapterError(refusal);
    if (attempt === MAX_TRIES) throw collided(refusal);
  }
}

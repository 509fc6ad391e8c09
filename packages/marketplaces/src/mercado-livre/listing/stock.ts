import { type ListingWarning, managedStockWarning } from '@esteira/domain/products/listing-warnings';
import { at, listAt, numberAt, textAt } from '../../http/json';
import type { AdapterContext } from '../../port';
import type { MercadoLivreClient } from '../client';
import { mentions } from '../errors';
import { changeDepotStock } from './depots';
import { findVariation, toListingStatus } from './item-state';
import { type Change, changeError, changeItem, mustChangeItem, type StockChange } from './items';

/** An item that was read just before, with the product's SKU and the units that are to be for sale. */
export type Stocking = { item: unknown; sku: string | null; estoque: number };

const SHARED: ListingWarning = {
  codigo: 'estoque_do_marketplace',
  mensagem: 'Estoque dividido com o Full: a Esteira não altera este anúncio.',
};

const NO_VARIATION: ListingWarning = {
  codigo: 'estoque_nao_enviado',
  mensagem: 'Nenhuma variação deste anúncio tem o SKU do produto: o estoque não foi enviado.',
};

/** Tells the stock of an item, wherever it is kept (docs/marketplace-rules.md#mercado-livre-stock). */
export async function changeStock(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  stocking: Stocking,
): Promise<StockChange> {
  const { item, sku } = stocking;
  const isVaried = listAt(item, 'variations').length > 0;
  const part = isVaried ? findVariation(item, sku) : item;
  if (part === null) return { kept: NO_VARIATION };
  const kept = await findOtherKeeper(client, ctx, { item, part });
  if (kept) return { kept };
  const { modelo_anuncio } = await client.account(ctx);
  if (modelo_anuncio === 'depots') {
    const told = await changeDepotStock(client, ctx, stocking);
    // It may have stopped managing depots, which nothing announces.
    if ('item' in told || (await client.learnListingModel(ctx)) === 'depots') return told;
  }
  const change = await changeOwnStock(client, ctx, { ...stocking, part });
  const isElsewhere = 'refusal' in change && mentions(change.refusal, 'available_quantity');
  if (!isElsewhere || (await client.learnListingModel(ctx)) !== 'depots') return change;
  return changeDepotStock(client, ctx, stocking);
}

/** Why the stock of an item is not the seller's, or not only; null where it is. */
async function findOtherKeeper(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { item, part }: { item: unknown; part: unknown },
): Promise<ListingWarning | null> {
  if (textAt(item, 'shipping', 'logistic_type') === 'fulfillment') return managedStockWarning('mercadolivre');
  const inventory = textAt(part, 'inventory_id') ?? textAt(item, 'inventory_id');
  if (!inventory || !/^\w+$/.test(inventory)) return null;
  const path = `/inventories/${inventory}/stock/fulfillment`;
  const full = await client.ask(ctx, { operation: 'ml.stock.read', method: 'GET', path });
  return full.status < 300 && (numberAt(full.json(), 'total') ?? 0) > 0 ? SHARED : null;
}

function changeOwnStock(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { item, part, estoque }: Stocking & { part: unknown },
): Promise<Change> {
  const id = textAt(item, 'id') ?? '';
  if (part === item) return changeItem(client, ctx, { id, fields: { available_quantity: estoque } });
  // Those that are not named are deleted there.
  const name = (now: unknown) => ({
    variations: listAt(now, 'variations').map((each) => ({
      id: at(each, 'id'),
      ...(at(each, 'id') === at(part, 'id') && { available_quantity: estoque }),
    })),
  });
  return changeItem(client, ctx, { id, fields: name(item), again: name });
}

/**
 * Sets the stock and puts a paused item on sale. Some accounts refuse changes of a paused item, then it is made
 * active first (docs/marketplace-rules.md#changing-a-mercado-livre-listing).
 */
export async function bringItemOnSale(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  stocking: Stocking,
): Promise<{ item: unknown; avisos: ListingWarning[] }> {
  const { item } = stocking;
  const id = textAt(item, 'id') ?? '';
  const activate = () => mustChangeItem(client, ctx, { id, fields: { status: 'active' } });
  const stocked = await changeStock(client, ctx, stocking);
  if ('refusal' in stocked) {
    if (toListingStatus(item).status === 'live') throw changeError(stocked.refusal);
    const active = await activate();
    const again = await changeStock(client, ctx, { ...stocking, item: active });
    if ('refusal' in again) throw changeError(again.refusal);
    return { item: 'item' in again ? again.item : active, avisos: [] };
  }
  const [now, avisos] = 'kept' in stocked ? [item, [stocked.kept]] : [stocked.item, []];
  // While a picture is being downloaded the item is paused too, and comes on sale by itself.
  const waits = textAt(now, 'status') !== 'paused' || toListingStatus(now).status === 'processing';
  return { item: waits ? now : await activate(), avisos };
}

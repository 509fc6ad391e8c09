import { listings } from '@esteira/db/schema/listings';
import { products } from '@esteira/db/schema/products';
import { publishedFlag } from '@esteira/domain/channels';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ListingState, MarketplaceAdapter } from '@esteira/marketplaces/port';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { and, eq } from 'drizzle-orm';
import type { TestUser } from '../../../testing/makers';
import type { TestServer } from '../../../testing/server';

/** Passes for a real marketplace, records every push of stock and shows what it is told to. */
export interface RecordingMarketplace {
  adapter: MarketplaceAdapter;
  /** What was pushed, in order: `id_externo` and units. */
  pushes: [string, number][];
  /** What `getListing` answers, by `id_externo`; a listing that is missing is not found. */
  shown: Map<string, Partial<ListingState>>;
  /** Runs before a push or a reading takes effect. */
  before: (id_externo: string) => unknown;
}

export function createRecordingMarketplace(kind: Marketplace): RecordingMarketplace {
  const market: RecordingMarketplace = {
    adapter: Object.create(createSimulatedAdapter(kind), {
      modo: { value: 'real' },
      updateStock: {
        value: (async (_ctx, { id_externo }, estoque) => {
          await market.before(id_externo);
          market.pushes.push([id_externo, estoque]);
        }) satisfies MarketplaceAdapter['updateStock'],
      },
      getListing: {
        value: (async (_ctx, { id_externo }) => {
          await market.before(id_externo);
          const state = market.shown.get(id_externo);
          if (state === undefined) throw new AdapterError('not_found', 'Anúncio não encontrado');
          const plain = { preco_centavos: null, estoque: null, url: null, motivos: [] };
          return { id_externo, status: 'live', ...plain, ...state };
        }) satisfies MarketplaceAdapter['getListing'],
      },
    }),
    pushes: [],
    shown: new Map(),
    before: () => undefined,
  };
  return market;
}

/** Makes the product one that is for sale on the real marketplace; answers its `id_externo`. */
export async function listForReal(
  { db }: TestServer,
  user: TestUser,
  { id, marketplace, ...fields }: { id: string; marketplace: Marketplace; status?: 'publicado' | 'pausado' },
): Promise<string> {
  const id_externo = `${marketplace}-${id}`;
  const key = { usuario_id: user.id, produto_id: id, marketplace };
  await db.insert(listings).values({ ...key, id_externo, status: 'publicado', modo: 'real', ...fields });
  await db
    .update(products)
    .set(publishedFlag(marketplace, true))
    .where(and(eq(products.usuario_id, user.id), eq(products.id, id)));
  return id_externo;
}

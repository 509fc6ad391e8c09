import { listings } from '@esteira/db/schema/listings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { JOB_PATIENCE } from '../../connections/calls/adapter-context';
import { listingOf } from './listing';
import type { ListingKey } from './target';

/** Longer than one operation may take (ms): whoever holds it still after that was killed. */
const LEASE = JOB_PATIENCE + 30_000;

/** Most operations are over in a moment (ms), so it is worth coming again long before the lease runs out. */
const COME_AGAIN = 1_000;

const heldColumns = {
  id_externo: listings.id_externo,
  status: listings.status,
  desejado: listings.desejado,
  desejos: listings.desejos,
  tentado_em: listings.tentado_em,
  processando_desde: listings.processando_desde,
  avisos: listings.avisos,
  imagem_enviada: listings.imagem_enviada,
  recebe_estoque: sql<boolean>`recebe_estoque(anuncios)`,
};

/** A real listing as it stood when this job took hold of it. */
export type HeldListing = Pick<
  typeof listings.$inferSelect,
  | 'id_externo'
  | 'status'
  | 'desejado'
  | 'desejos'
  | 'tentado_em'
  | 'processando_desde'
  | 'avisos'
  | 'imagem_enviada'
> & {
  /** Whether it may be on sale there, so that it has to be told its stock. */
  recebe_estoque: boolean;
};

/**
 * Runs one operation on a real listing while nobody else, on any server, works on the same one: two publications at
 * once could make two listings, and a late push of stock could bring back what was just paused. A lease and not a
 * lock, because no transaction may stay open over a call to a marketplace; a killed holder's lease runs out. Does
 * nothing when there is no such listing; rejects with a transient AdapterError while somebody else holds it.
 */
export async function holdListing(
  deps: Pick<Deps, 'db' | 'clock'>,
  key: ListingKey,
  run: (listing: HeldListing) => Promise<void>,
): Promise<void> {
  const until = new Date(deps.clock().getTime() + LEASE).toISOString();
  const listing = await take(deps, key, until);
  if (listing === null) return;
  try {
    await run(listing);
  } finally {
    await deps.db
      .update(listings)
      .set({ ocupado_ate: null })
      .where(and(listingOf(key), eq(listings.ocupado_ate, until)));
  }
}

async function take(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: ListingKey,
  until: string,
): Promise<HeldListing | null> {
  const now = clock().toISOString();
  const mine = and(listingOf(key), eq(listings.modo, 'real'));
  const [taken] = await db
    .update(listings)
    .set({ ocupado_ate: until })
    .where(and(mine, or(isNull(listings.ocupado_ate), lte(listings.ocupado_ate, now))))
    .returning(heldColumns);
  if (taken !== undefined) return taken;
  const [busy] = await db.select({ id: listings.produto_id }).from(listings).where(mine);
  if (busy === undefined) return null;
  throw new AdapterError('not_ready', 'Outra operação com este anúncio ainda está em andamento.', {
    retryAt: new Date(clock().getTime() + COME_AGAIN),
  });
}

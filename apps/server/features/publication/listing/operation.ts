import type { Database } from '@esteira/db/database';
import { listings } from '@esteira/db/schema/products/listings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { AdapterContext, MarketplaceAdapter } from '@esteira/marketplaces/port';
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import type { JobData } from '../../../core/job-kinds';
import { JOB_LEASE_MS } from '../../../core/time/deadline';
import { withLease } from '../../../core/time/lease';
import { adapterContext } from '../../connections/calls/adapter-context';
import { changeListing, whereListing } from './listing';
import type { ListingKey } from './target';

/** Most operations are over in a moment, so it is worth coming again long before the lease runs out. */
const BUSY_RETRY_MS = 500;

const leasedColumns = {
  id_externo: listings.id_externo,
  status: listings.status,
  desejado: listings.desejado,
  desejos: listings.desejos,
  tentado_em: listings.tentado_em,
  processando_desde: listings.processando_desde,
  avisos: listings.avisos,
  descricao_pendente_desde: listings.descricao_pendente_desde,
  imagem_enviada: listings.imagem_enviada,
  recebe_estoque: sql<boolean>`recebe_estoque(anuncios)`,
};

/** A real listing as it stood when this job took its lease. */
export type LeasedListing = Pick<
  typeof listings.$inferSelect,
  Exclude<keyof typeof leasedColumns, 'recebe_estoque'>
> & {
  /** Whether it may be on sale there, so that it has to be told its stock. */
  recebe_estoque: boolean;
};

/** One job's work on a real listing, under its lease. */
export interface ListingOperation {
  deps: Deps;
  key: ListingKey;
  listing: LeasedListing;
  adapter: MarketplaceAdapter;
  /** For the next call to the marketplace: each is bounded, and all of them by the job's deadline. */
  call: () => AdapterContext;
  /**
   * Writes what the operation found out, in one transaction. Fails when its lease ran out meanwhile: by then somebody
   * else may have found out more.
   */
  write: <T>(work: (tx: Database) => Promise<T>) => Promise<T>;
}

interface ListingWork {
  run: (operation: ListingOperation) => Promise<void>;
  /** What the marketplace does not take, however often it is asked. */
  onRefused?: (operation: ListingOperation, error: AdapterError) => Promise<void>;
}

/**
 * A job that works on one real listing under its lease, which excludes all other servers: two publications at
 * once could make two listings, and a late push of stock could bring back what was just paused. Does nothing when
 * there is no such listing; comes again while somebody else is at it, and while the marketplace cannot be asked (with
 * `onRefused` the seller reads meanwhile why it waits).
 */
export function listingJob({ run, onRefused }: ListingWork) {
  return async (deps: Deps, data: JobData<'listing-publish'>, signal: AbortSignal): Promise<void> => {
    const key = toListingKey(data);
    const request = {
      key: `anuncio:${key.usuarioId}:${key.produtoId}:${key.marketplace}:${key.contaId}`,
      durationMs: JOB_LEASE_MS,
      busy: () => busyError(deps),
    };
    await withLease(deps, request, async (lease) => {
      const listing = await findLeased(deps.db, key);
      if (listing === null) return;
      const operation: ListingOperation = {
        ...{ deps, key, listing },
        adapter: deps.marketplaces[key.marketplace],
        call: () => adapterContext(key, signal),
        write: (work) =>
          deps.db.transaction(async (tx) => {
            await lease.assertHeld(tx);
            return work(tx);
          }),
      };
      try {
        await run(operation);
      } catch (error) {
        if (!(error instanceof AdapterError)) throw error;
        if (onRefused !== undefined) {
          if (!isTriedAgain(error)) return onRefused(operation, error);
          await operation.write((tx) => changeListing(tx, key, { motivo: error.message }));
        }
        // Any other operation would look for what was made, not find it, and make it again.
        if (error.mayHaveCreated && error.retryAt !== null) await lease.leaveUntil(error.retryAt);
        throw error;
      }
    });
  };
}

export const toListingKey = (data: JobData<'listing-publish'>): ListingKey => ({
  usuarioId: data.usuario_id,
  produtoId: data.produto_id,
  marketplace: data.marketplace,
  contaId: data.conta_id,
});

/** Whether the job itself comes again: the listing stays in line. */
function isTriedAgain(error: AdapterError): boolean {
  return error.transient || error.kind === 'reconnect_required';
}

function busyError({ clock }: Pick<Deps, 'clock'>): AdapterError {
  return new AdapterError('not_ready', 'Outra operação com este anúncio ainda está em andamento.', {
    retryAt: new Date(clock().getTime() + BUSY_RETRY_MS),
  });
}

async function findLeased(db: Database, key: ListingKey): Promise<LeasedListing | null> {
  const [listing] = await db
    .select(leasedColumns)
    .from(listings)
    .where(and(whereListing(key), eq(listings.modo, 'real')));
  return listing ?? null;
}

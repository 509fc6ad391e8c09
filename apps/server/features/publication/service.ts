import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import { accountName, marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { listingPauses } from '@esteira/db/schema/products/listing-pauses';
import { listings } from '@esteira/db/schema/products/listings';
import { FIRST_ACCOUNT, parseAccountCode } from '@esteira/domain/marketplace-accounts';
import { MARKETPLACE_IN, MARKETPLACE_NAMES, MARKETPLACE_OF } from '@esteira/domain/marketplaces';
import { isExamplePicture } from '@esteira/domain/products/example-pictures';
import type {
  MessageResponse,
  PublicationInput,
  PublicationResponse,
  PublishInput,
} from '@esteira/validators/marketplaces/publication';
import type { Product } from '@esteira/validators/products/product';
import { isNull } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError, productNotFound } from '../../core/errors';
import { accountNotFound } from '../connections/account-list';
import { findDefaultAccount, isAccount } from '../connections/seller-accounts';
import { isConnection } from '../connections/tokens';
import { findListingAttributes, getProduct } from '../products/service';
import {
  bumpGeneration,
  changeListing,
  desire,
  flagProduct,
  forgetListing,
  forgetPauses,
  isUntouched,
  listAccountsOf,
  lockListing,
  lockProduct,
  sendListingJob,
  toListingRow,
} from './listing/listing';
import { type ListingKey, NO_STOCK_LEFT, publishablePrice, stockFor } from './listing/target';
import { publishSimulated, unpublishSimulated } from './simulated/publication';

/**
 * Puts a product up for sale in the default account: at once on a simulated one, by a job on a real one. Repeating it is
 * harmless.
 */
export async function publishProduct(
  deps: Deps,
  usuarioId: string,
  { id, marketplace, conta_id }: PublishInput,
): Promise<PublicationResponse> {
  const asked = conta_id === undefined ? null : parseAccountCode(conta_id);
  if (asked !== null && asked.marketplace !== marketplace) throw accountNotFound();
  const contaId = asked?.contaId ?? (await findDefaultAccount(deps.db, usuarioId, marketplace));
  return publishIn(deps, usuarioId, { id, marketplace, contaId });
}

/** The same in one of the seller's accounts. */
export async function publishIn(
  deps: Deps,
  usuarioId: string,
  { id, marketplace, contaId }: PublicationInput & { contaId: number },
): Promise<PublicationResponse> {
  const product = await getProduct(deps.db, usuarioId, id);
  const key = { usuarioId, produtoId: product.id, marketplace, contaId };
  await requireAccount(deps.db, key);
  return deps.marketplaces[marketplace].modo === 'real'
    ? queuePublication(deps, product, key)
    : publishSimulated(deps, product, key);
}

/** Takes a product off sale in all accounts, reversibly, and for good in those that are disconnected. Harmless when it is not published. */
export async function unpublishProduct(
  deps: Deps,
  usuarioId: string,
  { id, marketplace }: PublicationInput,
): Promise<PublicationResponse> {
  const product = await getProduct(deps.db, usuarioId, id);
  const of = { usuarioId, produtoId: product.id, marketplace };
  await forgetPauses(deps.db, of, isNull(listingPauses.fornecedor_id));
  const accounts = await listAccountsOf(deps.db, of);
  let response = await unpublishIn(deps, product, { ...of, contaId: accounts[0] ?? FIRST_ACCOUNT });
  for (const contaId of accounts.slice(1)) {
    const next = await unpublishIn(deps, product, { ...of, contaId });
    if (next.na_fila) response = next;
  }
  return response;
}

function unpublishIn(deps: Deps, product: Product, key: ListingKey): Promise<PublicationResponse> {
  return deps.marketplaces[key.marketplace].modo === 'real'
    ? queuePause(deps, key)
    : unpublishSimulated(deps, product, key);
}

/** The listing and its job are written together, so that neither exists without the other. */
async function queuePublication(deps: Deps, product: Product, key: ListingKey): Promise<PublicationResponse> {
  publishablePrice(product, key.marketplace);
  refuseExamplePicture(product);
  const attributes = await findListingAttributes(deps.db, key.usuarioId, key.produtoId);
  if (stockFor({ product, attributes }) < 1) throw new AppError('conflict', NO_STOCK_LEFT);
  await requireConnection(deps.db, key);
  return deps.db.transaction(async (tx) => {
    const locked = await lockProduct(tx, key);
    if (locked === null || locked.excluido_em !== null) throw productNotFound();
    const listing = await lockListing(tx, key);
    if (listing?.desejado === 'publicado') {
      const isThere = listing.status === 'publicado' || listing.status === 'processando';
      if (isThere && listing.descricao_pendente_desde !== null) return queueDescription(deps, tx, key);
      if (listing.status === 'publicado')
        return { message: `Produto publicado ${MARKETPLACE_IN[key.marketplace]}!` };
      if (listing.status === 'processando')
        return { message: `Publicação em análise ${MARKETPLACE_IN[key.marketplace]}`, na_fila: true };
    }
    await enqueue(tx, key);
    await sendListingJob(deps.jobs, tx, { kind: 'listing-publish', key });
    return { message: queuedMessage(key), na_fila: true };
  });
}

/** The marketplace fetches a picture from its address, and would not find this one. */
function refuseExamplePicture({ imagem_url }: Product): void {
  if (imagem_url === null || !isExamplePicture(imagem_url)) return;
  throw new AppError(
    'conflict',
    'A imagem de exemplo só existe na Esteira. Informe o endereço público de uma foto do produto antes de publicar',
  );
}

/** The queued listing. One of the simulation has nothing in common with a real one but its place. */
async function enqueue(tx: Database, key: ListingKey): Promise<void> {
  const first = { modo: 'real', status: 'na_fila', desejado: 'publicado' } as const;
  await tx
    .insert(listings)
    .values({ ...toListingRow(key), ...first })
    .onConflictDoUpdate({
      target: [listings.usuario_id, listings.produto_id, listings.marketplace, listings.conta_id],
      set: { modo: 'real', ...desire('publicado') },
    });
}

/** The listing is there without its description: it stays as it is, and all of it is sent again, by a new plan. */
async function queueDescription(deps: Deps, tx: Database, key: ListingKey): Promise<PublicationResponse> {
  await changeListing(tx, key, { ...bumpGeneration, descricao_pendente_desde: deps.clock().toISOString() });
  await sendListingJob(deps.jobs, tx, { kind: 'listing-publish', key });
  return { message: queuedMessage(key), na_fila: true };
}

const queuedMessage = ({ marketplace }: ListingKey) =>
  `Produto na fila de publicação ${MARKETPLACE_IN[marketplace]}.`;

/** There is nothing to do where it is not for sale. */
export async function queuePause(deps: Deps, key: ListingKey): Promise<PublicationResponse> {
  const done: MessageResponse = { message: `Produto despublicado ${MARKETPLACE_OF[key.marketplace]}` };
  return deps.db.transaction(async (tx) => {
    await lockProduct(tx, key);
    const listing = await lockListing(tx, key);
    await flagProduct(tx, key, false);
    if (listing === null || listing.desejado === 'encerrado') return done;
    if (listing.status === 'encerrado') return done;
    // One that was paused over there, and not here, is followed when it is back on sale.
    if (listing.status === 'pausado' && listing.desejado === 'pausado') return done;
    if (isUntouched(listing)) {
      await forgetListing(tx, key);
      return done;
    }
    await changeListing(tx, key, desire('pausado'));
    await sendListingJob(deps.jobs, tx, { kind: 'listing-pause', key });
    return { message: `Produto na fila para sair ${MARKETPLACE_OF[key.marketplace]}.`, na_fila: true };
  });
}

/** A disconnected account publishes nothing, also where there is no real one. */
async function requireAccount(db: Database, key: ListingKey): Promise<void> {
  const { desconectada_em } = marketplaceAccounts;
  const [account] = await db
    .select({ nome: accountName, desconectada_em })
    .from(marketplaceAccounts)
    .where(isAccount(key));
  if (account === undefined) throw accountNotFound();
  if (account.desconectada_em !== null && key.contaId !== FIRST_ACCOUNT)
    throw new AppError('conflict', `Reconecte ${account.nome} na página Integrações antes de publicar`);
}

/** A seller without an account there is told so at once, instead of by a job that waits for one. */
async function requireConnection(db: Database, key: ListingKey): Promise<void> {
  const [connection] = await db
    .select({ status: connections.status })
    .from(connections)
    .where(isConnection(key));
  if (connection?.status === 'conectado') return;
  const verb = connection === undefined ? 'Conecte' : 'Reconecte';
  const name = MARKETPLACE_NAMES[key.marketplace];
  throw new AppError('conflict', `${verb} sua conta ${name} na página Integrações antes de publicar`);
}

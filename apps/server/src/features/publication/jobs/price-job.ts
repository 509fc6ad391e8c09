import { PRICE_FIELD } from '@esteira/domain/channels';
import { managedPriceWarning } from '@esteira/domain/listing-warnings';
import { toCents } from '@esteira/domain/money';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { PriceResult } from '@esteira/marketplaces/port';
import type { Deps } from '../../../core/context';
import type { JobHandler } from '../../../jobs/job-handler';
import { JOB_PATIENCE, marketplaceCall } from '../../connections/calls/adapter-context';
import { type HeldListing, holdListing } from '../listing/lease';
import { changeListing, keyOf } from '../listing/listing';
import { type ListingKey, loadTarget, refOf } from '../listing/target';
import { isTriedAgain, noteWaiting } from './failure';

/** Tells a marketplace the product's price as it is now. */
export const pushPrice: JobHandler<'listing-price'> = async (deps, dados) => {
  const key = keyOf(dados);
  await holdListing(deps, key, async (listing) => {
    const { id_externo, desejado, status } = listing;
    if (id_externo === null || desejado !== 'publicado') return;
    if (status !== 'publicado' && status !== 'processando') return;
    const { product } = await loadTarget(deps.db, key);
    const preco = product[PRICE_FIELD[key.marketplace]];
    if (preco === null || preco === 0 || product.excluido_em !== null) return;
    const call = marketplaceCall(key.usuarioId, JOB_PATIENCE);
    const adapter = deps.marketplaces[key.marketplace];
    try {
      const result = await adapter.updatePrice(call, refOf(product, id_externo), toCents(preco));
      await noteResult(deps, key, { listing, result });
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      if (!isTriedAgain(error)) return changeListing(deps.db, key, { motivo: notChanged(error.message) });
      await noteWaiting(deps, key, error);
      throw error;
    }
  });
};

async function noteResult(
  deps: Deps,
  key: ListingKey,
  { listing, result }: { listing: HeldListing; result: PriceResult },
): Promise<void> {
  const managed = managedPriceWarning(key.marketplace).mensagem;
  const others = listing.avisos.filter((aviso) => aviso !== managed);
  await changeListing(deps.db, key, {
    motivo: null,
    avisos: result === 'managed_by_marketplace' ? [managed, ...others] : others,
    sincronizado_em: deps.clock().toISOString(),
  });
}

const notChanged = (motivo: string) => `O preço não foi alterado: ${motivo}`;

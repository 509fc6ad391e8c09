import { toPlainIdentifier } from '@esteira/domain/text/plain-text';
import { at, centsAt, listAt, numberAt, textAt } from '../../http/json';
import type { ListingState, ListingStatus } from '../../port';

const REVIEW = 'O Mercado Livre está revisando o anúncio.';
const PATCH =
  'O Mercado Livre pede correções neste anúncio. Abra o anúncio no Mercado Livre e veja o que falta.';
const FORBIDDEN = 'O anúncio descumpre as regras do Mercado Livre e não pode ser reativado.';
const OPEN_PAYMENTS = 'A conta tem pagamentos em aberto com o Mercado Livre.';
const INACTIVE = 'O Mercado Livre desativou o anúncio. Abra o Mercado Livre e veja o motivo.';

/** The documentation spells it both ways. */
const PICTURES_PENDING = ['picture_downloading_pending', 'picture_download_pending'];

type Status = { status: ListingStatus; motivos: string[] };

/**
 * Where a listing stands, with the reason when it is not for sale
 * (docs/marketplace-rules.md#mercado-livre-listing-states). Unknown values read as under review.
 */
export function toListingStatus(item: unknown): Status {
  const sub = listAt(item, 'sub_status');
  switch (textAt(item, 'status')) {
    case 'active':
      return { status: 'live', motivos: [] };
    case 'paused':
      return toPausedStatus(sub);
    case 'closed':
      return { status: 'closed', motivos: ['O anúncio foi encerrado no Mercado Livre.'] };
    case 'payment_required':
      return { status: 'rejected', motivos: [OPEN_PAYMENTS] };
    case 'inactive':
      return { status: 'rejected', motivos: [INACTIVE] };
    case 'under_review':
      if (sub.includes('forbidden')) return { status: 'rejected', motivos: [FORBIDDEN] };
      if (sub.includes('waiting_for_patch')) return { status: 'rejected', motivos: [PATCH] };
      return { status: 'processing', motivos: [REVIEW] };
    default:
      return { status: 'processing', motivos: [REVIEW] };
  }
}

function toPausedStatus(sub: readonly unknown[]): Status {
  if (sub.some((each) => PICTURES_PENDING.includes(String(each)))) {
    return { status: 'processing', motivos: ['O Mercado Livre ainda está baixando a imagem.'] };
  }
  // Both may stand there; then stock alone does not bring it back.
  if (sub.includes('out_of_stock') && !sub.includes('paused_by_seller')) {
    return { status: 'out_of_stock', motivos: ['O anúncio está sem estoque.'] };
  }
  return { status: 'paused', motivos: ['O anúncio está pausado.'] };
}

/** Whether it takes changes; not under review, while payments are open, or once it is closed. */
export function isChangeable(item: unknown): boolean {
  return ['active', 'paused'].includes(textAt(item, 'status') ?? '');
}

/** An item of Mercado Livre as the port shows a listing; of variations the one with the product's SKU. */
export function toListingState(item: unknown, sku: string | null = null): ListingState {
  const isVaried = listAt(item, 'variations').length > 0;
  const isInFull = textAt(item, 'shipping', 'logistic_type') === 'fulfillment';
  const stocked = isVaried ? findVariation(item, sku) : item;
  return {
    id_externo: textAt(item, 'id') ?? '',
    preco_centavos: centsAt(item, 'price'),
    estoque: isInFull ? null : numberAt(stocked, 'available_quantity'),
    url: textAt(item, 'permalink'),
    ...toListingStatus(item),
  };
}

/** An attribute of the item; undefined when it does not show it. */
export function getAttribute(item: unknown, id: string): unknown {
  return listAt(item, 'attributes').find((each) => at(each, 'id') === id);
}

/** The variation with this SKU, or the only one; null where it cannot be told. */
export function findVariation(item: unknown, sku: string | null): unknown | null {
  const all = listAt(item, 'variations');
  if (all.length === 1) return all[0];
  const fold = (text: string) => toPlainIdentifier(text).toLowerCase();
  const skuOf = (each: unknown) =>
    textAt(getAttribute(each, 'SELLER_SKU'), 'value_name') ?? textAt(each, 'seller_custom_field');
  return all.find((each) => sku !== null && fold(skuOf(each) ?? '') === fold(sku)) ?? null;
}

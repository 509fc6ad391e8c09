import { at, centsAt, listAt, numberAt, textAt } from '../../http/json';
import type { ListingState, ListingStatus, PublishResult } from '../../port';

const REVIEW = 'O Mercado Livre está revisando o anúncio.';
const PATCH =
  'O Mercado Livre pede correções neste anúncio. Abra o anúncio no Mercado Livre e veja o que falta.';
const FORBIDDEN = 'O anúncio descumpre as regras do Mercado Livre e não pode ser reativado.';
const DEBT = 'A conta tem pagamentos em aberto com o Mercado Livre.';
const INACTIVE = 'O Mercado Livre desativou o anúncio. Abra o Mercado Livre e veja o motivo.';

/** The documentation spells it both ways. */
const PICTURES_PENDING = ['picture_downloading_pending', 'picture_download_pending'];

/** Where a listing stands, with the reason when it is not for sale (marketplaces.md §1.4). Unknown values are kept
 * from harm: they read as under review. */
export function listingStatusOf(item: unknown): { status: ListingStatus; motivos: string[] } {
  const sub = listAt(item, 'sub_status');
  switch (textAt(item, 'status')) {
    case 'active':
      return { status: 'live', motivos: [] };
    case 'paused':
      return pausedStatusOf(sub);
    case 'closed':
      return { status: 'closed', motivos: ['O anúncio foi encerrado no Mercado Livre.'] };
    case 'payment_required':
      return { status: 'rejected', motivos: [DEBT] };
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

function pausedStatusOf(sub: readonly unknown[]): { status: ListingStatus; motivos: string[] } {
  if (sub.some((each) => PICTURES_PENDING.includes(String(each)))) {
    return { status: 'processing', motivos: ['O Mercado Livre ainda está baixando a imagem.'] };
  }
  // Both may stand there; then stock alone does not bring it back.
  if (sub.includes('out_of_stock') && !sub.includes('paused_by_seller')) {
    return { status: 'out_of_stock', motivos: ['O anúncio está sem estoque.'] };
  }
  return { status: 'paused', motivos: ['O anúncio está pausado.'] };
}

/** An item of Mercado Livre as the port shows a listing. */
export function listingStateOf(item: unknown): ListingState {
  return {
    id_externo: textAt(item, 'id') ?? '',
    preco_centavos: centsAt(item, 'price'),
    estoque: numberAt(item, 'available_quantity'),
    url: textAt(item, 'permalink'),
    ...listingStatusOf(item),
  };
}

/** What became of a publication, by the item as it is afterwards. */
export function publishResultOf(
  item: unknown,
  { avisos, ...more }: { avisos: string[]; imagem_enviada?: string },
): PublishResult {
  const told = { id_externo: textAt(item, 'id') ?? '', ...more };
  const { status, motivos } = listingStatusOf(item);
  if (status === 'live') return { status, ...told, url: textAt(item, 'permalink'), avisos };
  if (status === 'closed') return { status: 'rejected', motivos };
  if (status === 'rejected') return { status, motivos, id_externo: told.id_externo };
  return { status: 'processing', ...told, avisos: [...motivos, ...avisos] };
}

/** Whether an item belongs to the seller: any item can be read by anybody. */
export function isOwnItem(item: unknown, vendedorId: string): boolean {
  return textAt(item, 'seller_id') === vendedorId;
}

/** The SKU that the item bears. */
export function skuOf(item: unknown): string | null {
  return textAt(attributeOf(item, 'SELLER_SKU'), 'value_name');
}

/** An attribute of the item; undefined when it does not show it. */
export function attributeOf(item: unknown, id: string): unknown {
  return listAt(item, 'attributes').find((each) => at(each, 'id') === id);
}

/** Whether the item has variations of the old kind, each with its own stock. */
export function hasVariations(item: unknown): boolean {
  return listAt(item, 'variations').length > 0;
}

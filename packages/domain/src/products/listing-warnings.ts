import { MARKETPLACE_OF, type Marketplace } from '../marketplaces';

/**
 * What a marketplace took with reservations. Only the code says which one it is; the sentence beside it is for the
 * seller and is never compared.
 */
export const LISTING_WARNING_CODES = [
  /** A price automation of the seller's account owns the price: ours was not taken. */
  'preco_automatico',
  /** All variations of the listing have one price, which is not ours alone. */
  'preco_unico_nas_variacoes',
  /** The units are in the marketplace's own warehouses: their number is not ours to tell. */
  'estoque_do_marketplace',
  /** It could not be told whose units they are, or where they are: their number was not sent. */
  'estoque_nao_enviado',
  /** The listing is there, its description is not: it has to be sent again. */
  'descricao_pendente',
  /** It takes no changes now (under review, off sale): the latest were not sent, and are when it is on sale again. */
  'em_revisao',
  /** It is accepted and not yet for sale, for this reason. */
  'em_processamento',
  /** Something can no longer be changed there and stays as it was. */
  'campo_mantido',
  /** A change was refused. */
  'alteracao_recusada',
  'titulo_encurtado',
  /** Amazon: the offer stands on a page that is there already. */
  'pagina_existente',
  /** Amazon: the product's condition was told by one of its grades. */
  'condicao_informada',
  /** Any other warning of the marketplace. */
  'observacao',
] as const;

export type ListingWarningCode = (typeof LISTING_WARNING_CODES)[number];

/** A warning as it is kept: its code, and the Portuguese sentence that the seller reads. */
export type ListingWarning = { codigo: ListingWarningCode; mensagem: string };

/** What the seller reads while a price automation owns the price. */
export function managedPriceWarning(marketplace: Marketplace): ListingWarning {
  const mensagem = `O preço deste anúncio é controlado por uma automação de preços ${MARKETPLACE_OF[marketplace]}.`;
  return { codigo: 'preco_automatico', mensagem };
}

/** What the seller reads of a listing whose variations, which may be other products, have one price. */
export const ONE_PRICE_WARNING: ListingWarning = {
  codigo: 'preco_unico_nas_variacoes',
  mensagem: 'No Mercado Livre as variações deste anúncio têm um só preço: altere-o lá.',
};

/** What the seller reads while changes of the product wait for the listing to be on sale again. */
export const UNSENT_CHANGES_WARNING: ListingWarning = {
  codigo: 'em_revisao',
  mensagem:
    'As últimas alterações do produto ainda não foram enviadas: serão enviadas quando o anúncio voltar à venda.',
};

/** The same warnings with that one, once. */
export function withUnsent(warnings: readonly ListingWarning[]): ListingWarning[] {
  return [...withoutUnsent(warnings), UNSENT_CHANGES_WARNING];
}

/** The same warnings without that one. */
export function withoutUnsent(warnings: readonly ListingWarning[]): ListingWarning[] {
  return warnings.filter(({ codigo }) => codigo !== UNSENT_CHANGES_WARNING.codigo);
}

/** Whether it says why the stock of a listing is not told. */
export function isAboutStock(code: ListingWarningCode): boolean {
  return code === 'estoque_do_marketplace' || code === 'estoque_nao_enviado';
}

/** What the seller reads of a listing whose units are in the marketplace's own warehouses. */
export function managedStockWarning(marketplace: Marketplace): ListingWarning {
  const whose = { mercadolivre: 'do Full', amazon: 'da Amazon (FBA)' }[marketplace];
  return { codigo: 'estoque_do_marketplace', mensagem: `O estoque deste anúncio é ${whose}.` };
}

/** The warnings with each sentence once, in their order. */
export function distinctWarnings(warnings: readonly ListingWarning[]): ListingWarning[] {
  return [...new Map(warnings.map((warning) => [warning.mensagem, warning])).values()];
}

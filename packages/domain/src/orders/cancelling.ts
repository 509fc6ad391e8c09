import type { Marketplace } from '../marketplaces';

/** Why a seller cancels, as the dialog offers it; anything else is typed. */
export const CANCEL_REASONS = [
  'Comprador desistiu',
  'Fornecedor sem estoque',
  'Endereço errado ou incompleto',
  'Preço ou anúncio errado',
  'Suspeita de fraude',
] as const;

export const MAX_CANCEL_REASON_LENGTH = 200;

interface CancelPlace {
  label: string;
  /** Leads there for other reasons. */
  open: string;
  /** Its own page of the order, by the marketplace's order number. */
  toUrl: (numero: string) => string;
}

/** Where orders of a real marketplace are cancelled: buyer, money and reputation are there. */
export const MARKETPLACE_CANCELS: Readonly<Record<Marketplace, CancelPlace>> = {
  mercadolivre: {
    label: 'Cancele no Mercado Livre',
    open: 'Abrir no Mercado Livre',
    toUrl: (numero) => `https://www.mercadolivre.com.br/vendas/${encodeURIComponent(numero)}/detalhe`,
  },
  amazon: {
    label: 'Cancele na Amazon',
    open: 'Abrir na Amazon',
    toUrl: (numero) => `https://sellercentral.amazon.com.br/orders-v3/order/${encodeURIComponent(numero)}`,
  },
};

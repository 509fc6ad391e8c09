import type { Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '../adapter-error';
import { isWholeFrom } from '../checks';
import type { ExternalOrder, ListingProduct } from '../port';
import { drawBuyer, type RandomInt } from './buyers';
import { listingTitle, makeListingId } from './listing-rules';
import { sentinelIn } from './sentinels';

/** Units sold of one product at a moment. */
export type SaleInput = {
  produto: Pick<ListingProduct, 'id' | 'sku' | 'nome' | 'preco_centavos'>;
  quantidade: number;
  now: Date;
};

/** A paid order with its buyer, who is always known in a simulation. */
export type SimulatedSale = ExternalOrder & {
  cliente_nome: string;
  cliente_endereco: string;
};

/**
 * Makes the order that a buyer's purchase of the product would make, paid at `now`. Its number has the real
 * format and is drawn at random: a repetition is improbable, not impossible, so the store's uniqueness rules.
 * @throws AdapterError `validation` unless `quantidade` is a whole number of at least 1.
 */
export function drawSale(kind: Marketplace, sale: SaleInput, random: RandomInt): SimulatedSale {
  const { produto, quantidade, now } = sale;
  if (!isWholeFrom(1, quantidade)) {
    throw new AdapterError('validation', 'A quantidade precisa ser um número inteiro a partir de 1.');
  }
  const suspicious = sentinelIn(produto.sku, produto.nome) === 'SIM-FRAUDE';
  return {
    marketplace: kind,
    ml_order_id: drawOrderNumber(kind, random),
    situacao: 'pago',
    itens: [
      {
        id_externo: makeListingId(kind, produto.id),
        sku: produto.sku,
        titulo: listingTitle(kind, produto.nome),
        quantidade,
        preco_unitario_centavos: produto.preco_centavos,
      },
    ],
    ...drawBuyer(random),
    motivo_bloqueio: suspicious ? 'O marketplace suspeita de fraude neste pedido: não envie.' : null,
    enviado_pelo_marketplace: false,
    pacote_id: null,
    criado_em: now,
    atualizado_em: now,
  };
}

/** Mercado Livre: 16 digits from 2000…; Amazon: 3-7-7 digits, 701 or 702 in Brazil. */
export function drawOrderNumber(kind: Marketplace, random: RandomInt): string {
  if (kind === 'mercadolivre') return `2000${drawDigits(6, random)}${drawDigits(6, random)}`;
  return `${701 + random(2)}-${drawDigits(7, random)}-${drawDigits(7, random)}`;
}

function drawDigits(count: number, random: RandomInt): string {
  return String(random(10 ** count)).padStart(count, '0');
}

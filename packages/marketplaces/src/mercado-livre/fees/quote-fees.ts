import { billableWeight } from '@esteira/domain/profit/costs/billable-weight';
import type { FeeGap } from '@esteira/domain/profit/known-fees';
import type { Logistics } from '@esteira/domain/profit/rules/fee-rule';
import { ML_CARRIED } from '@esteira/domain/profit/rules/mercado-livre/shipping-matrix';
import { AdapterError, type AdapterErrorKind } from '../../adapter-error';
import { requirePrice } from '../../checks';
import { centsAt, numberAt, textAt } from '../../http/json';
import type { AdapterContext, FeeQuestion, FeeQuote } from '../../port';
import type { MercadoLivreClient } from '../client';
import { parseError, toAdapterError } from '../errors';
import { findCategory, LISTING_TYPES, toCondition } from '../listing/draft';
import { bandOf, freightBand, meet, only } from './price-bands';

/**
 * What Mercado Livre would take of a sale: its fee by `listing_prices`, and the freight of this account where Mercado
 * Livre carries the parcel (docs/marketplace-rules.md#mercado-livre-fees). Holds within the price's band.
 */
export async function quoteFees(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  question: FeeQuestion,
): Promise<FeeQuote> {
  requirePrice(question.preco_centavos);
  const category = await findCategory(client, ctx, question);
  if (category === null) return { ...only(question.preco_centavos), fees: [], gaps: ['categoria'] };
  const sale = await readSaleFee(client, ctx, { question, category: category.id });
  const freight = await readFreight(client, ctx, question);
  if (typeof freight === 'string') return { ...sale, gaps: [freight] };
  if (freight === null) return { ...sale, gaps: [] };
  const band = meet(sale, freightBand(question.preco_centavos, freight));
  return { ...band, fees: [...sale.fees, { code: 'frete_vendedor', charge: { cents: freight } }], gaps: [] };
}

type SaleFee = Omit<FeeQuote, 'gaps'>;

async function readSaleFee(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { question, category }: { question: FeeQuestion; category: string },
): Promise<SaleFee> {
  const { preco_centavos, tipo_anuncio, logistics, parcel } = question;
  const weight = billableWeight(parcel);
  const response = await client.call(ctx, {
    operation: 'ml.fees.read',
    method: 'GET',
    path: '/sites/MLB/listing_prices',
    query: {
      price: toReais(preco_centavos),
      category_id: category,
      listing_type_id: LISTING_TYPES[tipo_anuncio],
      currency_id: 'BRL',
      // Without these two the fixed fee is not the one that is charged.
      ...toLogistic(logistics),
      ...(weight === null ? {} : { billable_weight: String(weight) }),
    },
  });
  const fee = toSaleFee(response.json(), question);
  if (fee === null) {
    throw new AdapterError(
      'upstream_unavailable',
      'O Mercado Livre respondeu de um jeito inesperado. Tente novamente depois.',
      { cause: 'listing_prices: the answer names no fee of this kind of listing' },
    );
  }
  return fee;
}

/**
 * Reads the answer of `listing_prices`, a list or the one kind of listing that was asked for; null where the fee is not
 * in it. A percentage that does not make the amount is not believed: then the amount holds, at this price.
 */
export function toSaleFee(
  answer: unknown,
  { preco_centavos, tipo_anuncio }: Pick<FeeQuestion, 'preco_centavos' | 'tipo_anuncio'>,
): SaleFee | null {
  const kinds = Array.isArray(answer) ? answer : [answer];
  const mine = kinds.find((kind) => textAt(kind, 'listing_type_id') === LISTING_TYPES[tipo_anuncio]);
  const whole = centsAt(mine, 'sale_fee_amount');
  if (whole === null || whole < 0) return null;
  // The amount holds the fixed fee already.
  const fixed = Math.min(whole, Math.max(0, centsAt(mine, 'sale_fee_details', 'fixed_fee') ?? 0));
  const shareBps = Math.round((numberAt(mine, 'sale_fee_details', 'percentage_fee') ?? -1) * 100);
  const share = Math.floor((preco_centavos * shareBps + 5_000) / 10_000);
  const isShare = shareBps >= 0 && shareBps <= 10_000 && share + fixed === whole;
  return {
    ...(isShare ? bandOf(preco_centavos) : only(preco_centavos)),
    fees: [
      { code: 'tarifa_venda', charge: isShare ? { shareBps } : { cents: whole - fixed } },
      { code: 'tarifa_fixa', charge: { cents: fixed } },
    ],
  };
}

/** The freight in cents, why it is not known, or null where Mercado Livre charges none. */
async function readFreight(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { preco_centavos, tipo_anuncio, condicao, logistics, parcel }: FeeQuestion,
): Promise<number | FeeGap | null> {
  if (!CARRIED.has(logistics)) return null;
  const { weightG, heightCm, widthCm, lengthCm } = parcel;
  if (weightG === null) return 'peso';
  if (heightCm === null || widthCm === null || lengthCm === null) return 'medidas';
  const { vendedor_id } = await client.account(ctx);
  const response = await client.ask(ctx, {
    operation: 'ml.freight.read',
    method: 'GET',
    path: `/users/${vendedor_id}/shipping_options/free`,
    query: {
      dimensions: `${heightCm}x${widthCm}x${lengthCm},${weightG}`,
      item_price: toReais(preco_centavos),
      listing_type_id: LISTING_TYPES[tipo_anuncio],
      mode: 'me2',
      ...toCondition({ condicao }),
      logistic_type: logistics,
      free_shipping: 'true',
      verbose: 'true',
    },
  });
  if (response.status < 300) {
    const cents = centsAt(response.json(), 'coverage', 'all_country', 'list_cost');
    return cents !== null && cents >= 0 ? cents : 'frete';
  }
  const error = toAdapterError(parseError(response));
  if (UNTOLD.has(error.kind)) return 'frete';
  throw error;
}

const CARRIED: ReadonlySet<Logistics> = new Set(ML_CARRIED);

/** The parcel does not travel like this, or the application may not ask: the fee of the sale is told all the same. */
const UNTOLD: ReadonlySet<AdapterErrorKind> = new Set(['validation', 'not_found', 'forbidden']);

/** Mercado Livre's names of how a parcel travels. */
function toLogistic(logistics: Logistics): { logistic_type: string; shipping_mode: string } {
  if (logistics === 'me1') return { logistic_type: 'default', shipping_mode: 'me1' };
  if (logistics === 'custom' || logistics === 'not_specified') {
    return { logistic_type: logistics, shipping_mode: logistics };
  }
  return { logistic_type: logistics, shipping_mode: 'me2' };
}

const toReais = (cents: number) => (cents / 100).toFixed(2);

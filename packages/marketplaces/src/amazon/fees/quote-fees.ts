import { randomUUID } from 'node:crypto';
import { isGtin } from '@esteira/domain/products/gtin';
import { AdapterError } from '../../adapter-error';
import { requirePrice } from '../../checks';
import { at, centsAt, listAt, textAt } from '../../http/json';
import type { AdapterContext, FeeQuestion, FeeQuote, ToldFee } from '../../port';
import type { AmazonCall, AmazonClient } from '../client';
import { quote, unexpectedResponse } from '../errors';
import { findOnCatalog } from '../listing/catalogue';
import { type FeeCode, toFeeCode } from './fee-codes';

/**
 * What Amazon would take of a sale, by its Product Fees (docs/marketplace-rules.md#amazon-fees): of the seller's
 * listing, else of the item of its catalogue that bears the EAN. Holds for this price alone, as Amazon tells amounts.
 */
export async function quoteFees(
  client: AmazonClient,
  ctx: AdapterContext,
  question: FeeQuestion,
): Promise<FeeQuote> {
  const { id_externo, preco_centavos } = question;
  requirePrice(preco_centavos);
  const prices = { fromCents: preco_centavos, toCents: preco_centavos };
  const ofListing = id_externo ? await estimate(client, ctx, { question, sku: id_externo }) : null;
  const fees = ofListing ?? (await estimateByEan(client, ctx, question));
  return fees === null ? { ...prices, fees: [], gaps: ['produto'] } : { ...prices, fees, gaps: [] };
}

/** Null where Amazon's catalogue does not have exactly one such product. */
async function estimateByEan(
  client: AmazonClient,
  ctx: AdapterContext,
  question: FeeQuestion,
): Promise<ToldFee[] | null> {
  if (!isGtin(question.ean?.trim() ?? '')) return null;
  const match = await findOnCatalog(client, ctx, question);
  return 'asin' in match ? estimate(client, ctx, { question, asin: match.asin }) : null;
}

/** Null where Amazon does not know the item. */
async function estimate(
  client: AmazonClient,
  ctx: AdapterContext,
  { question, ...item }: { question: FeeQuestion } & ({ sku: string } | { asin: string }),
): Promise<ToldFee[] | null> {
  const { preco_centavos, logistics } = question;
  const isByAmazon = logistics === 'fba';
  const money = (cents: number) => ({ CurrencyCode: 'BRL', Amount: cents / 100 });
  const response = await client.call(ctx, {
    ...operationOf(item),
    body: {
      FeesEstimateRequest: {
        MarketplaceId: client.marketplaceId,
        IsAmazonFulfilled: isByAmazon,
        PriceToEstimateFees: { ListingPrice: money(preco_centavos), Shipping: money(0) },
        Identifier: randomUUID(),
        ...(isByAmazon && { OptionalFulfillmentProgram: 'FBA_CORE' }),
      },
    },
  });
  return toFees(response.json());
}

const operationOf = (item: { sku: string } | { asin: string }): AmazonCall =>
  'sku' in item
    ? { operation: 'getMyFeesEstimateForSKU', path: { SellerSKU: item.sku } }
    : { operation: 'getMyFeesEstimateForASIN', path: { Asin: item.asin } };

/**
 * Reads an estimate: one fee a code, and what the parts leave of the whole is a fee of the sale. None where the whole is
 * zero and names no part; null where Amazon does not know the item.
 * @throws AdapterError `upstream_unavailable` where it could not tell, or does not follow its model: an answer of 200
 *   may be a failure, and what is taken is neither below zero nor less than its parts.
 */
export function toFees(body: unknown): ToldFee[] | null {
  const result = at(body, 'payload', 'FeesEstimateResult');
  const status = textAt(result, 'Status');
  if (status === 'ClientError') return null;
  if (status === 'ServiceError') {
    throw new AdapterError(
      'upstream_unavailable',
      `A Amazon não calculou as tarifas. Tente novamente depois.${quote(textAt(result, 'Error', 'Message') ?? '')}`,
      { cause: `feesEstimate: ${textAt(result, 'Error', 'Code') ?? status}` },
    );
  }
  const whole = centsAt(result, 'FeesEstimate', 'TotalFeesEstimate', 'Amount');
  if (status !== 'Success' || whole === null || whole < 0) throw unexpectedResponse('feesEstimate');
  const parts = listAt(result, 'FeesEstimate', 'FeeDetailList').map((fee) => ({
    type: textAt(fee, 'FeeType') ?? '',
    cents: centsAt(fee, 'FinalFee', 'Amount') ?? 0,
  }));
  const sums = new Map<FeeCode, number>();
  const add = (code: FeeCode, cents: number) => sums.set(code, (sums.get(code) ?? 0) + cents);
  for (const { type, cents } of parts) {
    // Zero is the account's word only where the fee is named after what everybody else pays.
    if (cents !== 0 || NAMED.has(type)) add(toFeeCode(type), cents);
  }
  const rest = whole - parts.reduce((sum, { cents }) => sum + cents, 0);
  if (rest !== 0) add('tarifa_venda', rest);
  if (rest < 0 || [...sums.values()].some((cents) => cents < 0)) throw unexpectedResponse('feesEstimate');
  return [...sums].flatMap(([code, cents]) =>
    // The rule of the instalments is the seller's choice, and no estimate names it.
    code === 'parcelamento' ? [] : [{ code, charge: { cents } }],
  );
}

const NAMED: ReadonlySet<string> = new Set(['ReferralFee', 'PerItemFee']);

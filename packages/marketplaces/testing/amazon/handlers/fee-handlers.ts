import { at, centsAt, textAt } from '../../../src/http/json';
import {
  draw,
  type FakeCall,
  type FakeFees,
  type FakeSeller,
  type Handler,
  ok,
  refused,
  type World,
} from '../world';

const DEFAULT_FEES: FakeFees = { share: 0.12, fees: {} };

/** getMyFeesEstimateForSKU: of a listing of the seller. */
export const getMyFeesEstimateForSKU: Handler = (world, call, seller) => {
  const sku = call.path['SellerSKU'] ?? '';
  const listing = seller.listings.get(sku);
  return answer(world, { call, seller }, { type: 'SellerSKU', value: sku, asin: listing?.asin ?? null });
};

/** getMyFeesEstimateForASIN: of an item of the catalogue. */
export const getMyFeesEstimateForASIN: Handler = (world, call, seller) => {
  const asin = call.path['Asin'] ?? '';
  const isKnown = world.catalog.some((item) => item.asin === asin);
  return answer(world, { call, seller }, { type: 'ASIN', value: asin, asin: isKnown ? asin : null });
};

type Item = { type: 'ASIN' | 'SellerSKU'; value: string; asin: string | null };

/** An item that Amazon does not know is an answer of success that says so. */
function answer(
  world: World,
  { call, seller }: { call: FakeCall; seller: FakeSeller },
  { type, value, asin }: Item,
) {
  const request = at(call.body, 'FeesEstimateRequest');
  if (textAt(request, 'MarketplaceId') !== world.marketplaceId) {
    return refused(400, 'InvalidInput', 'Incorrect Marketplace identifier.');
  }
  const isByAmazon = at(request, 'IsAmazonFulfilled') === true;
  if (!isByAmazon && at(request, 'OptionalFulfillmentProgram') !== undefined) {
    return refused(400, 'InvalidInput', 'OptionalFulfillmentProgram needs IsAmazonFulfilled.');
  }
  const price = centsAt(request, 'PriceToEstimateFees', 'ListingPrice', 'Amount') ?? 0;
  const FeesEstimateIdentifier = {
    MarketplaceId: world.marketplaceId,
    SellerId: seller.vendedor_id,
    IdType: type,
    IdValue: value,
    IsAmazonFulfilled: isByAmazon,
    PriceToEstimateFees: at(request, 'PriceToEstimateFees'),
    SellerInputIdentifier: textAt(request, 'Identifier') ?? draw(world, 4),
  };
  const FeesEstimateResult =
    asin === null
      ? { Status: 'ClientError', FeesEstimateIdentifier, Error: unknownItem(value) }
      : { Status: 'Success', FeesEstimateIdentifier, FeesEstimate: estimate(world, { asin, price }) };
  return ok({ payload: { FeesEstimateResult } });
}

const unknownItem = (value: string) => ({
  Type: 'Sender',
  Code: 'InvalidParameterValue',
  Message: `There is no item ${value}.`,
  Detail: [],
});

function estimate(world: World, { asin, price }: { asin: string; price: number }) {
  const { share, fees } = world.fees.get(asin) ?? DEFAULT_FEES;
  const parts = { ReferralFee: Math.max(100, Math.round(price * share)), VariableClosingFee: 0, ...fees };
  return {
    TimeOfFeesEstimation: world.clock().toISOString(),
    TotalFeesEstimate: money(Object.values(parts).reduce((sum, cents) => sum + cents, 0)),
    FeeDetailList: Object.entries(parts).map(([FeeType, cents]) => ({
      FeeType,
      FeeAmount: money(cents),
      FeePromotion: money(0),
      FinalFee: money(cents),
      // Says the same again, of what the fee is made of.
      IncludedFeeDetailList: [{ FeeType: `${FeeType}Base`, FeeAmount: money(cents), FinalFee: money(cents) }],
    })),
  };
}

const money = (cents: number) => ({ CurrencyCode: 'BRL', Amount: cents / 100 });

import type { Failure } from '@esteira/config/testing/local-server';
import { HOUR_MS } from '@esteira/domain/durations';
import { afterEach, expect } from 'vitest';
import { FAILURES } from '../../testing/amazon/failures';
import type { FakeAmazon } from '../../testing/amazon/server';
import {
  asinOf,
  labelRequestOf,
  makeProduct,
  openTestHarness,
  type TestHarness,
} from '../../testing/amazon/test-harness';
import { describeMarketplace } from '../../testing/conformance';
import type { MarketplaceHarness } from '../../testing/listing-conformance';
import type { AdapterErrorKind } from '../adapter-error';
import type { LabelRequest, ListingProduct } from '../port';

/** What the catalogue search, a publication's first call, meets for each kind of error. */
const SCRIPT: Partial<Record<AdapterErrorKind, Failure>> = {
  auth_expired: FAILURES.tokenExpired,
  rate_limited: FAILURES.quotaExceeded,
  validation: { status: 400, body: { errors: [{ code: 'InvalidInput', message: 'x' }] } },
  not_found: { status: 404, body: { errors: [{ code: 'NotFound', message: 'x' }] } },
  conflict: { status: 409, body: {} },
  forbidden: FAILURES.roleMissing,
  upstream_unavailable: 'drop',
};

let fake: FakeAmazon | undefined;

afterEach(async () => {
  await fake?.close();
  expect(fake?.violations).toEqual([]);
});

describeMarketplace('amazon over the fake SP-API', async () => {
  const harness = await openTestHarness({ pageSize: 1 });
  fake = harness.fake;
  harness.accounts.connect('bia', harness.fake.connectSeller({ nome: 'Loja da Bia' }));
  return makeHarness(harness);
});

function makeHarness({
  fake,
  adapter,
  ctx,
  seller,
  clock,
  advance,
  product,
}: TestHarness): MarketplaceHarness {
  const order = (produto: ListingProduct, etiquetaAPartirDe?: Date): LabelRequest => {
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, {
      sku: produto.sku ?? '',
      quantidade: 2,
      ...(etiquetaAPartirDe ? { etiquetaAPartirDe } : {}),
    });
    // Amazon shows an order in searches only some minutes later.
    advance(5 * 60_000);
    return { ...labelRequestOf(orderId), sku: produto.sku, quantidade: 2 };
  };
  return {
    adapter,
    ctx,
    publishes: 'processing',
    otherCtx: { usuarioId: 'bia', contaId: 1 },
    product,
    productOfTakenSku: () => {
      const produto = product();
      fake.seedListing(seller.vendedor_id, { sku: produto.sku ?? '', asin: asinOf(1) });
      return produto;
    },
    refusedProduct: () => makeProduct(999),
    finishProcessing: async () => fake.finishProcessing(),
    placeOrder: async (produto) => order(produto),
    placeOrderWithoutLabel: async () => {
      const produto = product();
      await adapter.publish(ctx, produto);
      return order(produto, new Date(clock().getTime() + HOUR_MS));
    },
    postCharges: async ({ ml_order_id }) => {
      const fees = { Commission: 948, ShippingHB: 1345 };
      const sale = { id: 'T-1', status: 'RELEASED', type: 'Shipment', fees } as const;
      const late = { id: 'T-2', status: 'RELEASED', type: 'Adjustment', fees: { Commission: 52 } } as const;
      fake.setTransactions(ml_order_id, [sale, late]);
      advance(3 * 24 * HOUR_MS);
      return 948 + 1345 + 52;
    },
    // 12 % of the price; the freight of DBA is no part of an estimate.
    expectedFees: ({ preco_centavos }) => Math.round(preco_centavos * 0.12),
    failures: Object.keys(SCRIPT) as AdapterErrorKind[],
    productThatFails: (kind) => {
      const failure = SCRIPT[kind];
      if (!failure) throw new Error(`no script for ${kind}`);
      fake.fail({ operation: 'searchCatalogItems', times: kind === 'auth_expired' ? 2 : 1, failure });
      return product();
    },
  };
}

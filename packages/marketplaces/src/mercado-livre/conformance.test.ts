import { afterEach, expect } from 'vitest';
import { describeMarketplace } from '../../testing/conformance';
import type { MarketplaceHarness } from '../../testing/listing-conformance';
import { openTestHarness, type TestHarness } from '../../testing/mercado-livre/test-harness';
import type { AdapterErrorKind } from '../adapter-error';
import type { LabelRequest, ListingProduct } from '../port';

let harness: TestHarness | undefined;

afterEach(async () => {
  await harness?.fake.close();
  expect(harness?.fake.violations).toEqual([]);
  harness = undefined;
});

for (const modelo of ['user_product', 'classic'] as const) {
  describeMarketplace(`mercado livre (${modelo})`, async () => {
    harness = await openTestHarness({ modelo });
    return makeHarness(harness);
  });
}

function makeHarness(open: TestHarness): MarketplaceHarness {
  const { fake, adapter, accounts, ctx, seller } = open;
  accounts.connect('bia', fake.connectSeller(), 'classic');
  const product = () => open.product({ descricao: '<p>Som <b>limpo</b></p>🎧 e bateria longa' });
  const placeOrder = async (produto: ListingProduct): Promise<LabelRequest> => {
    const found = fake
      .items(seller.vendedor_id)
      .find(({ attributes }) => attributes.some((each) => each['value_name'] === produto.sku));
    const itens = [{ anuncio: found?.id ?? 'not published', quantidade: 2 }];
    const { ml_order_id } = fake.createPaidOrder({ vendedor_id: seller.vendedor_id, itens });
    return open.labelRequest(ml_order_id, produto);
  };
  return {
    adapter,
    ctx,
    publishes: 'live',
    otherCtx: { usuarioId: 'bia', contaId: 1 },
    product,
    productOfTakenSku: () => {
      const produto = product();
      fake.seedListing(seller.vendedor_id, { sku: produto.sku });
      return produto;
    },
    // A check digit that is wrong: only Mercado Livre notices.
    refusedProduct: () => ({ ...product(), ean: '7891234567890' }),
    finishProcessing: async () => undefined,
    placeOrder,
    placeOrderWithoutLabel: async () => (await open.sale({ envio: { substatus: 'invoice_pending' } })).pedido,
    postCharges: async ({ ml_order_id }) => {
      fake.setSaleFee(ml_order_id, 12.34);
      fake.chargeFreight(fake.parcelOf(ml_order_id), 8.45);
      return 2 * 1234 + 845;
    },
    // 13 % of R$ 189,90, and the freight of 0,5 to 1 kg from R$ 150,00 on.
    expectedFees: () => 2469 + 2135,
    failures: ['rate_limited', 'upstream_unavailable', 'forbidden', 'conflict', 'reconnect_required'],
    productThatFails: (kind) => {
      provoke(open, kind);
      return product();
    },
  };
}

const STATUSES: Partial<Record<AdapterErrorKind, number>> = {
  rate_limited: 429,
  upstream_unavailable: 503,
  forbidden: 403,
  conflict: 409,
};

function provoke({ fake, seller }: TestHarness, kind: AdapterErrorKind): void {
  const status = STATUSES[kind];
  if (status) fake.fail({ path: /^\/items\/validate$/, failure: { status } });
  else fake.revoke(seller.vendedor_id);
}

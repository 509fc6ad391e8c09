import { describe, expect, it } from 'vitest';
import {
  asinOf,
  eanOf,
  failureOf,
  listingRefOf,
  makeProduct,
  prepareTestHarness,
  putOnSale,
  type TestHarness,
} from '../../../testing/amazon/test-harness';
import type { ListingProduct } from '../../port';

const setUp = prepareTestHarness();

const operations = ({ fake }: TestHarness) => fake.calls.map(({ operation }) => operation);

describe('publication', () => {
  it('goes from the EAN to the catalogue, the restrictions, the preview and the offer', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, product } = harness;
    await adapter.publish(ctx, product());
    expect(operations(harness)).toEqual([
      'searchCatalogItems',
      'getListingsRestrictions',
      'getListingsItem',
      'putListingsItem',
      'putListingsItem',
    ]);
    const [, , , preview, offer] = fake.calls;
    expect(preview?.query['mode']).toBe('VALIDATION_PREVIEW');
    expect(offer?.query['mode']).toBeUndefined();
    // A space and a slash in the SKU travel whole.
    expect(offer?.path).toMatchObject({ sku: 'FONE 1/A' });
    const marketplace_id = 'A2Q3Y263D00KWC';
    expect(offer?.body).toEqual({
      productType: 'PRODUCT',
      requirements: 'LISTING_OFFER_ONLY',
      attributes: {
        merchant_suggested_asin: [{ value: asinOf(1), marketplace_id }],
        condition_type: [{ value: 'new_new', marketplace_id }],
        fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 10 }],
        purchasable_offer: [
          { marketplace_id, currency: 'BRL', our_price: [{ schedule: [{ value_with_tax: 189.9 }] }] },
        ],
      },
    });
  });

  it.each<[string, Partial<ListingProduct>, RegExp]>([
    ['without an EAN', { ean: null }, /precisa de um EAN/],
    ['with an EAN whose check digit is wrong', { ean: '7891234567890' }, /EAN não é válido/],
    ['without stock', { estoque: 0 }, /ao menos 1 unidade/],
    ['without a price', { preco_centavos: 0 }, /maior que zero/],
    ['with a SKU too long for Amazon', { sku: 'X'.repeat(41) }, /40 caracteres/],
  ])('%s is refused before any call', async (_name, changes, reason) => {
    const harness = await setUp();
    const result = await harness.adapter.publish(harness.ctx, { ...harness.product(), ...changes });
    expect(result).toEqual({ status: 'rejected', motivos: [expect.stringMatching(reason)] });
    expect(operations(harness)).toEqual([]);
  });

  it('says that the catalogue does not know the EAN', async () => {
    const { adapter, ctx } = await setUp();
    const result = await adapter.publish(ctx, makeProduct(900));
    expect(result).toEqual({
      status: 'rejected',
      motivos: [expect.stringContaining('não tem produto com este EAN')],
    });
  });

  it('chooses among several items of one EAN by brand and model, and does not guess', async () => {
    const { adapter, ctx, fake } = await setUp();
    const ean = eanOf(70);
    fake.addCatalogItem({ asin: asinOf(70), ean, titulo: 'Fone JBL Tune 520 preto', marca: 'JBL' });
    fake.addCatalogItem({ asin: asinOf(71), ean, titulo: 'Kit 2 fones JBL Tune 510', marca: 'JBL' });
    const unclear = await adapter.publish(ctx, makeProduct(70));
    expect(unclear).toEqual({ status: 'rejected', motivos: [expect.stringContaining('mais de um produto')] });
    const clear = await adapter.publish(ctx, { ...makeProduct(70), marca: 'jbl', modelo: 'TUNE 520' });
    expect(clear).toMatchObject({
      status: 'processing',
      avisos: [
        {
          codigo: 'pagina_existente',
          mensagem: 'O anúncio usa a página que já existe na Amazon: Fone JBL Tune 520 preto',
        },
      ],
    });
  });

  it('tells where to ask for approval', async () => {
    const { adapter, ctx, fake } = await setUp();
    const item = { asin: asinOf(80), ean: eanOf(80), titulo: 'Fone', marca: null };
    fake.addCatalogItem({ ...item, restricao: 'APPROVAL_REQUIRED' });
    const result = await adapter.publish(ctx, makeProduct(80));
    expect(result).toEqual({
      status: 'rejected',
      motivos: [expect.stringMatching(/exige aprovação .* https:\/\/sellercentral\.amazon\.com\.br/)],
    });
  });

  it('gives a product without SKU one that stays', async () => {
    const { adapter, ctx, product } = await setUp();
    const produto = { ...product(), sku: null };
    const first = await adapter.publish(ctx, produto);
    expect(first).toMatchObject({ id_externo: expect.stringMatching(/^EST-[0-9A-Z]{12}$/) });
    const again = await adapter.publish(ctx, { ...produto, tentado_em: new Date(0) });
    expect(again).toMatchObject({ id_externo: 'id_externo' in first ? first.id_externo : '' });
  });

  it('tells the grade that Amazon is given for a used product', async () => {
    const { adapter, ctx, product } = await setUp();
    const result = await adapter.publish(ctx, { ...product(), condicao: 'usado' });
    expect(result).toMatchObject({
      avisos: expect.arrayContaining([expect.objectContaining({ codigo: 'condicao_informada' })]),
    });
  });
});

const BRAZIL = 'A2Q3Y263D00KWC';
const inReais = (value_with_tax: number) => [{ schedule: [{ value_with_tax }] }];
const PUBLIC_OFFER = {
  marketplace_id: BRAZIL,
  currency: 'BRL',
  audience: 'ALL',
  our_price: inReais(100),
  minimum_seller_allowed_price: inReais(80),
  maximum_seller_allowed_price: inReais(200),
  discounted_price: [{ schedule: [{ value_with_tax: 90, start_at: '2026-11-27T00:00:00Z' }] }],
};
const COMPANY_OFFER = {
  marketplace_id: BRAZIL,
  currency: 'BRL',
  audience: 'B2B',
  our_price: inReais(95),
  quantity_discount_plan: [
    { schedule: [{ discount_type: 'fixed', levels: [{ lower_bound: 10, value: 85 }] }] },
  ],
};
const FOREIGN_OFFER = { ...PUBLIC_OFFER, marketplace_id: 'ATVPDKIKX0DER', currency: 'USD' };
const OFFERS = [COMPANY_OFFER, FOREIGN_OFFER, PUBLIC_OFFER];
const FBA = [{ fulfillment_channel_code: 'AMAZON_NA' }];

/** What the account holds under the SKU. */
function attributesOf({ fake, seller }: TestHarness, sku: string) {
  return fake.listingsOf(seller.vendedor_id).find((listing) => listing.sku === sku)?.attributes;
}

describe('a listing that Esteira did not make', () => {
  it('keeps its product data: publishing sends nothing', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller, product } = harness;
    const produto = product();
    const sku = produto.sku ?? '';
    const attributes = { item_name: [{ value: 'Feito à mão' }], bullet_point: [{ value: 'Leve' }] };
    fake.seedListing(seller.vendedor_id, { sku, asin: asinOf(1), attributes });
    const before = attributesOf(harness, sku);
    const result = await adapter.publish(ctx, produto);
    expect(result).toEqual({ status: 'already_exists', id_externo: sku });
    fake.assertNoWrites(seller.vendedor_id);
    expect(attributesOf(harness, sku)).toEqual(before);
  });

  it.each([
    ['older than the attempt', 60_000, 1],
    ['on another catalogue page', -60_000, 2],
  ])('is no creation of ours whose answer was lost: %s', async (_name, sinceMs, page) => {
    const { adapter, ctx, fake, seller, product, clock } = await setUp();
    const [produto] = [product(), product()];
    const sku = produto?.sku ?? '';
    fake.seedListing(seller.vendedor_id, { sku, asin: asinOf(page) });
    const tentado_em = new Date(clock().getTime() + sinceMs);
    const result = await adapter.publish(ctx, { ...(produto ?? product()), tentado_em });
    expect(result).toEqual({ status: 'already_exists', id_externo: sku });
    fake.assertNoWrites(seller.vendedor_id);
  });
});

describe('a listing that an unanswered publication may have made and that is not shown in full yet', () => {
  const ask = async (toSummaries: (about: { marketplaceId: string; createdDate: string }) => object[]) => {
    const { adapter, ctx, fake, seller, product, clock } = await setUp();
    const produto = { ...product(), tentado_em: new Date(clock().getTime() - 60_000) };
    const sku = produto.sku ?? '';
    const { marketplaceId } = fake;
    const attributes = { merchant_suggested_asin: [{ value: asinOf(1), marketplace_id: marketplaceId }] };
    fake.seedListing(seller.vendedor_id, { sku, asin: asinOf(1), attributes });
    const summaries = toSummaries({ marketplaceId, createdDate: clock().toISOString() });
    const body = { sku, summaries, attributes };
    fake.fail({ operation: 'getListingsItem', failure: { status: 200, body } });
    return { sku, publication: adapter.publish(ctx, produto) };
  };

  it('is known by the catalogue page that was sent, where none is told', async () => {
    const { sku, publication } = await ask((summary) => [summary]);
    expect(await publication).toMatchObject({ status: 'processing', id_externo: sku });
  });

  it('is waited for where nothing of it is shown, and not taken for one made elsewhere', async () => {
    const { publication } = await ask(() => []);
    await expect(publication).rejects.toMatchObject({ kind: 'not_ready' });
  });
});

describe('a listing of an earlier publication', () => {
  it('is patched with what changed, and keeps what the seller added there', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller, product } = harness;
    const produto = product();
    const id_externo = produto.sku ?? '';
    const attributes = { purchasable_offer: OFFERS, bullet_point: [{ value: 'Leve' }] };
    fake.seedListing(seller.vendedor_id, { sku: id_externo, asin: asinOf(1), attributes });
    const known = { ...produto, id_externo, preco_centavos: 12_345, estoque: 3 };
    expect(await adapter.publish(ctx, known)).toMatchObject({ status: 'processing', id_externo });
    expect(operations(harness)).not.toContain('putListingsItem');
    expect(attributesOf(harness, id_externo)).toMatchObject({
      bullet_point: [{ value: 'Leve' }],
      fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 3 }],
      purchasable_offer: [COMPANY_OFFER, FOREIGN_OFFER, { ...PUBLIC_OFFER, our_price: inReais(123.45) }],
    });
    const sent = fake.calls.length;
    await adapter.publish(ctx, known);
    const [, patch] = fake.calls.slice(sent).filter(({ operation }) => operation === 'patchListingsItem');
    expect(patch?.body).toMatchObject({ patches: [{ path: '/attributes/fulfillment_availability' }] });
  });

  it('in Amazon’s own warehouses is told its price, and never its stock', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller, product } = harness;
    const produto = product();
    const id_externo = produto.sku ?? '';
    const attributes = { fulfillment_availability: FBA };
    fake.seedListing(seller.vendedor_id, { sku: id_externo, asin: asinOf(1), attributes });
    const result = await adapter.publish(ctx, { ...produto, id_externo, estoque: 3 });
    expect(result).toMatchObject({
      status: 'processing',
      avisos: expect.arrayContaining([expect.objectContaining({ codigo: 'estoque_do_marketplace' })]),
    });
    expect(attributesOf(harness, id_externo)).toMatchObject({
      fulfillment_availability: FBA,
      purchasable_offer: [{ our_price: inReais(189.9) }],
    });
  });
});

describe('stock and price', () => {
  it('a new price leaves minimum, maximum, promotion and the offer for companies as they are', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, seller, product } = harness;
    product();
    const attributes = { purchasable_offer: OFFERS };
    fake.seedListing(seller.vendedor_id, { sku: 'FONE', asin: asinOf(1), attributes });
    expect(await adapter.updatePrice(ctx, listingRefOf('FONE'), 19_999)).toBe('done');
    expect(attributesOf(harness, 'FONE')).toMatchObject({
      purchasable_offer: [COMPANY_OFFER, FOREIGN_OFFER, { ...PUBLIC_OFFER, our_price: inReais(199.99) }],
    });
  });

  it.each([
    ['alone', FBA],
    ['beside an own row', [{ fulfillment_channel_code: 'DEFAULT', quantity: 0 }, ...FBA]],
  ])('stock in Amazon’s own warehouses is never sent (%s)', async (_name, rows) => {
    const { adapter, ctx, fake, seller } = await setUp();
    const attributes = { fulfillment_availability: rows };
    fake.seedListing(seller.vendedor_id, { sku: 'FONE', asin: asinOf(1), attributes });
    expect(await adapter.updateStock(ctx, listingRefOf('FONE'), 7)).toEqual({
      codigo: 'estoque_do_marketplace',
      mensagem: 'O estoque deste anúncio é da Amazon (FBA).',
    });
    expect(await adapter.getListing(ctx, listingRefOf('FONE'))).toMatchObject({
      status: 'live',
      estoque: null,
    });
    expect((await failureOf(adapter.pause(ctx, listingRefOf('FONE')))).kind).toBe('validation');
    fake.assertNoWrites(seller.vendedor_id);
  });

  it('changes only what it is about: stock is merged, price replaced', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake } = harness;
    const anuncio = listingRefOf(await putOnSale(harness));
    await adapter.updateStock(ctx, anuncio, 7);
    await adapter.updatePrice(ctx, anuncio, 19_999);
    const patches = fake.calls
      .filter(({ operation }) => operation === 'patchListingsItem')
      .map(({ body }) => body);
    expect(patches).toMatchObject([
      { patches: [{ op: 'merge', path: '/attributes/fulfillment_availability' }] },
      { patches: [{ op: 'replace', path: '/attributes/purchasable_offer' }] },
    ]);
    expect(await adapter.getListing(ctx, anuncio)).toMatchObject({
      estoque: 7,
      preco_centavos: 19_999,
      url: `https://www.amazon.com.br/dp/${asinOf(1)}`,
    });
  });

  it('does not begin a new listing for a SKU that is gone', async () => {
    const { adapter, ctx, fake, seller } = await setUp();
    for (const call of [
      () => adapter.pause(ctx, listingRefOf('SUMIU')),
      () => adapter.updateStock(ctx, listingRefOf('SUMIU'), 1),
    ]) {
      expect((await failureOf(call())).kind).toBe('not_found');
    }
    expect(fake.listingsOf(seller.vendedor_id)).toEqual([]);
  });
});

describe('a refusal names the field, and a warning does not block', () => {
  it('shows what blocks with the field names in Portuguese, and no warnings among the reasons', async () => {
    const { adapter, ctx, fake } = await setUp();
    fake.addCatalogItem({
      asin: asinOf(50),
      ean: eanOf(50),
      titulo: 'Fone',
      marca: null,
      issuesOnSubmission: [
        { code: '1', message: 'Aviso.', severity: 'WARNING', attributeNames: ['color'], categories: [] },
        {
          code: '90220',
          message: 'x',
          severity: 'ERROR',
          attributeNames: ['brand', 'abc'],
          categories: ['MISSING_ATTRIBUTE'],
        },
        { code: '18155', message: 'Preço alto.', severity: 'ERROR', categories: ['INVALID_PRICE'] },
      ],
    });
    expect(await adapter.publish(ctx, makeProduct(50))).toEqual({
      status: 'rejected',
      motivos: [
        'Os campos Marca (brand), abc são obrigatórios.',
        'A Amazon recusou o preço. Resposta da Amazon: Preço alto.',
      ],
    });
    expect(fake.calls.filter(({ query }) => query['mode'] !== 'VALIDATION_PREVIEW')).not.toContainEqual(
      expect.objectContaining({ operation: 'putListingsItem' }),
    );
  });

  it('publishes in spite of a warning, and tells it', async () => {
    const { adapter, ctx, fake } = await setUp();
    const warning = {
      code: '1',
      message: 'Aviso.',
      severity: 'WARNING',
      attributeNames: ['color'],
      categories: [],
    };
    fake.addCatalogItem({
      asin: asinOf(51),
      ean: eanOf(51),
      titulo: 'Fone',
      marca: null,
      issuesOnSubmission: [warning],
    });
    const result = await adapter.publish(ctx, makeProduct(51));
    if (result.status !== 'processing') throw new Error(result.status);
    expect(result.avisos).toContainEqual({
      codigo: 'observacao',
      mensagem: 'Confira o campo Cor (color). Resposta da Amazon: Aviso.',
    });
  });
});

describe('accepted is not on sale', () => {
  it('is processing until Amazon sells it, which the third reading finds', async () => {
    const { adapter, ctx, product } = await setUp();
    const produto = product();
    const result = await adapter.publish(ctx, produto);
    expect(result).toMatchObject({ status: 'processing', id_externo: produto.sku });
    const states = [];
    for (let reading = 0; reading < 3; reading += 1) {
      states.push((await adapter.getListing(ctx, listingRefOf(produto.sku ?? ''))).status);
    }
    expect(states).toEqual(['processing', 'processing', 'live']);
  });

  it('becomes rejected with its reasons when Amazon finds an error later', async () => {
    const { adapter, ctx, fake } = await setUp();
    const issue = {
      code: '18027',
      message: 'Foto com texto.',
      severity: 'ERROR',
      categories: ['INVALID_IMAGE'],
    };
    fake.addCatalogItem({
      asin: asinOf(60),
      ean: eanOf(60),
      titulo: 'Fone',
      marca: null,
      issuesLater: [issue],
    });
    const produto = makeProduct(60);
    await adapter.publish(ctx, produto);
    fake.finishProcessing();
    expect(await adapter.getListing(ctx, listingRefOf(produto.sku ?? ''))).toMatchObject({
      status: 'rejected',
      motivos: ['A imagem não atende às regras da Amazon. Resposta da Amazon: Foto com texto.'],
    });
  });
});

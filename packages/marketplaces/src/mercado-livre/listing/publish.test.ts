import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeItem } from '../../../testing/mercado-livre/state';
import { openTestHarness, type TestHarness } from '../../../testing/mercado-livre/test-harness';
import type { ListingProduct, PublishResult } from '../../port';

let harness: TestHarness;

beforeEach(async () => {
  harness = await openTestHarness();
});

afterEach(async () => {
  await harness.fake.close();
  expect(harness.fake.violations).toEqual([]);
});

function getReasons(result: PublishResult): string[] {
  if (result.status !== 'rejected') throw new Error(`expected a refusal, got ${result.status}`);
  return result.motivos;
}

function items() {
  return harness.fake.items(harness.seller.vendedor_id);
}

describe('what is sent', () => {
  it('fills the attributes from the product and says why there is no EAN', async () => {
    await harness.listing(harness.product({ condicao: 'recondicionado', tipo_anuncio: 'premium' }));
    const [item] = items();
    expect(item).toMatchObject({ listing_type_id: 'gold_pro', condition: null, price: 189.9 });
    expect(item?.attributes).toEqual([
      { id: 'BRAND', value_name: 'JBL' },
      { id: 'MODEL', value_name: 'Tune 1' },
      { id: 'EMPTY_GTIN_REASON', value_id: '17055160' },
      { id: 'ITEM_CONDITION', value_id: '2230582' },
      { id: 'SELLER_SKU', value_name: 'FONE-1' },
    ]);
  });

  it.each([
    ['artesanal', '17055158'],
    ['kit', '17055159'],
    ['sem_registro', '17055160'],
    ['outro', '17055161'],
  ] as const)('says why there is no EAN as the seller did: %s', async (motivo_sem_ean, value_id) => {
    await harness.listing(harness.product({ motivo_sem_ean }));
    expect(items()[0]?.attributes).toContainEqual({ id: 'EMPTY_GTIN_REASON', value_id });
  });

  it('picks no reason for the seller, who reads what to fill in', async () => {
    const produto = harness.product({ motivo_sem_ean: null });
    expect(getReasons(await harness.adapter.publish(harness.ctx, produto))).toEqual([
      'O atributo EAN (GTIN) é obrigatório nesta categoria. Preencha no cadastro do produto. Se ele não tem código de ' +
        'barras, escolha o motivo em “Dados para os marketplaces”.',
    ]);
    expect(items()).toEqual([]);
  });

  it('takes the brand that Mercado Livre read out of the name', async () => {
    await harness.listing(harness.product({ marca: null, ean: '7891234567895' }));
    expect(items()[0]?.attributes).toContainEqual({ id: 'BRAND', value_name: 'JBL' });
    expect(items()[0]?.attributes).toContainEqual({ id: 'GTIN', value_name: '7891234567895' });
  });

  it('writes a plain description, and shortens a long title between words', async () => {
    const nome = `Fone de ouvido ${'sem fio com estojo '.repeat(4)}`;
    const result = await harness.adapter.publish(
      harness.ctx,
      harness.product({ nome, descricao: '<p>Som <b>limpo</b></p>🎧 ótimo<br>e leve' }),
    );
    expect(result).toMatchObject({
      status: 'live',
      avisos: [{ mensagem: expect.stringContaining('60 caracteres') }, { codigo: 'observacao' }],
    });
    expect(items()[0]?.description).toBe('Som limpo\n ótimo\ne leve');
    expect(items()[0]?.family_name?.length).toBeLessThanOrEqual(60);
  });

  it('keeps the listing when its description is refused, and sends it with the next publication', async () => {
    harness.fake.fail({ path: /description$/, times: 2, failure: { status: 400 } });
    const produto = harness.product({ descricao: 'Som limpo' });
    const first = await harness.adapter.publish(harness.ctx, produto);
    expect(first).toMatchObject({
      status: 'live',
      avisos: expect.arrayContaining([expect.objectContaining({ codigo: 'descricao_pendente' })]),
    });
    expect(items()[0]?.description).toBeNull();
    await harness.adapter.publish(harness.ctx, { ...produto, id_externo: items()[0]?.id ?? null });
    expect(items()).toHaveLength(1);
    expect(items()[0]?.description).toBe('Som limpo');
  });

  it.each([
    [400, 'The description already exists'],
    [409, 'conflict'],
  ])('changes a description that is there already (%i)', async (status, message) => {
    const failure = { status, body: { message, error: 'bad_request', status, cause: [] } };
    harness.fake.fail({ method: 'POST', path: /description$/, failure });
    harness.fake.fail({ method: 'PUT', path: /description$/, failure: { status: 200, body: {} } });
    const { avisos } = (await harness.adapter.publish(
      harness.ctx,
      harness.product({ descricao: 'Som limpo' }),
    )) as { avisos: { codigo: string }[] };
    expect(avisos.map(({ codigo }) => codigo)).not.toContain('descricao_pendente');
    expect(harness.fake.calls('PUT', /description$/)).toHaveLength(1);
  });

  it('makes a description that is not there yet, where it was to be changed', async () => {
    const produto = harness.product();
    const { id_externo } = await harness.listing(produto);
    await harness.adapter.publish(harness.ctx, { ...produto, id_externo, descricao: 'Som limpo' });
    const verbs = harness.fake.calls(undefined, /description$/).map(({ method, status }) => [method, status]);
    expect(verbs.slice(-2)).toEqual([
      ['PUT', 404],
      ['POST', 201],
    ]);
    expect(items()[0]?.description).toBe('Som limpo');
  });
});

describe('the rules of a category', () => {
  it('are read once a day', async () => {
    const reads = () => harness.fake.calls('GET', /^\/categories\//).length;
    await harness.listing();
    await harness.listing();
    expect(reads()).toBe(2);
    harness.advance(24 * 60 * 60_000 + 1);
    await harness.listing();
    expect(reads()).toBe(4);
  });
});

/** Publishes a product and loses the answer; answers it as the next publication gets it. */
async function loseAnswer(produto: ListingProduct): Promise<ListingProduct> {
  const tentado_em = harness.time.now;
  harness.fake.fail({ method: 'POST', path: /^\/items$/, failure: 'lose_answer' });
  await expect(harness.adapter.publish(harness.ctx, produto)).rejects.toMatchObject({
    kind: 'upstream_unavailable',
    // The search by SKU may not know it before.
    retryAt: new Date(tentado_em.getTime() + 3 * 60_000),
    mayHaveCreated: true,
  });
  harness.advance(60_000);
  return { ...produto, tentado_em };
}

describe('a listing that Esteira did not make', () => {
  const sku = 'FONE-DA-LOJA';

  it.each(['classic', 'user_product'] as const)('is not rewritten by publishing (%s)', async (modelo) => {
    await harness.fake.close();
    harness = await openTestHarness({ modelo });
    const { vendedor_id } = harness.seller;
    const id_externo = harness.fake.seedListing(vendedor_id, { sku, titulo: 'Feito à mão' });
    const before = structuredClone(harness.fake.item(id_externo));
    const result = await harness.adapter.publish(harness.ctx, harness.product({ sku }));
    expect(result).toEqual({ status: 'already_exists', id_externo });
    harness.fake.assertNoWrites(vendedor_id);
    expect(harness.fake.item(id_externo)).toEqual(before);
  });

  it('is found by an integrator’s field too, and by the SKU of one of its variations', async () => {
    const { vendedor_id } = harness.seller;
    const [custom, varied] = [harness.fake.seedListing(vendedor_id), harness.fake.seedListing(vendedor_id)];
    harness.fake.item(custom).seller_custom_field = sku;
    harness.fake
      .item(varied)
      .variations.push({ id: 1, attributes: [{ id: 'SELLER_SKU', value_name: 'V-1' }] });
    for (const [wanted, id_externo] of [
      [sku, custom],
      ['V-1', varied],
    ] as const) {
      const result = await harness.adapter.publish(harness.ctx, harness.product({ sku: wanted }));
      expect(result).toEqual({ status: 'already_exists', id_externo });
    }
    harness.fake.assertNoWrites(vendedor_id);
  });

  it.each<[string, (item: FakeItem) => void]>([
    [
      'made before the attempt began',
      (item) => Object.assign(item, { date_created: '2026-11-21T14:00:00.000Z' }),
    ],
    ['under another name', (item) => Object.assign(item, { family_name: 'Outro fone' })],
  ])('is no creation of ours whose answer was lost: %s', async (_name, change) => {
    const again = await loseAnswer(harness.product({ sku }));
    const [item] = items();
    if (item === undefined) throw new Error('nothing was made');
    change(item);
    const writes = harness.fake.calls().filter(({ method }) => method !== 'GET').length;
    const result = await harness.adapter.publish(harness.ctx, again);
    expect(result).toEqual({ status: 'already_exists', id_externo: item.id });
    expect(harness.fake.calls().filter(({ method }) => method !== 'GET')).toHaveLength(writes);
  });

  it('does not hide our own creation with the same SKU', async () => {
    const again = await loseAnswer(harness.product({ sku }));
    const [own] = items();
    const foreign = harness.fake.seedListing(harness.seller.vendedor_id, { sku });
    const before = structuredClone(harness.fake.item(foreign));
    const result = await harness.adapter.publish(harness.ctx, again);
    expect(result).toMatchObject({ status: 'live', id_externo: own?.id });
    expect(harness.fake.item(foreign)).toEqual(before);
  });
});

describe('one listing per product', () => {
  it.each(['FONE-AZUL', null])('a lost answer makes no second listing (SKU %s)', async (sku) => {
    const again = await loseAnswer(harness.product({ sku }));
    expect(await harness.adapter.publish(harness.ctx, again)).toMatchObject({ status: 'live' });
    expect(items()).toHaveLength(1);
  });

  it('makes a new listing once the earlier one is closed', async () => {
    const produto = harness.product();
    const first = await harness.listing(produto);
    await harness.adapter.close(harness.ctx, first);
    expect((await harness.listing(produto)).id_externo).not.toBe(first.id_externo);
  });

  it('keeps the known listing when the SKU of the product was changed', async () => {
    const produto = harness.product();
    const { id_externo } = await harness.listing(produto);
    const renamed = { ...produto, sku: 'FONE-NOVO', estoque: 3, id_externo };
    expect(await harness.adapter.publish(harness.ctx, renamed)).toMatchObject({ status: 'live', id_externo });
    expect(items().map(({ available_quantity }) => available_quantity)).toEqual([3]);
  });

  it('makes a new listing when the known one is closed, gone or not of this account', async () => {
    const produto = harness.product();
    const { id_externo } = await harness.listing(produto);
    harness.fake.item(id_externo).status = 'closed';
    for (const known of [id_externo, 'MLB4999999999', 'EST-XYZ']) {
      const result = await harness.adapter.publish(harness.ctx, harness.product({ id_externo: known }));
      expect(result).toMatchObject({ status: 'live', id_externo: expect.not.stringContaining(known) });
    }
  });

  it('leaves a listing with variations alone, and says so', async () => {
    const produto = harness.product();
    const { id_externo } = await harness.listing(produto);
    harness.fake.item(id_externo).variations.push({ id: 1, available_quantity: 3 });
    const known = { ...produto, id_externo };
    expect(getReasons(await harness.adapter.publish(harness.ctx, known))[0]).toContain('variações');
    expect(harness.fake.item(id_externo).available_quantity).toBe(10);
  });

  it('says why a listing under review cannot be changed', async () => {
    const produto = harness.product();
    const { id_externo } = await harness.listing(produto);
    Object.assign(harness.fake.item(id_externo), {
      status: 'under_review',
      sub_status: ['waiting_for_patch'],
    });
    expect(getReasons(await harness.adapter.publish(harness.ctx, { ...produto, id_externo }))).toEqual([
      expect.stringContaining('pede correções'),
    ]);
  });
});

describe('refusals that the seller understands', () => {
  it('names the missing fields before anything is sent', async () => {
    const motivos = getReasons(
      await harness.adapter.publish(
        harness.ctx,
        harness.product({ marca: null, modelo: null, nome: 'Fone de ouvido' }),
      ),
    );
    expect(motivos).toEqual([
      'Os atributos Marca (BRAND), Modelo (MODEL) são obrigatórios nesta categoria. Preencha no cadastro do produto.',
    ]);
    expect(harness.fake.calls('POST')).toHaveLength(0);
  });

  it('shows an error in Portuguese and ignores the warning beside it', async () => {
    const result = await harness.adapter.publish(harness.ctx, harness.product({ ean: '7891234567890' }));
    expect(getReasons(result)).toEqual([
      'O EAN não é válido para este produto. Confira os números do código de barras. Campo: EAN (GTIN).',
    ]);
  });

  it('publishes in spite of warnings, and passes them on', async () => {
    const result = await harness.adapter.publish(harness.ctx, harness.product());
    expect(result).toMatchObject({
      status: 'live',
      avisos: [{ mensagem: expect.stringContaining('frete grátis') }],
    });
  });

  it('goes on when validation answers 400 with warnings only', async () => {
    const cause = [{ type: 'warning', code: 'shipping.lost_me1_by_user', message: 'x' }];
    harness.fake.fail({
      path: /validate$/,
      failure: { status: 400, body: { error: 'validation_error', cause } },
    });
    expect((await harness.adapter.publish(harness.ctx, harness.product())).status).toBe('live');
  });

  it.each([
    ['Camiseta básica', 'tabela de medidas'],
    ['Furadeira de impacto', 'Voltagem (VOLTAGE)'],
    ['Objeto desconhecido', 'não reconheceu a categoria'],
  ])('says what it cannot do yet: %s', async (nome, sentence) => {
    const [motivo] = getReasons(
      await harness.adapter.publish(harness.ctx, harness.product({ nome, marca: 'Acme' })),
    );
    expect(motivo).toContain(sentence);
    expect(items()).toHaveLength(0);
  });

  it.each([
    ['MLB1000', 'mais específica'],
    ['MLB999', 'não existe'],
  ])('refuses the chosen category %s', async (categoria_ml, sentence) => {
    const [motivo] = getReasons(
      await harness.adapter.publish(harness.ctx, harness.product({ categoria_ml })),
    );
    expect(motivo).toContain(sentence);
  });
});

describe('title or family_name, as the seller’s model asks', () => {
  it.each([
    ['user_product', 'classic'],
    ['classic', 'user_product'],
  ] as const)('an account that moved from %s to %s publishes all the same', async (before, after) => {
    await harness.fake.close();
    harness = await openTestHarness({ modelo: before });
    harness.fake.setListingModel(harness.seller.vendedor_id, after);
    await harness.listing();
    expect(items()[0]?.family_name === null).toBe(after === 'classic');
    expect((await harness.accounts.current(harness.ctx)).modelo_anuncio).toBe(after);
    const reads = harness.fake.calls('GET', /^\/users\/me$/).length;
    await harness.listing();
    expect(harness.fake.calls('GET', /^\/users\/me$/)).toHaveLength(reads);
  });

  it('tries the other model once and no more', async () => {
    const body = { message: 'body.invalid_fields', error: 'The fields [family_name] are invalid', cause: [] };
    harness.fake.fail({ path: /validate$/, times: 5, failure: { status: 400, body } });
    expect((await harness.adapter.publish(harness.ctx, harness.product())).status).toBe('rejected');
    expect(harness.fake.calls('POST', /validate$/)).toHaveLength(2);
  });
});

describe('a price that Mercado Livre manages', () => {
  it('is told as such, and the stock goes through', async () => {
    const produto = harness.product();
    const anuncio = await harness.listing(produto);
    harness.fake.item(anuncio.id_externo).automated = true;
    expect(await harness.adapter.updatePrice(harness.ctx, anuncio, 9_990)).toBe('managed_by_marketplace');
    const again = await harness.adapter.publish(harness.ctx, {
      ...produto,
      id_externo: anuncio.id_externo,
      preco_centavos: 9_990,
      estoque: 4,
    });
    expect(again).toMatchObject({ status: 'live', avisos: [{ codigo: 'preco_automatico' }] });
    expect(harness.fake.item(anuncio.id_externo)).toMatchObject({ price: 189.9, available_quantity: 4 });
  });
});

describe('pictures', () => {
  it('is processing while the picture is being downloaded, then live', async () => {
    const produto = harness.product({ imagem_url: 'https://cdn.exemplo.com.br/lenta.jpg' });
    const result = await harness.adapter.publish(harness.ctx, produto);
    if (result.status !== 'processing') throw new Error(result.status);
    const anuncio = { id_externo: result.id_externo, sku: produto.sku, nome: produto.nome };
    expect((await harness.adapter.getListing(harness.ctx, anuncio)).status).toBe('processing');
    harness.fake.finishPictures(result.id_externo);
    expect((await harness.adapter.getListing(harness.ctx, anuncio)).status).toBe('live');
  });

  it('says when the picture could not be downloaded', async () => {
    const produto = harness.product({ imagem_url: 'https://cdn.exemplo.com.br/lenta.jpg' });
    const result = await harness.adapter.publish(harness.ctx, produto);
    if (result.status !== 'processing') throw new Error(result.status);
    harness.fake.finishPictures(result.id_externo, false);
    const anuncio = { id_externo: result.id_externo, sku: produto.sku, nome: produto.nome };
    const state = await harness.adapter.getListing(harness.ctx, anuncio);
    expect(state).toMatchObject({
      status: 'rejected',
      motivos: [expect.stringContaining('baixar a imagem')],
    });
  });

  it.each(['http://localhost/a.jpg', 'http://192.168.0.9/a.jpg', 'ftp://x.com/a.jpg'])(
    'refuses an address that only this network can reach: %s',
    async (imagem_url) => {
      const [motivo] = getReasons(
        await harness.adapter.publish(harness.ctx, harness.product({ imagem_url })),
      );
      expect(motivo).toContain('endereço público');
      expect(harness.fake.calls()).toHaveLength(0);
    },
  );

  it('asks for a picture in Portuguese when there is none', async () => {
    const [motivo] = getReasons(
      await harness.adapter.publish(harness.ctx, harness.product({ imagem_url: null })),
    );
    expect(motivo).toContain('ao menos uma imagem');
  });
});

describe('an account that may not list', () => {
  it('is forbidden with what to do, not a refusal of the product', async () => {
    harness.fake.blockListing(harness.seller.vendedor_id, ['address_pending']);
    await expect(harness.adapter.publish(harness.ctx, harness.product())).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('complete o cadastro'),
    });
  });
});

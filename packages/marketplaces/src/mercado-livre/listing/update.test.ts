import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestHarness, type TestHarness } from '../../../testing/mercado-livre/test-harness';
import type { ListingProduct, PublishResult } from '../../port';

let harness: TestHarness;

beforeEach(async () => {
  harness = await openTestHarness({ modelo: 'classic' });
});

afterEach(async () => {
  await harness.fake.close();
  expect(harness.fake.violations).toEqual([]);
});

const NEW_PICTURE = 'https://cdn.exemplo.com.br/fone-novo.jpg';

type Taken = Exclude<PublishResult, { status: 'rejected' | 'already_exists' }>;

/** What a listing is after a publication: its item, and the product as the next publication gets it. */
type Listed = { id: string; produto: ListingProduct; result: Taken };

async function publish(produto: ListingProduct): Promise<Listed> {
  const result = await harness.adapter.publish(harness.ctx, produto);
  if (result.status === 'rejected' || result.status === 'already_exists')
    throw new Error(JSON.stringify(result));
  const { id_externo, imagem_enviada = produto.imagem_enviada } = result;
  return { id: id_externo, produto: { ...produto, id_externo, imagem_enviada }, result };
}

async function edit({ produto }: Listed, changes: Partial<ListingProduct>): Promise<Listed> {
  return publish({ ...produto, ...changes });
}

const item = ({ id }: Listed) => harness.fake.item(id);

const attribute = (listed: Listed, id: string) => item(listed).attributes.find((each) => each['id'] === id);

/** Lets a buyer take one unit. */
async function sell({ id, produto }: Listed): Promise<void> {
  await harness.sale({ anuncio: { id_externo: id, sku: produto.sku, nome: produto.nome } });
}

async function openUserProductHarness(): Promise<void> {
  await harness.fake.close();
  harness = await openTestHarness({ modelo: 'user_product' });
}

describe('a product that did not change', () => {
  it.each(['classic', 'user_product'] as const)('costs its stock and nothing else (%s)', async (modelo) => {
    await harness.fake.close();
    harness = await openTestHarness({ modelo });
    const first = await publish(harness.product({ ean: '7891234567895' }));
    const before = harness.fake.calls().length;
    const again = await publish(first.produto);
    const calls = harness.fake.calls().slice(before);
    const changing = calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
    expect(changing).toEqual([`PUT /items/${first.id}`]);
    expect(calls.filter(({ path }) => path.includes('families'))).toEqual([]);
    expect(again.result).toMatchObject({
      status: 'live',
      avisos: [],
      imagem_enviada: first.produto.imagem_url,
    });
  });

  it('is the same where Mercado Livre writes its words another way', async () => {
    const first = await publish(harness.product());
    const brand = { id: 'BRAND', value_id: '9344', value_name: 'jbl' };
    const others = item(first).attributes.filter(({ id }) => id !== 'BRAND');
    Object.assign(item(first), { title: 'Fone  De Ouvido Jbl Tune 1', attributes: [...others, brand] });
    await publish(first.produto);
    expect(item(first).title).toBe('Fone  De Ouvido Jbl Tune 1');
    expect(attribute(first, 'BRAND')).toEqual(brand);
  });

  it('is the same where the reason for having no EAN is hidden from readings', async () => {
    const first = await publish(harness.product());
    item(first).attributes = item(first).attributes.filter(({ id }) => id !== 'EMPTY_GTIN_REASON');
    await publish(first.produto);
    expect(attribute(first, 'EMPTY_GTIN_REASON')).toBeUndefined();
    await edit(first, { modelo: 'X' });
    expect(attribute(first, 'EMPTY_GTIN_REASON')).toBeDefined();
  });

  it('but for another reason for having no EAN shows that', async () => {
    const first = await publish(harness.product());
    await edit(first, { motivo_sem_ean: 'kit' });
    expect(attribute(first, 'EMPTY_GTIN_REASON')).toMatchObject({ value_id: '17055159' });
  });
});

describe('the name', () => {
  it('becomes the title, in the length of the category', async () => {
    const first = await publish(harness.product());
    const nome = `Caixa de som ${'portátil com bluetooth '.repeat(4)}`;
    const { result } = await edit(first, { nome });
    expect(item(first).title).toBe('Caixa de som portátil com bluetooth portátil com bluetooth');
    expect(result.avisos).toMatchObject([{ mensagem: expect.stringContaining('60 caracteres') }]);
  });

  it('stays after the first sale, which is told, and the rest goes', async () => {
    const first = await publish(harness.product());
    await sell(first);
    const { result } = await edit(first, { nome: 'Fone novo', marca: 'Sony', preco_centavos: 9_990 });
    expect(item(first)).toMatchObject({ title: 'Fone de ouvido JBL Tune 1', price: 99.9 });
    expect(attribute(first, 'BRAND')).toEqual({ id: 'BRAND', value_name: 'Sony' });
    expect(result.avisos).toMatchObject([
      { mensagem: expect.stringMatching(/primeira venda.*“Fone de ouvido JBL Tune 1”/) },
    ]);
  });

  it('renames the family of a user product, of which Mercado Livre builds the title', async () => {
    await openUserProductHarness();
    const first = await publish(harness.product());
    const { result } = await edit(first, { nome: 'Fone sem fio' });
    expect(item(first)).toMatchObject({ family_name: 'Fone sem fio', title: 'Fone sem fio Original' });
    expect(result.avisos).toEqual([]);
  });

  it('is not changed for the other products of a family', async () => {
    await openUserProductHarness();
    const first = await publish(harness.product({ nome: 'Fone de ouvido' }));
    const other = await publish(harness.product({ nome: 'Fone de ouvido' }));
    const { result } = await edit(first, { nome: 'Fone azul', marca: 'Sony' });
    expect([item(first).family_name, item(other).family_name]).toEqual(['Fone de ouvido', 'Fone de ouvido']);
    expect(result.avisos).toMatchObject([{ mensagem: expect.stringContaining('comum a outras variações') }]);
    expect(attribute(first, 'BRAND')).toEqual({ id: 'BRAND', value_name: 'Sony' });
  });

  it('that another family has already is told, and the rest goes', async () => {
    await openUserProductHarness();
    const first = await publish(harness.product());
    const other = await publish(harness.product());
    const { result } = await edit(first, { nome: other.produto.nome, estoque: 3 });
    expect(item(first)).toMatchObject({ family_name: first.produto.nome, available_quantity: 3 });
    expect(result.avisos).toMatchObject([
      { mensagem: expect.stringContaining('outro anúncio seu já tem este nome') },
    ]);
  });

  it('is left alone where the family is not known', async () => {
    await openUserProductHarness();
    const first = await publish(harness.product());
    item(first).family_id = null;
    const { result } = await edit(first, { nome: 'Fone sem fio' });
    expect(result.avisos).toMatchObject([
      { mensagem: expect.stringContaining('não foi possível ler a família') },
    ]);
  });
});

describe('the attributes', () => {
  it('brings brand, model and EAN, and keeps what the seller added there', async () => {
    const first = await publish(harness.product());
    item(first).attributes.push({ id: 'COLOR', value_name: 'Azul' });
    const { result } = await edit(first, { marca: 'Sony', modelo: 'WH-1000', ean: '7891234567895' });
    expect(item(first).attributes).toEqual(
      expect.arrayContaining([
        { id: 'BRAND', value_name: 'Sony' },
        { id: 'MODEL', value_name: 'WH-1000' },
        { id: 'GTIN', value_name: '7891234567895' },
        { id: 'COLOR', value_name: 'Azul' },
        { id: 'SELLER_SKU', value_name: 'FONE-1' },
      ]),
    );
    expect(result.avisos).toEqual([]);
  });

  it('takes away no EAN that stands there', async () => {
    const first = await publish(harness.product({ ean: '7891234567895' }));
    await edit(first, { ean: null, marca: 'Sony' });
    expect(attribute(first, 'GTIN')).toEqual({ id: 'GTIN', value_name: '7891234567895' });
    expect(attribute(first, 'EMPTY_GTIN_REASON')).toBeUndefined();
  });

  it('brings the condition, until the first sale', async () => {
    const first = await publish(harness.product());
    const used = await edit(first, { condicao: 'usado' });
    expect(item(first).condition).toBe('used');
    expect(attribute(first, 'ITEM_CONDITION')).toEqual({ id: 'ITEM_CONDITION', value_id: '2230581' });
    await sell(first);
    const { result } = await edit(used, { condicao: 'recondicionado', modelo: 'X' });
    expect(attribute(first, 'ITEM_CONDITION')).toEqual({ id: 'ITEM_CONDITION', value_id: '2230581' });
    expect(attribute(first, 'MODEL')).toEqual({ id: 'MODEL', value_name: 'X' });
    expect(result.avisos).toMatchObject([{ mensagem: expect.stringContaining('mudar a condição') }]);
  });

  it('that is refused is told, and name, picture, price and stock go all the same', async () => {
    const first = await publish(harness.product());
    const changes = { nome: 'Fone novo', imagem_url: NEW_PICTURE, preco_centavos: 9_990, estoque: 3 };
    const { result } = await edit(first, { ...changes, ean: '7891234567890', descricao: 'Som limpo' });
    expect(item(first)).toMatchObject({
      title: 'Fone novo',
      price: 99.9,
      available_quantity: 3,
      description: 'Som limpo',
      pictures: [{ source: NEW_PICTURE }],
    });
    expect(result).toMatchObject({
      status: 'live',
      avisos: [{ mensagem: expect.stringMatching(/não aceita \(ficha do produto\): O EAN não é válido/) }],
      imagem_enviada: NEW_PICTURE,
    });
  });
});

describe('the category', () => {
  it('stays, which is told where the seller chose another', async () => {
    const first = await publish(harness.product({ categoria_ml: 'mlb196208' }));
    expect((await publish(first.produto)).result.avisos).toEqual([]);
    const { result } = await edit(first, { categoria_ml: 'MLB3530' });
    expect(item(first).category_id).toBe('MLB196208');
    expect(result.avisos).toMatchObject([{ mensagem: expect.stringContaining('continua em MLB196208') }]);
  });
});

describe('the picture', () => {
  it('of a new address takes the place of the cover, before what the seller added there', async () => {
    const first = await publish(harness.product());
    item(first).pictures.push({ id: 'DO-VENDEDOR', source: '', failed: false });
    const second = await edit(first, { imagem_url: NEW_PICTURE });
    const [cover, other] = item(first).pictures;
    expect([cover?.source, other?.id]).toEqual([NEW_PICTURE, 'DO-VENDEDOR']);
    expect(second.result.imagem_enviada).toBe(NEW_PICTURE);
    await publish(second.produto);
    expect(item(first).pictures[0]?.id).toBe(cover?.id);
  });

  it('that is unknown stays until the seller chooses another', async () => {
    const sku = 'FONE-DE-ANTES';
    const id = harness.fake.seedListing(harness.seller.vendedor_id, { sku, titulo: 'Fone de ouvido' });
    harness.fake.item(id).pictures.push({ id: 'DO-VENDEDOR', source: '', failed: false });
    const found = await publish(harness.product({ sku, id_externo: id }));
    expect(item(found).pictures.map((picture) => picture.id)).toEqual(['DO-VENDEDOR']);
    expect((await publish(found.produto)).result.imagem_enviada).toBe(found.produto.imagem_url);
    await edit(found, { imagem_url: NEW_PICTURE });
    expect(item(found).pictures).toMatchObject([{ source: NEW_PICTURE }]);
  });

  it('is sent where the product had none before, and where the listing shows none', async () => {
    const first = await publish(harness.product());
    await edit(first, { imagem_url: NEW_PICTURE, imagem_enviada: '' });
    expect(item(first).pictures).toMatchObject([{ source: NEW_PICTURE }]);
    item(first).pictures = [];
    await edit(first, { imagem_enviada: null });
    expect(item(first).pictures).toMatchObject([{ source: first.produto.imagem_url }]);
  });

  it('that was taken off the product stays, which is told', async () => {
    const first = await publish(harness.product());
    const [cover] = item(first).pictures;
    const bare = await edit(first, { imagem_url: null });
    expect(item(first).pictures).toEqual([cover]);
    expect(bare.result.avisos).toMatchObject([{ mensagem: expect.stringContaining('ficou sem imagem') }]);
    expect(bare.result.imagem_enviada).toBe(first.produto.imagem_url);
  });

  it('that was refused is told, and tried again with the next publication', async () => {
    const first = await publish(harness.product());
    const cause = [{ type: 'error', code: 'item.pictures.invalid_size', message: 'x' }];
    harness.fake.fail({ method: 'PUT', body: /pictures/, failure: { status: 400, body: { cause } } });
    const refused = await edit(first, { imagem_url: NEW_PICTURE });
    expect(refused.result.avisos).toMatchObject([
      { mensagem: expect.stringMatching(/\(imagem\): A imagem é pequena demais/) },
    ]);
    expect(refused.result.imagem_enviada).toBeUndefined();
    await publish(refused.produto);
    expect(item(first).pictures).toMatchObject([{ source: NEW_PICTURE }]);
  });

  it('that is slow to come leaves the listing processing', async () => {
    const first = await publish(harness.product());
    const { result } = await edit(first, { imagem_url: 'https://cdn.exemplo.com.br/lenta.jpg' });
    expect(result).toMatchObject({
      status: 'processing',
      avisos: [{ mensagem: expect.stringContaining('baixando') }],
    });
  });
});

describe('the listing type', () => {
  it('changes once; the second time it is told, and the rest goes', async () => {
    const first = await publish(harness.product());
    const premium = await edit(first, { tipo_anuncio: 'premium' });
    expect(item(first).listing_type_id).toBe('gold_pro');
    expect(premium.result.avisos).toEqual([]);
    const back = await edit(premium, { tipo_anuncio: 'classico', nome: 'Fone novo', estoque: 2 });
    expect(item(first)).toMatchObject({
      listing_type_id: 'gold_pro',
      title: 'Fone novo',
      available_quantity: 2,
    });
    expect(back.result.avisos).toMatchObject([{ mensagem: expect.stringContaining('uma única vez') }]);
  });
});

describe('a listing under review', () => {
  it('says that changes have to wait, if there are any', async () => {
    const first = await publish(harness.product());
    Object.assign(item(first), { status: 'under_review', sub_status: ['held'] });
    expect((await publish(first.produto)).result.avisos).toHaveLength(1);
    const { result } = await edit(first, { nome: 'Fone novo' });
    expect(result).toMatchObject({
      status: 'processing',
      avisos: [{ codigo: 'em_processamento' }, { codigo: 'em_revisao' }],
    });
    expect(result.imagem_enviada).toBeUndefined();
  });

  it('is sent no price', async () => {
    const anuncio = await harness.listing();
    const { price } = Object.assign(harness.fake.item(anuncio.id_externo), { status: 'under_review' });
    expect(await harness.adapter.updatePrice(harness.ctx, anuncio, 9_990)).toBe('unsent');
    expect(harness.fake.item(anuncio.id_externo).price).toBe(price);
  });
});

import { afterEach, expect } from 'vitest';
import type { AdapterErrorKind } from '../adapter-error';
import { unlimited } from '../call-limiter';
import { describeMarketplace, type MarketplaceHarness } from '../conformance';
import type { LabelRequest, ListingProduct } from '../port';
import { createMercadoLivreAdapter } from './adapter';
import { createMercadoLivreConnector } from './connector';
import { MemoryAccounts } from './fake/accounts';
import { type FakeMercadoLivre, startFakeMercadoLivre } from './fake/server';

const running: FakeMercadoLivre[] = [];

afterEach(async () => {
  for (const fake of running.splice(0)) {
    await fake.close();
    expect(fake.violations).toEqual([]);
  }
});

for (const modelo of ['user_product', 'classic'] as const) {
  describeMarketplace(`mercado livre (${modelo})`, () => makeHarness(modelo));
}

async function makeHarness(modelo: 'user_product' | 'classic'): Promise<MarketplaceHarness> {
  const clock = () => new Date('2026-11-21T15:00:00Z');
  const fake = await startFakeMercadoLivre({ clock });
  running.push(fake);
  const { url, appId, secretKey } = fake;
  const urls = { apiBaseUrl: url, authBaseUrl: url };
  const accounts = new MemoryAccounts(createMercadoLivreConnector({ ...urls, appId, secretKey, clock }));
  const ana = fake.connectSeller({ modelo });
  accounts.connect('ana', ana, modelo);
  accounts.connect('bia', fake.connectSeller({ modelo }), modelo);
  let products = 0;
  const product = (): ListingProduct => makeProduct(++products);
  const placeOrder = async (produto: ListingProduct): Promise<LabelRequest> => {
    const item = fake
      .items(ana.vendedor_id)
      .find(({ attributes }) => attributes.some((each) => each['value_name'] === produto.sku));
    const itens = [{ anuncio: item?.id ?? '', quantidade: 2 }];
    return labelRequestOf(fake.createPaidOrder({ vendedor_id: ana.vendedor_id, itens }).ml_order_id, produto);
  };
  const adapter = createMercadoLivreAdapter({ apiBaseUrl: url, appId, accounts, limiter: unlimited, clock });
  return {
    adapter,
    ctx: { usuarioId: 'ana' },
    otherCtx: { usuarioId: 'bia' },
    product,
    refusedProduct: () => ({ ...product(), ean: '7891234567890' }),
    settle: async () => undefined,
    placeOrder,
    placeOrderWithoutLabel: async () => {
      const produto = product();
      const result = await adapter.publish({ usuarioId: 'ana' }, produto);
      if (result.status !== 'live') throw new Error(`the product was not published: ${result.status}`);
      const itens = [{ anuncio: result.id_externo, quantidade: 1 }];
      const envio = { substatus: 'invoice_pending' };
      const sold = fake.createPaidOrder({ vendedor_id: ana.vendedor_id, itens, envio });
      return labelRequestOf(sold.ml_order_id, produto);
    },
    failures: ['rate_limited', 'upstream_unavailable', 'forbidden', 'conflict', 'reconnect_required'],
    productThatFails: (kind) => {
      provoke(fake, kind, ana.vendedor_id);
      return product();
    },
  };
}

function provoke(fake: FakeMercadoLivre, kind: AdapterErrorKind, vendedorId: string): void {
  if (kind === 'reconnect_required') fake.revoke(vendedorId);
  const status = { rate_limited: 429, upstream_unavailable: 503, forbidden: 403, conflict: 409 }[
    kind as string
  ];
  if (status) fake.fail({ caminho: /^\/items\/validate$/, falha: { status } });
}

function makeProduct(number: number): ListingProduct {
  return {
    id: `produto-${number}`,
    nome: `Fone de ouvido JBL Tune ${number}`,
    descricao: '<p>Som <b>limpo</b></p>🎧 e bateria longa',
    sku: `FONE-${number}`,
    preco_centavos: 18_990,
    estoque: 10,
    imagem_url: 'https://cdn.exemplo.com.br/fone.jpg',
    ean: null,
    marca: 'JBL',
    modelo: `Tune ${number}`,
    condicao: 'novo',
    tipo_anuncio: 'classico',
    categoria_ml: null,
  };
}

function labelRequestOf(ml_order_id: string, { sku, nome }: ListingProduct): LabelRequest {
  return {
    ml_order_id,
    sku,
    produto_nome: nome,
    quantidade: 2,
    cliente_nome: 'Marina Souza',
    cliente_endereco: 'Avenida Paulista, 1000, São Paulo - SP, CEP 01310-100',
    remetente_nome: 'Distribuidora Brás',
    remetente_detalhe: null,
    criado_em: new Date('2026-11-21T15:00:00Z'),
  };
}

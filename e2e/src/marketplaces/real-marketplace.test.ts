import type { FakeMercadoLivre } from '@esteira/marketplaces/testing/mercado-livre/server';
import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import type { Seller } from '../page/seller';
import { ACCOUNT, connects, test } from '../servers/real-mercado-livre';
import type { RunningServer } from '../servers/server';

const PICTURE = 'https://imagens.exemplo.com.br/fone.png';

/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function publishes(page: Page, seller: Seller): Promise<void> {
  await page.route(PICTURE, (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(PNG, 'base64') }),
  );
  await seller.addsSupplier('Distribuidora São Bento');
  await seller.addsProduct({
    nome: 'Fone JBL Tune 520',
    fornecedor: 'Distribuidora São Bento',
    custo: '90.00',
    precoMl: '189.90',
    estoque: '10',
    imagem: PICTURE,
    marca: 'JBL',
    modelo: 'Tune 520',
    motivoSemCodigo: 'Produto sem código registrado',
  });
  const product = seller.card('Fone JBL Tune 520');
  await product.getByRole('button', { name: 'Publicar no ML' }).click();
  await seller.seesToast('Produto na fila de publicação no Mercado Livre.');
  await expect(product.getByText('Publicado', { exact: true })).toBeVisible();
}

/** What buyers do there, and what Mercado Livre tells us of it. */
class Buyers {
  constructor(
    private readonly market: FakeMercadoLivre,
    private readonly server: RunningServer,
    private readonly account: string,
  ) {}

  /** The only listing of the account. */
  listing() {
    const [item, ...others] = this.market.items(this.account);
    if (!item) throw new Error('there is no listing');
    expect(others).toEqual([]);
    return item;
  }

  /** Takes two units; answers the number of the order. */
  async buy(): Promise<string> {
    const { id: anuncio } = this.listing();
    const { ml_order_id } = this.market.createPaidOrder({
      vendedor_id: this.account,
      itens: [{ anuncio, quantidade: 2 }],
      comprador: { nome: 'Joaquim', sobrenome: 'Ferreira' },
    });
    const delivery = await this.market.sendNotification(`${this.server.url}/webhooks/mercadolivre`, {
      vendedor_id: this.account,
      recurso: `/orders/${ml_order_id}`,
    });
    expect(delivery.status).toBe(200);
    return ml_order_id;
  }
}

/** The form reckons with what the connected account pays, and with the table while it is not told. */
async function expectKnownFees(page: Page, market: FakeMercadoLivre): Promise<void> {
  const api = await Api.of(page);
  await api.call('PUT', '/custos', {
    ...{ regime: 'mei', reputacao_ml: 'green', logistica_ml: 'xd_drop_off' },
    categoria_ml: 'Casa, Móveis e Decoração',
  });
  const [{ id: fornecedor_id }] = await api.call('GET', '/fornecedores');
  const product = await api.call('POST', '/produtos', {
    ...{ fornecedor_id, nome: 'Fone de ouvido', preco_fornecedor: 30, preco_venda_ml: 79, estoque: 4 },
  });
  await page.goto(`/produtos?porque=${product.id}.mercadolivre`);
  const whyCard = page.getByRole('dialog', { name: 'Por que este número?' });
  await expect(whyCard).toContainText('Quanto sobra de uma venda de Fone de ouvido hoje');
  await expect(whyCard).toContainText('Pelas tarifas da tabela; as da sua conta aparecem no formulário');
  await expectAccessible(page, 'why a net value is what it is, with a connected account');
  await page.keyboard.press('Escape');
  await expect(whyCard).toHaveCount(0);
  await page.getByRole('button', { name: 'Editar Fone de ouvido' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
  const ml = dialog.getByRole('region', { name: 'Quanto sobra: Mercado Livre' });
  await page.getByRole('button', { name: 'Informar' }).click();
  await dialog.getByLabel('Peso embalado (g)').fill('800');
  await ml.getByRole('button', { name: 'Por que este número?' }).click();
  const why = ml.getByRole('table', { name: 'Do preço ao que sobra' });
  await expect(why.getByRole('row', { name: 'Tarifa de venda' })).toHaveText(
    /Consultado na sua conta em \d{2}\/\d{2} às \d{2}:\d{2}.*−R\$\s12,64/,
  );
  await expect(why.getByRole('row', { name: 'Frete' })).toHaveText(/desde 24\/08\/2026.*−R\$\s14,45/);
  await expect(ml.getByText('Informe as medidas para consultar o frete na sua conta.')).toBeVisible();

  await dialog.getByLabel('Altura (cm)').fill('10');
  await dialog.getByLabel('Largura (cm)').fill('20');
  await dialog.getByLabel('Comprimento (cm)').fill('20');
  await expect(why.getByRole('row', { name: 'Frete' })).toHaveText(/Consultado na sua conta.*−R\$\s28,90/);
  await expect(ml.getByText('Líquido estimado R$ 7,46')).toBeVisible();
  await expectAccessible(page, 'a form with the fees of the account');

  market.fail({ path: /listing_prices$/, times: Number.POSITIVE_INFINITY, failure: { status: 503 } });
  await dialog.getByLabel('Preço ML *').fill('120');
  await expect(
    ml.getByText('O Mercado Livre não respondeu: por enquanto valem as tarifas da tabela.'),
  ).toBeVisible();
  await expect(why.getByRole('row', { name: 'Tarifa de venda' })).toHaveText(/Regra desde.*−R\$\s13,80/);
  await expect(why.getByRole('row', { name: 'Frete' })).toHaveText(/Regra desde.*−R\$\s19,05/);
}

test.describe('a real marketplace', { tag: '@release' }, () => {
  test('is connected, published to and sells; an account that it refuses is told on every page until it is reconnected; the form of a product reckons with its fees', async ({
    page,
    seller,
    market,
    realServer,
  }) => {
    const account = market.registerSeller({ nickname: ACCOUNT, modelo: 'user_product' });
    market.setCommission('MLB196208', 16);
    market.setReputation(account, 'orange_red');
    const buyers = new Buyers(market, realServer, account);
    const banner = page.getByRole('complementary', { name: 'Conta a reconectar' });
    const getOrder = (number: string) => seller.card(`Pedido ${number}`);
    await seller.opens('Integrações');
    await connects(page, 'Conectar Mercado Livre');

    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await publishes(page, seller);
    expect(buyers.listing()).toMatchObject({ price: 189.9, available_quantity: 10, status: 'active' });

    await seller.opens('Pedidos');
    await expect(page.getByText('Nenhum pedido encontrado')).toBeVisible();
    const order = getOrder(await buyers.buy());
    await expect(order.getByText('Pendente Aprovação', { exact: true })).toBeVisible();
    await expect(order.getByText('Joaquim Ferreira')).toBeVisible();
    await seller.opens('Produtos');
    await expect(seller.card('Fone JBL Tune 520').getByText('8', { exact: true })).toBeVisible();

    market.revoke(account);
    await expect(banner).toHaveCount(0);
    const missed = await buyers.buy();
    await expect(
      banner.getByText(`A conta ${ACCOUNT} do Mercado Livre precisa ser reconectada.`, { exact: true }),
    ).toBeVisible();
    expect(loads).toBe(0);
    await expectAccessible(page, 'products of an account that is refused');
    await banner.getByRole('link', { name: 'Reconectar' }).click();
    await seller.seesHeading('Integrações');
    await expect(banner).toHaveCount(0);

    await connects(page, 'Reconectar Mercado Livre');
    await seller.opens('Pedidos');
    await expect(getOrder(missed)).toBeVisible();
    await expect(banner).toHaveCount(0);
    await test.step('the form reckons with what the account pays', () => expectKnownFees(page, market));
    expect(market.violations).toEqual([]);
  });
});

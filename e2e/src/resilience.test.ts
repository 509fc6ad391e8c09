import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './fixtures';
import { Seller } from './seller';
import { startServer } from './server';

const SCREENS = ['/', '/produtos', '/fornecedores', '/pedidos', '/admin', '/checkout/top'];

function requestsOf(page: Page, procedure: string): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/trpc/${procedure}`)) sent.push(request);
  });
  return sent;
}

/** Holds the calls of a procedure back until told to let them go: a network as slow as the test needs. */
async function hold(page: Page, procedure: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/trpc/${procedure}**`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** A double click while the answer is away: one request, a button that says so, and then its effect. */
async function expectOneRequest(seller: Seller, button: Locator, call: string): Promise<void> {
  const { page } = seller;
  const sent = requestsOf(page, call);
  const release = await hold(page, call);
  await button.dblclick();
  await page.locator('button[aria-busy="true"]').first().waitFor();
  await page.locator('button[aria-busy="true"]').first().click({ force: true });
  release();
  await page.locator('button[aria-busy="true"]').first().waitFor({ state: 'detached' });
  expect(sent.map((request) => request.method())).toEqual(['POST']);
  await page.unroute(`**/trpc/${call}**`);
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Nome no Cartão').fill('Marina');
  await page.getByLabel('Número do Cartão').fill(number);
  await page.getByLabel('Validade').fill('12/39');
  await page.getByLabel('CVV').fill('123');
}

describe('a double click on a slow network sends one request', () => {
  test('from the first supplier to the approval of an order', async ({ page, seller }) => {
    await seller.opens('Fornecedores');
    await page.getByRole('button', { name: 'Adicionar Fornecedor' }).click();
    await page.getByLabel('Nome *').fill('Central');
    await expectOneRequest(seller, page.getByRole('button', { name: 'Criar' }), 'suppliers.create');
    await seller.seesToast('Fornecedor criado!');

    await seller.opens('Produtos');
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Fornecedor *', { exact: true }).selectOption('Central');
    await dialog.getByLabel('Nome do Produto *').fill('Caneca');
    await dialog.getByLabel('Preço Fornecedor *').fill('20');
    await dialog.getByLabel('Preço ML *').fill('50');
    await dialog.getByLabel('Estoque *').fill('9');
    await expectOneRequest(seller, dialog.getByRole('button', { name: 'Criar' }), 'products.create');
    await seller.seesToast('Produto criado!');

    const card = seller.card('Caneca');
    await expectOneRequest(
      seller,
      card.getByRole('button', { name: 'Publicar no ML' }),
      'publication.publish',
    );
    await expectOneRequest(
      seller,
      card.getByRole('button', { name: 'Simular Venda' }),
      'publication.simulateSale',
    );

    await seller.opens('Pedidos');
    await expectOneRequest(seller, page.getByRole('button', { name: 'Aprovar Pedido' }), 'orders.approve');
    await page.getByRole('button', { name: 'Enviar ao Fornecedor' }).waitFor();
  });
});

describe('a server that fails', () => {
  test('while saving leaves the form as it was, and says so in the documented words', async ({
    page,
    seller,
  }) => {
    await seller.opens('Fornecedores');
    await page.getByRole('button', { name: 'Adicionar Fornecedor' }).click();
    await page.getByLabel('Nome *').fill('Central');
    const sent = requestsOf(page, 'suppliers.create');
    await page.route('**/trpc/suppliers.create**', (route) => route.abort());
    await page.getByRole('button', { name: 'Criar' }).click();
    await seller.seesToast('Erro ao salvar fornecedor');
    expect(await page.getByLabel('Nome *').inputValue()).toBe('Central');
    // A write is never repeated by itself.
    expect(sent).toHaveLength(1);
  });

  test('by a marketplace out of order takes the publication back and says so', async ({ page, seller }) => {
    await seller.addsSupplier('Central');
    await seller.addsProduct({
      nome: 'Fone SIM-INDISPONIVEL',
      fornecedor: 'Central',
      custo: '20',
      precoMl: '50',
      precoAmazon: '60',
      estoque: '9',
    });
    const card = seller.card('Fone SIM-INDISPONIVEL');
    await card.getByRole('button', { name: 'Publicar no ML' }).click();
    await seller.seesToast('Erro ao publicar produto');
    await card.getByRole('button', { name: 'Publicar no ML' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Produtos' }).waitFor();
  });

  test('by stopping comes back with the data and the sign-in it had', async ({ browser }) => {
    const server = await startServer();
    try {
      const context = await browser.newContext({ baseURL: server.url, locale: 'pt-BR' });
      const page = await context.newPage();
      const seller = Seller.new(page);
      await seller.arrives();
      await seller.addsSupplier('Central');
      await server.kill();
      await page.getByRole('link', { name: 'Pedidos' }).click();
      await page.getByText('Não foi possível abrir esta página').waitFor();
      await page.getByRole('link', { name: 'Fornecedores' }).click();
      await seller.card('Central').waitFor();
      await page.getByLabel('Buscar fornecedores').fill('central');
      await page.keyboard.press('Enter');
      await page.getByText('Sem conexão com o servidor').waitFor();
      await server.revive();
      await page.getByText('Sem conexão com o servidor').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Pedidos' }).click();
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await seller.seesHeading('Pedidos');
      await context.close();
    } finally {
      await server.stop();
    }
  });
});

describe('a token that is no longer taken', () => {
  test('leads to the login page from any screen, and back to the screen after it', async ({
    page,
    seller,
  }) => {
    for (const path of SCREENS) {
      await page.evaluate(() => localStorage.setItem('token', 'expirado'));
      await page.goto(path);
      await page.waitForURL('**/login');
      await page.getByText('Sua sessão terminou').waitFor();
      await seller.signIn();
      await page.waitForURL(`**${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
  });
});

describe('paying', () => {
  test('keeps its key while it may have been charged, and takes a new one after a refusal or a change', async ({
    page,
    seller,
  }) => {
    await page.goto('/checkout/basico');
    const keys: string[] = [];
    const answers: ('cut' | number | 'pass')[] = ['cut', 409, 503, 'pass', 'pass', 'pass'];
    await page.route('**/trpc/checkout.pay**', async (route) => {
      keys.push(JSON.parse(route.request().postData() ?? '{}')['0'].chave_idempotencia);
      const answer = answers.shift();
      if (answer === 'cut') return route.abort();
      if (typeof answer !== 'number') return route.continue();
      const error = {
        message: 'x',
        code: -32000,
        data: { httpStatus: answer, detail: `Resposta ${answer}` },
      };
      return route.fulfill({
        status: answer,
        contentType: 'application/json',
        body: JSON.stringify([{ error }]),
      });
    });
    const pay = page.getByRole('button', { name: 'Pagar R$ 119,00' });
    await fillCard(page, '4000000000000002');
    for (const toast of [
      'Erro ao processar pagamento',
      'Resposta 409',
      'Resposta 503',
      'Pagamento recusado pela operadora do cartão',
    ]) {
      await pay.click();
      await seller.seesToast(toast);
    }
    const settled = page.waitForResponse('**/trpc/checkout.pay**');
    await pay.click();
    await settled;
    await page.getByLabel('Número do Cartão').fill('4111111111111111');
    await pay.click();
    await seller.seesToast(/Pagamento aprovado!/);

    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(new Set(keys.slice(3)).size).toBe(3);
  });
});

describe('installing', () => {
  test('the manifest, its icons and the Apple icon are what the browser wants', async ({ page }) => {
    await page.goto('/login');
    const href = await page.locator('link[rel="manifest"]').getAttribute('href');
    const answer = await page.request.get(href ?? '');
    expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ name: 'Esteira', lang: 'pt-BR', start_url: '/', display: 'standalone' });
    const apple = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    const icons: { src: string; sizes: string; purpose: string }[] = [
      ...manifest.icons,
      { src: apple ?? '', sizes: '180x180', purpose: 'apple' },
    ];
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
      '180x180 apple',
    ]);
    for (const { src, sizes } of icons) {
      expect((await page.request.get(src)).headers()['content-type'], src).toBe('image/png');
      const size = await page.evaluate(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(size, src).toBe(sizes);
    }
    const session = await page.context().newCDPSession(page);
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
  });
});

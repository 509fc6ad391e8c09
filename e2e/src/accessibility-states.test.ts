import { describe, expect } from 'vitest';
import { Api } from './api';
import { expectAccessible, settled } from './axe';
import { DEMO, demo, signedInAs } from './demo';
import { holdsAnswer, holdsBack } from './held-requests';
import { Seller } from './seller';

const TABLETS = [768, 1024];
const MAIN_PAGES = [
  '/',
  '/produtos',
  '/fornecedores',
  '/pedidos',
  '/integracao',
  '/pricing',
  '/checkout/top',
];

const CSV = [
  'fornecedor_id,nome,sku,preco_fornecedor,preco_venda_ml,estoque',
  'Central,Caneca,CAN-1,5.00,19.90,10',
  'Ninguém,Copo,,1.234,19.90,-1',
].join('\n');

const uncached = demo.extend({
  expected: /^Failed to load resource|Failed to fetch dynamically imported module|^%o\n\n%s\n\n%s\n/,
});

describe('WCAG 2.2 AA in both themes, while something goes on', () => {
  demo('a CSV file: its preview, its way up, the waiting and the result', async ({ page }) => {
    await Seller.new(page).arrives();
    await (await Api.of(page)).call('POST', '/fornecedores', { nome: 'Central' });
    await page.goto('/produtos');
    await page.getByRole('button', { name: 'Importar CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importar CSV' });
    await dialog
      .getByLabel(/Escolher arquivo CSV/)
      .setInputFiles({ name: 'produtos.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
    const send = dialog.getByRole('button', { name: 'Importar 1 produto' });
    await send.waitFor();
    await expectAccessible(page, 'preview');
    await dialog.getByRole('button', { name: 'Com erro (1)' }).click();
    await expectAccessible(page, 'preview of the rows with errors');

    const drop = await holdsBack(page, '**/importar-csv');
    await send.click();
    await dialog.getByText('Enviando arquivo...').waitFor();
    await expectAccessible(page, 'upload');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await drop();

    const answer = await holdsAnswer(page, '*/importar-csv');
    await send.click();
    await dialog.getByText('Processando...').waitFor();
    await expectAccessible(page, 'processing');
    await answer();
    await dialog.getByText('1 produto importado').waitFor();
    await expectAccessible(page, 'result');
  });

  demo('publishing several products, and what came of each', async ({ page }) => {
    await Seller.new(page).arrives();
    const api = await Api.of(page);
    await api.publishesProduct('Caneca');
    await api.publishesProduct('Copo', { preco_venda_amazon: 70 });
    await page.goto('/produtos');
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/trpc/*publication.publish*', async (route) => {
      await released;
      await route.continue();
    });
    await page
      .getByRole('region', { name: 'Ações em lote' })
      .getByRole('button', { name: 'Publicar na Amazon' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Publicar na Amazon' });
    await dialog.getByRole('progressbar').waitFor();
    await expectAccessible(page, 'bulk run');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.getByRole('button', { name: 'Cancelando' }).waitFor();
    await expectAccessible(page, 'bulk run being cancelled');
    release();
    await dialog.getByText('1 publicado, 1 com erro').waitFor();
    await expectAccessible(page, 'bulk result');
  });

  uncached('a screen that cannot be opened, and no network', async ({ page }) => {
    await Seller.new(page).arrives();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Tutorial' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Tentar novamente' }).click();
    await page.getByText('Sem conexão com o servidor').waitFor();
    await expectAccessible(page, 'without network');
    await page.context().setOffline(false);
  });
});

describe('WCAG 2.2 AA in both themes, and nothing wider than the window', () => {
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

  demo('the admin panel on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signedInAs(page, DEMO.admin);
    for (const path of ['/admin', '/admin?aba=pagamentos']) {
      await page.goto(path);
      await settled(page);
      expect(await page.evaluate(overflow), path).toBeLessThanOrEqual(0);
      await expectAccessible(page, path);
    }
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Tornar Admin' }).first().click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page, 'question');
  });

  for (const width of TABLETS) {
    demo(`the main pages at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 1024 });
      await signedInAs(page, DEMO.seller);
      for (const path of MAIN_PAGES) {
        await page.goto(path);
        await settled(page);
        expect(await page.evaluate(overflow), path).toBeLessThanOrEqual(0);
        await expectAccessible(page, path);
      }
    });
  }
});

import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { test } from '../servers/fixtures';
import { fillCatalogue } from '../servers/many-products';

const SCREENS = [
  '/',
  '/produtos',
  '/fornecedores',
  '/compras',
  '/pedidos',
  '/integracao',
  '/tutorial',
  '/pricing',
  '/checkout/top',
];

test.describe('the shell', () => {
  test('says on every page that a marketplace is simulated, and leads to what that means', async ({
    page,
    seller,
  }) => {
    const pill = page.getByRole('link', { name: 'Modo simulado' });
    for (const path of ['/', '/produtos', '/pedidos']) {
      await page.goto(path);
      await expect(pill.filter({ visible: true })).toHaveCount(1);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await pill.filter({ visible: true }).click();
    await seller.seesHeading('Integrações');
  });

  test('an unknown address gets a page of its own and a way back', async ({ page, seller }) => {
    await page.goto('/nao-existe');
    await seller.seesHeading('Página não encontrada');
    await page.getByRole('link', { name: 'Voltar ao início' }).click();
    await seller.seesHeading('Dashboard');
  });

  test('a visitor is sent from every private screen to the login page', async ({ page }) => {
    for (const path of ['/', '/produtos', '/admin', '/checkout/basico']) {
      await page.goto(path);
      await expect(page.getByRole('tab', { name: 'Entrar' })).toBeVisible();
      await expect(page).toHaveURL('/login');
    }
  });

  test('the chosen theme survives a reload', async ({ page, seller }) => {
    await seller.opens('Dashboard');
    await seller.page.getByRole('button', { name: 'Usar tema escuro' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Usar tema claro' })).toBeVisible();
    await expect(page.locator('html')).toHaveClass('dark');
  });

  test('the keyboard reaches the content past the menu', async ({ page, seller }) => {
    await page.goto('/produtos');
    await seller.seesHeading('Produtos');
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText('Ir para o conteúdo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText('Exportar');
  });

  test('a server that stops answering is said in a bar, and the screen stays', async ({ page, seller }) => {
    await seller.opens('Dashboard');
    // The server is back with this click and not before: the page asks by itself too, and then needs no button.
    await page.evaluate(() =>
      window.addEventListener(
        'click',
        ({ target }) => {
          if ((target as Element).textContent === 'Tentar novamente') document.body.dataset['retried'] = '';
        },
        { capture: true },
      ),
    );
    const isBack = () => page.evaluate(() => 'retried' in document.body.dataset);
    await page.route('**/trpc/**', async (route) => ((await isBack()) ? route.continue() : route.abort()));
    await page.getByRole('link', { name: 'Fornecedores' }).click();
    await expect(page.getByText('Sem conexão com o servidor')).toBeVisible();
    await page.getByRole('button', { name: 'Tentar novamente' }).first().click();
    await expect(page.getByText('Nenhum fornecedor cadastrado')).toBeVisible();
    await expect(page.getByText('Sem conexão com o servidor')).toHaveCount(0);
    await seller.seesHeading('Fornecedores');
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('a page opened from far down another is at its top with its first frame, and has all it shows', async ({
    page,
    seller,
  }) => {
    const api = await Api.of(page);
    await fillCatalogue(page, 100);
    for (let number = 1; number <= 30; number += 1)
      await api.call('POST', '/fornecedores', { nome: `Fornecedor ${number}` });
    await seller.opens('Produtos');
    await expect(page.getByText('100 produtos')).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 3000));
    await expect(page.getByRole('heading', { name: 'Produto 99', exact: true })).toHaveCount(0);
    const scrolled = page.evaluate(
      () =>
        new Promise<number>((done) => {
          function look() {
            if (document.querySelector('main h1')?.textContent === 'Fornecedores') done(window.scrollY);
            else requestAnimationFrame(look);
          }
          look();
        }),
    );
    await page.getByRole('link', { name: 'Fornecedores' }).click();
    expect(await scrolled).toBe(0);
    await expect(page.locator('main li section h2')).toHaveCount(31);
  });

  test('nothing overflows at 360 px, and the menu is a drawer', { tag: '@release' }, async ({
    page,
    seller,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of SCREENS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow, path).toBe(0);
    }
    await page.goto('/');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Pedidos' }).click();
    await seller.seesHeading('Pedidos');
    await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
  });
});

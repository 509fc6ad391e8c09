import { expect } from '@playwright/test';
import { expectAccessible, expectLoaded } from '../page/axe';
import { test } from '../servers/fixtures';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

// What it says when the keys cannot be read is in apps/web/features/api-keys/api-keys-page.test.tsx.
test.describe('the page of API keys', { tag: '@release' }, () => {
  test('makes a key that is shown once and works, until it is revoked', async ({ page, seller, request }) => {
    await seller.opens('Dashboard');
    await page.getByRole('link', { name: 'Configurações' }).click();
    await page.getByRole('link', { name: 'Chaves de API' }).click();
    await seller.seesHeading('Chaves de API');
    await expect(page.getByRole('heading', { name: 'Nenhuma chave de API ainda' })).toBeVisible();
    await expectAccessible(page, 'without a key');

    await page.getByRole('button', { name: 'Criar chave' }).click();
    const form = page.getByRole('dialog', { name: 'Criar chave de API' });
    await form.getByLabel('Leitura', { exact: true }).uncheck();
    await form.getByRole('button', { name: 'Criar chave' }).click();
    await expect(form.getByText('Campo obrigatório')).toBeVisible();
    await expect(form.getByText('Escolha pelo menos um escopo')).toBeVisible();
    await expectAccessible(page, 'a form with errors');
    await form.getByLabel('Nome *').fill('ERP da loja');
    await form.getByLabel('Produtos', { exact: true }).check();
    await form.getByRole('button', { name: 'Criar chave' }).click();

    const shown = page.getByRole('dialog', { name: 'Copie a chave agora' });
    const key = await shown.getByLabel('Chave de API de ERP da loja').inputValue();
    expect(key).toMatch(/^est_[0-9a-f]{64}$/);
    await expectAccessible(page, 'the key');
    await shown.getByRole('button', { name: 'Já guardei a chave' }).click();

    const row = page.getByRole('list', { name: 'Chaves de API' }).getByRole('listitem');
    await expect(row).toContainText('ERP da loja');
    await expect(row).toContainText('nunca usada');
    expect(await page.content()).not.toContain(key);

    const headers = { authorization: `Bearer ${key}` };
    expect((await request.get('/api/produtos', { headers })).status()).toBe(200);
    expect((await request.get('/api/pedidos', { headers })).status()).toBe(403);
    await page.reload();
    await expect(row).toContainText(/usada em \d\d\/\d\d\/\d{4} às \d\d:\d\d/);

    await row.getByRole('button', { name: 'Revogar ERP da loja' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar' }).click();
    await expect(page.getByText('Chave de API revogada').last()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nenhuma chave de API ainda' })).toBeVisible();
    expect((await request.get('/api/produtos', { headers })).status()).toBe(401);

    await test.step('a long name fits every width, light and dark', async () => {
      await page.getByRole('button', { name: 'Criar chave' }).click();
      await page.getByLabel('Nome *').fill('Programa de nome bem comprido que não cabe em uma só linha');
      for (const scope of ['Pedidos', 'Produtos'])
        await page.getByRole('dialog').getByLabel(scope, { exact: true }).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Criar chave' }).click();
      await page.getByRole('button', { name: 'Já guardei a chave' }).click();
      for (const width of [360, 768, 2560]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(overflow), `at ${width} pixels`).toBeLessThanOrEqual(0);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectLoaded(page);
      await expectAccessible(page, 'in the dark');
    });
  });
});

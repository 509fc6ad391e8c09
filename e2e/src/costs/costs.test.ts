import { expect } from '@playwright/test';
import { expectAccessible, expectLoaded } from '../page/axe';
import { test } from '../servers/fixtures';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

test("what sales cost is said once, read again, and validated by the server's rules", {
  tag: '@release',
}, async ({ page, seller }) => {
  await page.route(/trpc\/.*costs/, (route) => route.abort());
  await page.goto('/configuracoes/custos');
  await seller.seesHeading('Custos');
  await expect(page.getByText('Erro ao carregar os custos').last()).toBeVisible();
  await page.unroute(/trpc\/.*costs/);
  await page.getByRole('main').getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByLabel('Regime tributário').selectOption('Simples Nacional, Anexo I');
  await page.getByLabel('Receita da empresa').fill('300.000,00');
  await expect(page.getByText('Alíquota efetiva: 5,32%')).toBeVisible();
  await page.getByLabel('Embalagem (R$)').fill('1,50');
  await page.getByLabel('Anúncios (%)').fill('120');
  await page.getByLabel('Forma de envio no Mercado Livre').selectOption('Places (ponto de entrega)');
  await page.getByLabel('Reputação').selectOption({ index: 1 });
  await page.getByLabel('Categoria habitual').first().selectOption('Casa, Móveis e Decoração');
  await page.getByLabel('Forma de envio na Amazon').selectOption('Envio próprio');
  await page.getByLabel('Entrega própria (R$)').fill('12,90');
  await page.getByRole('button', { name: 'Salvar custos' }).click();
  await expect(page.getByLabel('Anúncios (%)')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'a form with an error');
  await page.getByLabel('Anúncios (%)').fill('5');
  await page.getByRole('button', { name: 'Salvar custos' }).click();
  await seller.seesToast('Custos salvos');
  for (const width of [360, 390, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(overflow), `at ${width} pixels`).toBeLessThanOrEqual(0);
  }
  await page.reload();
  await expectLoaded(page);
  await expect(page.getByLabel('Receita da empresa')).toHaveValue('300.000,00');
  await expect(page.getByLabel('Entrega própria (R$)')).toHaveValue('12,90');
  await expect(page.getByLabel('Categoria habitual').first()).toHaveValue('Casa, Móveis e Decoração');
  await expectAccessible(page, 'settings that are saved');
});

import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible, expectLoaded } from '../page/axe';
import { test } from '../servers/fixtures';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

const CONFLICT = 'Estes custos foram alterados por outra pessoa. Veja o valor atual antes de salvar.';

test("what sales cost is said once, read again, validated by the server's rules, and chosen where somebody else changed the same", {
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

  const api = await Api.of(page);
  const { id: _, versao: __, ...costs } = await api.call('GET', '/custos');
  const theirs = { regime: null, embalagem: 2.1, plano_individual_amazon: true };
  await api.call('PUT', '/custos', { ...costs, ...theirs });
  const field = (name: string) => page.getByRole('textbox', { name });
  const regime = page.getByRole('combobox', { name: 'Regime tributário' });
  const save = page.getByRole('button', { name: 'Salvar custos' });
  await field('Embalagem (R$)').fill('3');
  await field('Outros custos (R$)').fill('0,40');
  await regime.selectOption('MEI');
  await page.getByLabel('Plano Individual').check();
  await save.click();
  await expect(page.getByText(CONFLICT)).toHaveCount(1);
  const wrapping = page.getByRole('group', { name: 'Embalagem (R$)' });
  await expect(wrapping.getByRole('radio', { name: 'Valor atual 2,10' })).not.toBeChecked();
  await expect(wrapping.getByRole('radio', { name: 'Seu valor 3,00' })).not.toBeChecked();
  const regimes = page.getByRole('group', { name: 'Regime tributário' });
  await expect(regimes.getByRole('radio', { name: 'Seu valor MEI' })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(4);
  await expectAccessible(page, 'cost settings with conflicts');

  await save.click();
  await expect(page.getByText('Escolha um dos valores de cada campo.')).toBeVisible();
  await wrapping.getByRole('radio', { name: /Valor atual/ }).check();
  await expect(field('Embalagem (R$)')).toHaveValue('2,10');
  await regimes.getByRole('radio', { name: 'Valor atual Vazio' }).check();
  await expect(regime).toHaveValue('');
  await regimes.getByRole('radio', { name: /Seu valor/ }).check();
  await save.click();
  await seller.seesToast('Custos salvos');
  await expect(page.getByText(CONFLICT)).toHaveCount(0);
  expect(await api.call('GET', '/custos')).toMatchObject({
    ...{ regime: 'mei', embalagem: 2.1, outros: 0.4, anuncios: 5, plano_individual_amazon: true },
  });
});

import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

const CONFLICT = 'Estes custos foram alterados por outra pessoa. Veja o valor atual antes de salvar.';

async function openForm(page: Page) {
  await page.goto('/configuracoes/custos');
  await expect(page.getByRole('textbox', { name: 'Embalagem (R$)' })).toHaveValue('1,50');
  return {
    field: (name: string) => page.getByRole('textbox', { name }),
    choice: (name: string) => page.getByRole('combobox', { name }),
    save: () => page.getByRole('button', { name: 'Salvar custos' }).click(),
    saved: () => expect(page.getByText('Custos salvos').last()).toBeVisible(),
  };
}

test.describe('cost settings that are open in two tabs', { tag: '@release' }, () => {
  test.beforeEach(async ({ page, seller }) => {
    await seller.opens('Dashboard');
    const api = await Api.of(page);
    await api.call('PUT', '/custos', { regime: 'mei', embalagem: 1.5, anuncios: 5 });
  });

  test('have afterwards what each of them changed, also when one saves twice', async ({ page, context }) => {
    const other = await context.newPage();
    const [first, second] = [await openForm(page), await openForm(other)];
    await first.field('Embalagem (R$)').fill('2,10');
    await first.save();
    await first.saved();
    await second.field('Anúncios (%)').fill('6');
    await second.save();
    await second.saved();
    await expect(second.field('Embalagem (R$)')).toHaveValue('2,10');
    await first.choice('Regime tributário').selectOption('Outro (percentual sobre a venda)');
    await first.field('Alíquota (%)').fill('8');
    await first.field('Embalagem (R$)').fill('2,20');
    await first.save();
    await expect(first.field('Anúncios (%)')).toHaveValue('6,00');
    expect(await (await Api.of(page)).call('GET', '/custos')).toMatchObject({
      ...{ regime: 'outro', aliquota: 8, embalagem: 2.2, anuncios: 6 },
    });
  });

  test('show both values where both changed one, save what is chosen, and lose nothing typed', async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    const [first, second] = [await openForm(page), await openForm(other)];
    await first.field('Embalagem (R$)').fill('2,10');
    await first.choice('Regime tributário').selectOption('');
    await page.getByLabel('Plano Individual').check();
    await first.save();
    await first.saved();
    await second.field('Embalagem (R$)').fill('3');
    await second.field('Outros custos (R$)').fill('0,40');
    await second.choice('Regime tributário').selectOption('Simples Nacional, Anexo I');
    await other.getByLabel('Plano Individual').check();
    await second.save();
    await expect(other.getByText(CONFLICT)).toHaveCount(1);
    const wrapping = other.getByRole('group', { name: 'Embalagem (R$)' });
    await expect(wrapping.getByRole('radio', { name: 'Valor atual 2,10' })).not.toBeChecked();
    await expect(wrapping.getByRole('radio', { name: 'Seu valor 3,00' })).not.toBeChecked();
    const regime = other.getByRole('group', { name: 'Regime tributário' });
    await expect(regime.getByRole('radio', { name: 'Seu valor Simples Nacional' })).toBeVisible();
    await expect(other.getByRole('radio')).toHaveCount(4);
    await expectAccessible(other, 'cost settings with conflicts');

    await second.save();
    await expect(other.getByText('Escolha um dos valores de cada campo.')).toBeVisible();
    await wrapping.getByRole('radio', { name: /Valor atual/ }).check();
    await expect(second.field('Embalagem (R$)')).toHaveValue('2,10');
    await regime.getByRole('radio', { name: 'Valor atual Vazio' }).check();
    await expect(second.choice('Regime tributário')).toHaveValue('');
    await regime.getByRole('radio', { name: /Seu valor/ }).check();
    await second.save();
    await second.saved();
    await expect(other.getByText(CONFLICT)).toHaveCount(0);
    expect(await (await Api.of(page)).call('GET', '/custos')).toMatchObject({
      ...{ regime: 'simples', embalagem: 2.1, outros: 0.4, anuncios: 5, plano_individual_amazon: true },
    });
  });
});

import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

const CONFLICT = 'Este produto foi alterado por outra pessoa. Veja o valor atual antes de salvar.';

async function openForm(page: Page, price = '59,90') {
  await page.goto('/produtos');
  await page.getByRole('button', { name: 'Editar Caneca' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
  await expect(dialog.getByLabel('Preço ML *')).toHaveValue(price);
  return dialog;
}

async function openParts(dialog: Awaited<ReturnType<typeof openForm>>) {
  await dialog.getByRole('button', { name: 'Dados para os marketplaces (opcional)' }).click();
  await dialog.getByRole('button', { name: 'Peso, medidas e categoria da tarifa' }).click();
  await expect(dialog.getByLabel('Peso embalado (g)')).toBeVisible();
  await expect(dialog.getByLabel('Marca')).toBeVisible();
}

test('a product that is open in two tabs has what each of them changed, and shows what both changed', {
  tag: '@release',
}, async ({ page, seller, context }) => {
  await seller.hasSupplier('Distribuidora Central');
  const api = await Api.of(page);
  const id = await api.publishesProduct('Caneca');
  const save = (dialog: Awaited<ReturnType<typeof openForm>>) =>
    dialog.getByRole('button', { name: 'Atualizar' }).click();
  const other = await context.newPage();
  const [first, second] = [await openForm(page), await openForm(other)];
  await openParts(first);
  await openParts(second);

  await test.step('what each of them changed, and what was sold meanwhile', async () => {
    await first.getByLabel('Preço ML *').fill('99');
    await first.getByLabel('Marca').fill('Oca');
    await first.getByLabel('Peso embalado (g)').fill('800');
    await save(first);
    await expect(first).toHaveCount(0);
    await api.sells(id);
    await second.getByLabel('Descrição').fill('De cerâmica');
    await second.getByLabel('Modelo').fill('M1');
    await second.getByLabel('Altura (cm)').fill('10');
    await second.getByLabel('Estoque *').fill('110');
    await save(second);
    await expect(second).toHaveCount(0);
    const [product] = await api.call('GET', '/produtos');
    expect(product).toMatchObject({ preco_venda_ml: 99, descricao: 'De cerâmica', estoque: 109 });
    expect(await api.call('GET', `/produtos/${id}/custos`)).toMatchObject({ peso_g: 800, altura_cm: 10 });
  });

  await test.step('both values of every field that both changed, also in its parts', async () => {
    for (const tab of [page, other]) await openParts(await openForm(tab, '99,00'));
    await expect(first.getByLabel('Marca')).toHaveValue('Oca');
    await expect(first.getByLabel('Modelo')).toHaveValue('M1');
    await first.getByLabel('Preço ML *').fill('88');
    await first.getByLabel('Estoque *').fill('50');
    await first.getByLabel('Marca').fill('Deles');
    await save(first);
    await expect(first).toHaveCount(0);
    await second.getByLabel('Nome do Produto *').fill('Caneca Azul');
    await second.getByLabel('Preço ML *').fill('70');
    await second.getByLabel('Estoque *').fill('40');
    await second.getByLabel('Marca').fill('Minha');
    await save(second);
    await expect(second.getByText(CONFLICT)).toBeVisible();
    const choices = (name: string) => second.getByRole('group', { name, exact: true }).getByRole('radio');
    await expect(choices('Preço ML').first()).toHaveAccessibleName(/R\$\s70,00/);
    await expect(choices('Preço ML').last()).toHaveAccessibleName(/R\$\s88,00/);
    await expectAccessible(other, 'the product form with conflicts');
    await choices('Preço ML').last().check();
    await choices('Estoque').first().check();
    await choices('Marca').last().check();
    await expect(second.getByLabel('Preço ML *')).toHaveValue('88,00');
    await save(second);
    await expect(second).toHaveCount(0);
    const [product] = await api.call('GET', '/produtos');
    expect(product).toMatchObject({ nome: 'Caneca Azul', preco_venda_ml: 88, estoque: 40 });
  });
});

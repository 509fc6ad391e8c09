import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

const CONFLICT = 'Este nome foi alterado por outra pessoa. Veja o valor atual antes de salvar.';

async function openForm(page: Page) {
  await page.goto('/configuracoes/conta');
  const form = page.getByRole('region', { name: 'Nome', exact: true });
  await expect(form.getByLabel('Seu nome')).not.toHaveValue('');
  return form;
}

test.describe('the name of an account that is open in two tabs', { tag: '@release' }, () => {
  test('is not brought back by a form that was opened before it changed', async ({
    page,
    context,
    seller,
  }) => {
    const other = await context.newPage();
    const [first, second] = [await openForm(page), await openForm(other)];
    await first.getByLabel('Seu nome').fill('Ana Maria');
    await first.getByRole('button', { name: 'Salvar nome' }).click();
    await seller.seesToast('Nome salvo');
    await second.getByRole('button', { name: 'Salvar nome' }).click();
    await expect(second.getByLabel('Seu nome')).toHaveValue('Ana Maria');
    expect(await (await Api.of(page)).call('GET', '/auth/me')).toMatchObject({ nome: 'Ana Maria' });
  });

  test('is shown beside what was typed where both changed it, and the chosen one is saved', async ({
    page,
    context,
    seller,
  }) => {
    const other = await context.newPage();
    const [first, second] = [await openForm(page), await openForm(other)];
    const me = await Api.of(page);
    await first.getByLabel('Seu nome').fill('Ana Maria');
    await first.getByRole('button', { name: 'Salvar nome' }).click();
    await seller.seesToast('Nome salvo');
    await second.getByLabel('Seu nome').fill('Ana Clara');
    await second.getByRole('button', { name: 'Salvar nome' }).click();
    await expect(second.getByText(CONFLICT)).toBeVisible();
    await expect(second.getByRole('radio', { name: /Ana Maria/ })).not.toBeChecked();
    await expectAccessible(other, 'the account with a conflict');
    expect(await me.call('GET', '/auth/me')).toMatchObject({ nome: 'Ana Maria' });
    await second.getByRole('radio', { name: /Ana Clara/ }).check();
    await second.getByRole('button', { name: 'Salvar nome' }).click();
    await expect(second.getByText(CONFLICT)).toHaveCount(0);
    expect(await me.call('GET', '/auth/me')).toMatchObject({ nome: 'Ana Clara' });
  });
});

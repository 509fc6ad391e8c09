import { expect } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { Seller } from '../page/seller';
import { readToken } from '../page/session';
import { test } from '../servers/fixtures';

// What else the form refuses, and where it leads, is in apps/web/features/auth/login-page.test.tsx.
test('a visitor registers, is refused with a wrong password, and signs in again', async ({ page }) => {
  const seller = Seller.new(page);
  await test.step('the form stays in its place whichever tab is chosen and whatever is refused', async () => {
    await page.goto('/login');
    const heading = page.getByRole('heading', { level: 1 });
    const top = async () => (await heading.boundingBox())?.y;
    const before = await top();
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Campo obrigatório').first()).toBeVisible();
    expect(await top()).toBe(before);
    await page.getByRole('tab', { name: 'Registrar' }).click();
    await expect(page.getByLabel('Nome')).toBeVisible();
    expect(await top()).toBe(before);
    await page.getByRole('button', { name: 'Criar Conta' }).click();
    await expect(page.getByText('Campo obrigatório').first()).toBeVisible();
    expect(await top()).toBe(before);
  });

  await test.step('registering greets and opens the dashboard of an empty account', async () => {
    await seller.registers();
    await expect(page.getByText('Primeiros passos')).toBeVisible();
  });

  await test.step('a wrong password is told in one sentence and the form stays', async () => {
    await seller.signOut();
    expect(await readToken(page)).toBeNull();
    await seller.signIn('outra-senha');
    await seller.seesToast('E-mail ou senha incorretos');
    await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos');
    await expectAccessible(page, 'a refused sign-in');
    await expect(page.getByLabel('Email')).toHaveValue(seller.email);
    await expect(page).toHaveURL('/login');
  });

  await test.step('signing in again greets and opens the dashboard', async () => {
    await seller.signIn();
    await seller.seesToast('Login realizado com sucesso!');
    await seller.seesHeading('Dashboard');
  });
});

import { describe, expect } from 'vitest';
import { test } from './fixtures';
import { Seller } from './seller';
import { ADMIN } from './server';

describe('login', () => {
  test('a wrong password is told in one sentence and the form stays', async ({ page, seller }) => {
    await seller.signOut();
    await seller.signIn('outra-senha');
    await seller.seesToast('E-mail ou senha incorretos');
    expect(await page.getByLabel('Email').inputValue()).toBe(seller.email);
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  test('registering greets and opens the dashboard of an empty account', async ({ page }) => {
    await Seller.new(page).registers();
    await page.getByText('Primeiros passos').waitFor();
  });

  test('signing in again greets and opens the dashboard', async ({ seller }) => {
    await seller.signOut();
    await seller.signIn();
    await seller.seesToast('Login realizado com sucesso!');
    await seller.seesHeading('Dashboard');
  });

  test('what is wrong with a registration stands under its field, and the first one has the focus', async ({
    page,
  }) => {
    await page.goto('/login?aba=registrar');
    await page.getByLabel('Email').fill('sem-arroba');
    await page.getByLabel('Senha').fill('curta');
    await page.getByRole('button', { name: 'Criar Conta' }).click();
    await page.getByText('Campo obrigatório').waitFor();
    await page.getByText('Endereço de e-mail inválido').waitFor();
    expect(await page.getByLabel('Nome').evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test('a visitor comes back to the page that asked for the sign-in', async ({ page, seller }) => {
    await seller.signOut();
    await page.goto('/pedidos?filtro=pendentes');
    await page.waitForURL('**/login');
    await seller.signIn();
    await seller.seesHeading('Pedidos');
    expect(page.url()).toContain('/pedidos?filtro=pendentes');
  });

  test('leaving removes the token, and a stored token the server refuses ends at the login page', async ({
    page,
    seller,
  }) => {
    await seller.signOut();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.evaluate(() => localStorage.setItem('token', 'not-a-token'));
    await page.goto('/produtos');
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('whoever is deactivated in the middle of work is sent to the login page and told', async ({
    page,
    seller,
  }) => {
    const login = await page.request.post('/api/auth/login', { data: ADMIN });
    const { access_token: token }: { access_token: string } = await login.json();
    const headers = { authorization: `Bearer ${token}` };
    const users: { id: string; email: string }[] = await (
      await page.request.get('/api/admin/usuarios', { headers })
    ).json();
    const id = users.find((user) => user.email === seller.email)?.id;
    await page.request.put(`/api/admin/usuario/${id}/desativar`, { headers });

    await page.getByRole('link', { name: 'Pedidos' }).click();
    await page.waitForURL('**/login');
    await page.getByText('Sua sessão terminou').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await seller.signIn();
    await seller.seesToast('Usuário desativado. Fale com o suporte.');
  });

  test('two registrations with one e-mail: the second is refused', async ({ page, seller }) => {
    await seller.signOut();
    await page.getByRole('tab', { name: 'Registrar' }).click();
    await page.getByLabel('Nome').fill('Outra pessoa');
    await page.getByLabel('Email').fill(seller.email.toUpperCase());
    await page.getByLabel('Senha').fill('outra-senha-longa');
    await page.getByRole('button', { name: 'Criar Conta' }).click();
    await Seller.new(page).seesToast('E-mail já cadastrado');
  });
});

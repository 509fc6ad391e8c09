import { expect } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { Seller } from '../page/seller';
import { fetchToken, readToken, storeToken } from '../page/session';
import { test } from '../servers/fixtures';
import { ADMIN } from '../servers/server';

const SCREENS = ['/', '/produtos', '/fornecedores', '/pedidos', '/admin', '/checkout/top'];

test.describe('login', () => {
  test('a wrong password is told in one sentence and the form stays', async ({ page, seller }) => {
    await seller.opens('Dashboard');
    await seller.signOut();
    await seller.signIn('outra-senha');
    await seller.seesToast('E-mail ou senha incorretos');
    await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos');
    await expectAccessible(page, 'a refused sign-in');
    await expect(page.getByLabel('Email')).toHaveValue(seller.email);
    await expect(page).toHaveURL('/login');
  });

  test('registering greets and opens the dashboard of an empty account', async ({ page }) => {
    await Seller.new(page).registers();
    await expect(page.getByText('Primeiros passos')).toBeVisible();
  });

  test('signing in again greets and opens the dashboard', async ({ seller }) => {
    await seller.opens('Dashboard');
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
    await expect(page.getByText('Campo obrigatório')).toBeVisible();
    await expect(page.getByText('E-mail inválido')).toBeVisible();
    await expect(page.getByText('Crie uma senha com pelo menos 8 caracteres')).toBeVisible();
    await expect(page.getByLabel('Nome')).toBeFocused();
  });

  test('a visitor comes back to the page that asked for the sign-in', async ({ page, seller }) => {
    await seller.opens('Dashboard');
    await seller.signOut();
    await page.goto('/pedidos?filtro=pendentes');
    await expect(page).toHaveURL('/login');
    await seller.signIn();
    await seller.seesHeading('Pedidos');
    await expect(page).toHaveURL('/pedidos?filtro=pendentes');
  });

  test('leaving removes the token, and a stored token the server refuses ends at the login page', async ({
    page,
    seller,
  }) => {
    await seller.opens('Dashboard');
    await seller.signOut();
    expect(await readToken(page)).toBeNull();
    await storeToken(page, 'not-a-token');
    await page.goto('/produtos');
    await expect(page).toHaveURL('/login');
    expect(await readToken(page)).toBeNull();
  });

  test('a seller who is deactivated at work is sent to the login page and told', async ({ page, seller }) => {
    await seller.opens('Dashboard');
    const headers = { authorization: `Bearer ${await fetchToken(page, ADMIN)}` };
    const users: { id: string; email: string }[] = await (
      await page.request.get('/api/admin/usuarios', { headers })
    ).json();
    const id = users.find((user) => user.email === seller.email)?.id;
    await page.request.put(`/api/admin/usuario/${id}/desativar`, { headers });

    await page.getByRole('link', { name: 'Pedidos' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Sua sessão expirou')).toBeVisible();
    expect(await readToken(page)).toBeNull();
    await seller.signIn();
    await seller.seesToast('Usuário desativado. Fale com o suporte.');
  });

  test('two registrations with one e-mail: the second is refused', async ({ page, seller }) => {
    await seller.opens('Dashboard');
    await seller.signOut();
    await page.getByRole('tab', { name: 'Registrar' }).click();
    await page.getByLabel('Nome').fill('Outra pessoa');
    await page.getByLabel('Email').fill(seller.email.toUpperCase());
    await page.getByLabel('Senha').fill('outra-senha-longa');
    await page.getByRole('button', { name: 'Criar Conta' }).click();
    await Seller.new(page).seesToast('E-mail já cadastrado');
    await expect(page.getByRole('alert')).toHaveText('E-mail já cadastrado');
  });

  test('ten wrong passwords lock the account for a while, which stands in the form', async ({
    page,
    seller,
  }) => {
    await seller.opens('Dashboard');
    const data = { email: seller.email, senha: 'outra-senha' };
    for (let attempt = 0; attempt < 10; attempt += 1) await page.request.post('/api/auth/login', { data });
    await seller.signOut();
    await seller.signIn();
    const refused = page.getByRole('alert');
    await expect(refused).toHaveText(/minutos/);
    await seller.seesToast((await refused.textContent()) ?? '');
  });

  test('the form stays in its place whichever tab is chosen and whatever is refused', async ({ page }) => {
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

  test('a token that is no longer taken leads to the login page from any screen, and back to the screen after it', async ({
    page,
    seller,
  }) => {
    for (const path of SCREENS) {
      await storeToken(page, 'expirado');
      await page.goto(path);
      await expect(page).toHaveURL('/login');
      await expect(page.getByText('Sua sessão expirou')).toBeVisible();
      await seller.signIn();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });
});

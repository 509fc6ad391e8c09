import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible, expectLoaded } from '../page/axe';
import { readToken } from '../page/session';
import { test, waitForLink } from '../servers/mail';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

async function expectFits(page: Page, what: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(overflow), `${what} at ${width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page, `${what} at ${width}`);
  }
}

/** Somebody else whom the seller invites, without the screens; answers the token of their session. */
async function joins(page: Page, link: (email: string) => Promise<string>): Promise<string> {
  const email = `caio-${Date.now()}@exemplo.com.br`;
  const call = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${await readToken(page)}` };
    const answer = await page.request.post(`/trpc/${path}`, { data, headers });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).result.data;
  };
  await call('team.invite', { email, papel: 'leitura' });
  const token = (await link(email)).split('#')[1];
  const { access_token } = await call('team.accept', { token, nome: 'Caio', senha: 'uma senha do caio' });
  return access_token;
}

test('a seller invites people, who work as what they are, are named for it, and are out when they leave or are removed', {
  tag: '@release',
}, async ({ page, seller, mail, browser, baseURL }) => {
  test.slow();
  const email = `bia-${seller.email}`;
  const api = await Api.of(page);
  await api.sells(await api.publishesProduct('Caneca'));
  await seller.opens('Dashboard');
  await page.getByRole('link', { name: 'Configurações' }).click();
  await page.getByRole('link', { name: 'Equipe' }).click();
  await seller.seesHeading('Equipe');
  await expect(page.getByRole('heading', { name: 'Você ainda trabalha sem equipe' })).toBeVisible();
  await page.getByRole('button', { name: 'Convidar' }).click();
  const form = page.getByRole('dialog', { name: 'Convidar para a equipe' });
  await form.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(form.getByLabel('E-mail *')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the invitation with an error');
  await form.getByLabel('E-mail *').fill(email);
  await page.keyboard.press('Enter');
  const team = page.getByRole('list', { name: 'Equipe' }).getByRole('listitem');
  await expect(team).toContainText([email]);
  await expectFits(page, 'an invitation');

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const bia = await context.newPage();
  const refused: string[] = [];
  bia.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  await bia.goto(await waitForLink(mail, email));
  await expect(bia.getByText('com a função Operador')).toBeVisible();
  await expectFits(bia, 'the acceptance');
  await bia.getByLabel('Nome').fill('Bia');
  await bia.getByLabel('Senha').fill('uma senha da bia');
  await bia.keyboard.press('Enter');
  await expect(bia.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await bia.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Pedidos' }).click();
  await bia.getByRole('button', { name: 'Aprovar Pedido' }).click();
  await expect(bia.getByRole('button', { name: 'Enviar ao Fornecedor' })).toBeVisible();
  await bia.getByRole('link', { name: 'Configurações' }).click();
  await expect(bia.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
  await expect(bia.getByRole('link', { name: 'Assinatura' })).toHaveCount(0);
  await bia.goto('/configuracoes/assinatura');
  await expect(bia.getByRole('heading', { name: 'Só o titular da conta tem acesso a isto' })).toBeVisible();
  await expectFits(bia, 'what is the owner’s alone');

  await page.reload();
  await expectLoaded(page);
  await expect(team).toContainText(['Bia']);
  await team.getByLabel('Função de Bia').selectOption('leitura');
  await seller.seesToast('Função alterada');
  await expectFits(page, 'the team');
  await seller.opens('Pedidos');
  await page.getByRole('button', { name: 'Histórico' }).click();
  await expect(page.getByText(/Bia/).first()).toBeVisible();

  const sent: string[] = [];
  bia.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await bia.goto('/pedidos');
  await expect(bia.getByText('Leitura ·')).toBeVisible();
  await expect(bia.getByRole('button', { name: 'Histórico' })).toBeVisible();
  await expect(bia.getByRole('button', { name: 'Enviar ao Fornecedor' })).toHaveCount(0);
  const order = bia.getByRole('region', { name: /^Pedido / });
  await order.focus();
  for (const key of ['x', 'a']) await bia.keyboard.press(key);
  await expect(bia.getByText('Limpar seleção')).toHaveCount(0);
  expect(sent).toEqual([]);
  await bia.keyboard.press('Control+k');
  const commands = bia.getByRole('listbox', { name: 'Resultados' });
  await expect(commands.getByRole('option', { name: 'Estoque baixo' })).toBeVisible();
  for (const name of ['Novo produto', 'Importar CSV', 'Novo fornecedor', 'Aprovar pendentes', 'Assinatura']) {
    await expect(commands.getByRole('option', { name })).toHaveCount(0);
  }
  await bia.goto('/configuracoes/custos');
  await expect(bia.getByLabel('Embalagem (R$)')).toBeDisabled();
  await expect(bia.getByRole('button', { name: 'Salvar custos' })).toHaveCount(0);
  await expectAccessible(bia, 'costs that are only read');
  await bia.goto('/produtos?novo=1');
  await expect(bia.getByRole('heading', { name: 'Caneca' })).toBeVisible();
  await expect(bia.getByRole('dialog')).toHaveCount(0);
  await bia.getByRole('button', { name: 'Tabela' }).click();
  await bia.getByRole('gridcell', { name: '59,90' }).dblclick();
  await expect(bia.getByRole('grid').getByRole('textbox')).toHaveCount(0);
  await expectAccessible(bia, 'a table that is only read');
  await bia.getByRole('button', { name: 'Cartões' }).click();
  for (const name of ['Adicionar Produto', 'Importar CSV', 'Editar Caneca', 'Despublicar']) {
    await expect(bia.getByRole('button', { name })).toHaveCount(0);
  }
  await expectAccessible(bia, 'products that are only read');

  await bia.goto('/checkout/basico');
  await expect(bia.getByRole('heading', { level: 1, name: 'Planos e Preços' })).toBeVisible();
  await expect(bia.getByRole('link', { name: /^Selecionar plano/ })).toHaveCount(0);
  await bia.goto('/configuracoes/conta');
  await expect(bia.getByRole('button', { name: 'Sair da equipe' })).toBeVisible();
  await expect(bia.getByRole('button', { name: 'Baixar meus dados' })).toHaveCount(0);
  await expectFits(bia, 'the account of a person of a team');
  await bia.getByRole('button', { name: 'Sair da equipe' }).click();
  const leaving = bia.getByRole('alertdialog', { name: 'Sair da equipe?' });
  await expect(leaving).toBeVisible();
  await expectAccessible(bia, 'the question before leaving');
  await leaving.getByRole('button', { name: 'Sair da equipe' }).click();
  await expect(bia).toHaveURL(/\/login/);
  expect(refused).toEqual([]);
  await context.close();
  const tellsSeller = () => mail.received.findLast(({ to }) => to.includes(seller.email))?.subject;
  await expect.poll(tellsSeller, { timeout: 15_000 }).toBe('Bia saiu da sua equipe na Esteira');

  const token = await joins(page, (address) => waitForLink(mail, address));
  await page.goto('/configuracoes/equipe');
  await expect(team).toHaveCount(1);
  await team.getByRole('button', { name: 'Remover Caio' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await seller.seesToast('Pessoa removida da equipe');
  await expect(page.getByRole('heading', { name: 'Você ainda trabalha sem equipe' })).toBeVisible();
  const read = await page.request.get('/api/pedidos', { headers: { authorization: `Bearer ${token}` } });
  expect(read.status()).toBe(401);
});

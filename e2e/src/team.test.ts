import { expect, type Page } from '@playwright/test';
import { Api } from './api';
import { expectAccessible, expectSettled } from './axe';
import { test, waitForLink } from './mail';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

async function expectFits(page: Page, what: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(overflow), `${what} at ${width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page, `${what} at ${width}`);
  }
}

test('a seller invites somebody, who works as what they are, is named for it, and is out when removed', async ({
  page,
  seller,
  mail,
  browser,
  baseURL,
}) => {
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
  await expect(form.getByLabel('Email *')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the invitation with an error');
  await form.getByLabel('Email *').fill(email);
  await page.keyboard.press('Enter');
  const team = page.getByRole('list', { name: 'Equipe' }).getByRole('listitem');
  await expect(team).toContainText([email]);
  await expectFits(page, 'an invitation');

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const bia = await context.newPage();
  const refused: string[] = [];
  bia.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  await bia.goto(await waitForLink(mail, email));
  await expect(bia.getByText('com o papel Operador')).toBeVisible();
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
  await expectSettled(page);
  await expect(team).toContainText(['Bia']);
  await team.getByLabel('Papel de Bia').selectOption('leitura');
  await seller.seesToast('Papel alterado');
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

  await bia.goto('/configuracoes/conta');
  await expect(bia.getByRole('button', { name: 'Sair da equipe' })).toBeVisible();
  await expect(bia.getByRole('button', { name: 'Baixar meus dados' })).toHaveCount(0);
  await expectFits(bia, 'the account of a person of a team');
  await bia.goto('/checkout/basico');
  await expect(bia.getByRole('heading', { level: 1, name: 'Planos e Preços' })).toBeVisible();
  await expect(bia.getByRole('link', { name: /^Selecionar plano/ })).toHaveCount(0);
  expect(refused).toEqual([]);

  await page.goto('/configuracoes/equipe');
  await team.getByRole('button', { name: 'Remover Bia' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await seller.seesToast('Pessoa removida da equipe');
  await expect(page.getByRole('heading', { name: 'Você ainda trabalha sem equipe' })).toBeVisible();
  await bia.goto('/pedidos');
  await expect(bia).toHaveURL(/\/login/);
  await context.close();
});

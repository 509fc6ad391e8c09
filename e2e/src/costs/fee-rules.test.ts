import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { fetchToken, storeToken } from '../page/session';
import { test } from '../servers/fixtures';
import { ADMIN } from '../servers/server';

/** No other test sells in it. */
const CATEGORY = 'Ingressos';
const RULE = `Tarifa de venda · Mercado Livre · ${CATEGORY} · Clássico`;

const COSTS = {
  ...{ regime: 'mei', reputacao_ml: 'green', logistica_ml: 'xd_drop_off', margem_minima: 35 },
  categoria_ml: CATEGORY,
};

async function openRules(page: Page): Promise<void> {
  await storeToken(page, await fetchToken(page, ADMIN));
  await page.goto('/admin?aba=tarifas');
  await expect(page.getByRole('tab', { name: 'Tarifas', selected: true })).toBeVisible();
}

const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());

async function fillRule(page: Page, percent: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Nova regra' });
  await dialog.getByLabel('Tarifa (%)').fill(percent);
  await dialog.getByLabel('Fonte', { exact: true }).fill('Central de vendedores, 20/11/2026');
  await dialog.getByLabel('Endereço da fonte').fill('https://exemplo.com.br/tarifas');
  await dialog.getByLabel('Confiança').selectOption('texto oficial');
}

async function saveRule(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Nova regra' });
  await dialog.getByRole('button', { name: 'Ver o que muda' }).click();
  await dialog.getByRole('button', { name: 'Salvar regra' }).click();
  await expect(dialog).toHaveCount(0);
}

test.describe('the rules of fees', { tag: '@release' }, () => {
  test('are added with a date and a source, what they change is seen before, and what is wrong is said', async ({
    page,
    seller,
    browser,
    baseURL,
  }) => {
    await seller.opens('Dashboard');
    const api = await Api.of(page);
    await api.call('PUT', '/custos', COSTS);
    const price = { preco_fornecedor: 30, preco_venda_ml: 78.99, custos: { peso_g: 300 } };
    const product = await api.publishesProduct('Ingresso de cinema', price);
    // Below the margin before, and of no news.
    await api.publishesProduct('Ingresso barato', { ...price, preco_fornecedor: 60 });
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const admin = await context.newPage();
    await admin.goto('/login');
    await openRules(admin);
    await admin.getByLabel('Buscar regras').fill(CATEGORY);
    await admin.getByRole('button', { name: 'Buscar', exact: true }).click();
    await rowOf(admin, RULE)
      .getByRole('button', { name: `Substituir: ${RULE}` })
      .click();
    const dialog = admin.getByRole('dialog', { name: 'Nova regra' });
    await expect(dialog.getByLabel('Tarifa (%)')).toHaveValue('11,50');
    await expect(dialog.getByLabel('Tarifa (%)')).toBeFocused();
    await dialog.getByRole('button', { name: 'Ver o que muda' }).click();
    // The source, and how sure it is.
    await expect(dialog.getByText('Campo obrigatório')).toHaveCount(2);
    await expect(dialog.getByText('Use um endereço que comece com https://')).toBeVisible();
    await fillRule(admin, '20');
    await dialog.getByLabel('Vale até').fill('2026-01-01');
    await expectAccessible(admin, 'a new rule');
    await dialog.getByRole('button', { name: 'Ver o que muda' }).click();
    await expect(dialog.getByText('A regra nova termina antes de começar.')).toBeVisible();
    await dialog.getByLabel('Vale até').fill('');
    await dialog.getByLabel('Vale a partir de').fill('2025-01-01');
    await dialog.getByRole('button', { name: 'Ver o que muda' }).click();
    await expect(dialog.getByText('valem ao mesmo tempo para a mesma venda')).toBeVisible();
    await dialog.getByLabel('Vale a partir de').fill(today());
    await dialog.getByRole('button', { name: 'Ver o que muda' }).click();
    await expect(dialog.getByText('1 regra termina')).toBeVisible();
    await expect(
      dialog.getByText(/^Em \d\d\/\d\d\/\d{4} muda o valor líquido de 2 produtos, de 1 vendedor\.$/),
    ).toBeFocused();
    // 8,5 points of R$ 78,99.
    await expect(dialog.getByText('R$ 6,72 a menos').first()).toBeVisible();
    await expectAccessible(admin, 'what a new rule changes');
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await expect(dialog.getByLabel('Tarifa (%)')).toHaveValue('20,00');
    await expect(dialog.getByLabel('Tarifa (%)')).toBeFocused();
    await dialog.getByRole('button', { name: 'Ver o que muda' }).click();
    await dialog.getByRole('button', { name: 'Salvar regra' }).click();
    await expect(admin.getByText('Regra incluída')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const added = rowOf(admin, 'Central de vendedores, 20/11/2026');
    await expect(added.getByText('20%')).toBeVisible();
    await expect(added.getByText('Em vigor')).toBeVisible();
    await admin.getByRole('tab', { name: 'Auditoria' }).click();
    await expect(admin.getByText('Incluiu uma regra de tarifa')).toBeVisible();
    await context.close();

    await api.sells(product);
    await page.goto('/');
    const task = page.getByRole('link', { name: /1 produto abaixo da margem mínima/ });
    await expect(task).toContainText(/Tarifas mudaram em \d\d\/\d\d/);
    await page.getByRole('button', { name: /^Notificações/ }).click();
    const notice = page.getByRole('dialog', { name: 'Notificações' }).getByRole('link', {
      name: /As tarifas mudaram em \d\d\/\d\d/,
    });
    await expect(notice).toContainText('1 produto ficou abaixo da sua margem mínima de 35%');
    await expectAccessible(page, 'the notice of new fees');
    await notice.click();
    await expect(page.getByLabel('Margem caiu')).toBeChecked();
    await expect(page.getByRole('heading', { name: 'Ingresso de cinema' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Ingresso barato' })).toHaveCount(0);
  });

  test('are found by an admin, added for a category that has none, taken out until they begin, and never set back', async ({
    page,
    context,
  }) => {
    await page.goto('/login');
    await openRules(page);
    await test.step('are found with their days, their source and how sure they are', async () => {
      await page.getByLabel('Buscar regras').fill('brinquedos');
      await page.getByRole('button', { name: 'Buscar', exact: true }).click();
      await page.getByLabel('Marketplace da regra').selectOption('Mercado Livre');
      await page.getByLabel('Tipo da regra').selectOption('Tarifa de venda');
      const row = rowOf(page, 'Brinquedos e Hobbies · Clássico');
      await expect(row.getByText('Em vigor')).toBeVisible();
      await expect(row.getByText('11,5%')).toBeVisible();
      await expect(row.getByText('Desde 01/01/2025 · uma fonte confiável')).toBeVisible();
      await expect(row.getByRole('link', { name: 'mercadolivre.com.br' })).toHaveAttribute('href', /^https:/);
      await expectAccessible(page, 'the rules of fees');
      await page.setViewportSize({ width: 360, height: 740 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.getByLabel('Situação da regra').selectOption('Ainda não começou');
      await expect(page.getByRole('heading', { name: 'Nenhuma regra encontrada' })).toBeVisible();
      await page.reload();
      await expect(page.getByLabel('Situação da regra')).toHaveValue('futura');
    });

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/admin?aba=tarifas');
    await test.step('are added for a category that has none, and taken out until they begin', async () => {
      await page.getByRole('button', { name: 'Nova regra' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nova regra' });
      await expect(dialog.getByLabel('Marketplace')).toBeFocused();
      await dialog.getByLabel('Tipo de anúncio').selectOption('Premium');
      await dialog.getByLabel('Marketplace').selectOption('Amazon');
      await expect(dialog.getByLabel('Tipo de anúncio')).toHaveCount(0);
      await dialog.getByLabel('Categoria').fill('Colecionáveis raros');
      await fillRule(page, '12,5');
      await dialog.getByLabel('Vale a partir de').fill('2030-01-01');
      await dialog.getByRole('button', { name: 'Ver o que muda' }).click();
      await expect(
        dialog.getByText('Nenhuma regra termina: a nova passa a valer junto com as outras.'),
      ).toBeVisible();
      await dialog.getByRole('button', { name: 'Salvar regra' }).click();
      await expect(dialog).toHaveCount(0);
      await page.getByLabel('Situação da regra').selectOption('Ainda não começou');
      const row = rowOf(page, 'Colecionáveis raros');
      await expect(
        row.getByText('Tarifa de venda · Amazon · Colecionáveis raros', { exact: true }),
      ).toBeVisible();
      await expect(row.getByText('Desde 01/01/2030 · texto oficial')).toBeVisible();
      await row.getByRole('button', { name: /^Retirar/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click();
      await expect(page.getByText('Regra retirada')).toBeVisible();
      await expect(row).toHaveCount(0);
    });

    await test.step('do not bring back figures of before another admin’s change', async () => {
      const other = await context.newPage();
      const [dialog, late] = [page, other].map((tab) => tab.getByRole('dialog', { name: 'Nova regra' }));
      if (!dialog || !late) throw new Error('two tabs are open');
      await page.getByRole('button', { name: 'Nova regra' }).click();
      await dialog.getByLabel('Marketplace').selectOption('Amazon');
      await dialog.getByLabel('Categoria').fill('Selos raros');
      await fillRule(page, '12');
      await dialog.getByLabel('Vale a partir de').fill('2030-01-01');
      await saveRule(page);
      for (const tab of [page, other]) {
        await tab.goto('/admin?aba=tarifas&busca=Selos+raros&situacao=futura');
        await tab.getByRole('button', { name: /^Substituir/ }).click();
      }
      await fillRule(page, '14');
      await dialog.getByLabel('Vale a partir de').fill('2030-02-01');
      await saveRule(page);
      await fillRule(other, '13');
      await late.getByLabel('Vale a partir de').fill('2030-03-01');
      await late.getByRole('button', { name: 'Ver o que muda' }).click();
      await expect(
        late.getByText('Esta regra foi alterada por outra pessoa. Veja o valor atual antes de salvar.'),
      ).toBeVisible();
      await expect(late.getByLabel('Tarifa (%)')).toHaveValue('13,00');
      await expect(rowOf(page, 'Selos raros')).toHaveCount(2);
    });
  });
});

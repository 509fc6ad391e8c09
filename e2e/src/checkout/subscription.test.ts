import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectLoaded } from '../page/axe';
import { test } from '../servers/fixtures';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

async function payByPix(page: Page): Promise<void> {
  await page.goto('/checkout/basico?pagamento=pix');
  await page.getByRole('button', { name: 'Gerar código Pix' }).click();
  await page.getByRole('button', { name: 'Simular pagamento do Pix' }).click();
  await expect(page.getByText(/^Pagamento aprovado!/)).toBeVisible();
}

async function payByCard(page: Page): Promise<void> {
  await page.goto('/checkout/top');
  await page.getByLabel('Nome no Cartão').fill('Marina');
  await page.getByLabel('Número do Cartão').pressSequentially('4111111111111111');
  await page.getByLabel('Validade').pressSequentially('1239');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('Parcelas').selectOption('3');
  await page.getByRole('button', { name: 'Pagar R$ 380,00' }).click();
  await expect(page.getByText(/^Pagamento aprovado!/).first()).toBeVisible();
}

test.describe('the subscription page', { tag: '@release' }, () => {
  test('tells a new seller that there is no plan and no payment, and leads to the plans', async ({
    page,
    seller,
  }) => {
    await seller.opens('Dashboard');
    await page.getByRole('link', { name: 'Configurações' }).click();
    await seller.seesHeading('Assinatura');
    await expect(page).toHaveURL('/configuracoes/assinatura');
    await expect(page.getByText('Você ainda não tem um plano.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nenhum pagamento ainda' })).toBeVisible();
    await expectAccessible(page, 'without a plan');
    await page.getByRole('main').getByRole('link', { name: 'Ver Planos' }).click();
    await expect(page).toHaveURL('/pricing');
  });

  test('shows the plan, until when it lasts, and each payment with its receipt', async ({ page, seller }) => {
    await payByPix(page);
    await payByCard(page);
    await page.goto('/');
    await page.getByRole('link', { name: /^Plano TOP/ }).click();
    await seller.seesHeading('Assinatura');
    const plan = page.getByRole('region', { name: 'Seu plano' });
    await expect(plan.getByText('Ativo', { exact: true })).toBeVisible();
    await expect(plan.getByText(/^Válido até \d\d\/\d\d\/\d{4}$/)).toBeVisible();
    const rows = page.getByRole('region', { name: 'Pagamentos' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(0)).toContainText('Plano TOP');
    await expect(rows.nth(0)).toContainText('Visa final 1111 em 3x');
    await expect(rows.nth(1)).toContainText('Pix');
    const download = page.waitForEvent('download');
    await rows
      .nth(1)
      .getByRole('button', { name: /^Recibo/ })
      .click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    for (const width of [360, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(overflow), `${width}`).toBeLessThanOrEqual(0);
      await expectAccessible(page, `the subscription at ${width} pixels`);
    }
    await plan.getByRole('link', { name: 'Renovar' }).click();
    await expect(page).toHaveURL('/checkout/top');
  });

  test('says what did not load, and a receipt that does not come', async ({ page, seller }) => {
    await payByPix(page);
    await seller.seesHeading('Dashboard');
    await page.route('**/recibo.pdf', (route) =>
      route.fulfill({ status: 503, json: { detail: 'Tente de novo' } }),
    );
    await page.goto('/configuracoes');
    await page.getByRole('button', { name: /^Recibo/ }).click();
    await seller.seesToast('Erro ao baixar o recibo');
    await page.route(/trpc\/.*subscription/, (route) =>
      route.fulfill({
        status: 404,
        json: [1, 2].map(() => ({ error: { message: '', code: -32004, data: { httpStatus: 404 } } })),
      }),
    );
    await page.reload();
    await expect(page.getByText('Erro ao carregar a assinatura').last()).toBeVisible();
    await expect(page.getByText('Erro ao carregar os pagamentos').last()).toBeVisible();
    await expectLoaded(page);
    await expectAccessible(page, 'nothing loaded');
    await page.unroute(/trpc\/.*subscription/);
    await page.getByRole('button', { name: 'Tentar novamente' }).first().click();
    await expect(page.getByRole('region', { name: 'Seu plano' })).toBeVisible();
  });
});

test.describe('automatic renewal', { tag: '@release' }, () => {
  async function fillCard(page: Page, number = '4111111111111111'): Promise<void> {
    await page.getByLabel('Nome no Cartão').fill('Marina');
    await page.getByLabel('Número do Cartão').fill(number);
    await page.getByLabel('Validade').fill('12/39');
    await page.getByLabel('CVV').fill('123');
  }

  test('is off until a card is given for it, charges nothing before the plan ends, and can be ended', async ({
    page,
    seller,
  }) => {
    await payByPix(page);
    await page.goto('/configuracoes/assinatura');
    const renewal = page.getByRole('region', { name: 'Renovação automática' });
    await expect(renewal.getByText('Desligada', { exact: true })).toBeVisible();
    await renewal.getByRole('link', { name: 'Ligar renovação automática' }).click();
    await seller.seesHeading('Renovação automática');
    await expect(page.getByLabel('Parcelas')).toHaveCount(0);
    await expect(page.getByText(/^Nada é cobrado agora/)).toBeVisible();
    await expectAccessible(page, 'a card for the renewal');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);

    await fillCard(page, '4000000000000002');
    await page.getByRole('button', { name: 'Ligar renovação automática' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await fillCard(page);
    await page.getByRole('button', { name: 'Ligar renovação automática' }).click();
    await seller.seesHeading('Assinatura');
    await expect(renewal.getByText('Ligada', { exact: true })).toBeVisible();
    await expect(renewal.getByText('Visa final 1111')).toBeVisible();
    await expect(renewal.getByText(/^Próxima cobrança em \d\d\/\d\d\/\d{4}: R\$ 119,00/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Pagamentos' }).getByRole('listitem')).toHaveCount(1);
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    await expectAccessible(page, 'renewal on, on a phone');

    const end = renewal.getByRole('button', { name: 'Desligar renovação automática' });
    await end.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Desligar a renovação automática?' });
    await expect(question.getByText(/^O plano continua valendo até/)).toBeVisible();
    await question.getByRole('button', { name: 'Desligar' }).click();
    await expect(renewal.getByText('Desligada', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Seu plano' }).getByText('Ativo')).toBeVisible();
  });

  test.describe('whose bank refuses the charge', () => {
    test.use({ expectedErrors: /Failed to load resource|Failed to fetch/ });

    test('says so, and can be ended or turned on with another card', async ({ page, seller, server }) => {
      // Without a plan the first charge is due at once; this card is accepted and then refused.
      await seller.page.goto('/checkout/basico/renovacao');
      await fillCard(page, '4000000000002032');
      await page.getByRole('button', { name: 'Ligar renovação automática' }).click();
      await seller.seesHeading('Assinatura');
      // A server that starts reads what renewals have charged.
      await server.kill();
      await server.revive();
      const renewal = page.getByRole('region', { name: 'Renovação automática' });
      await expect(async () => {
        await page.reload();
        await expect(renewal.getByText('Cobrança recusada', { exact: true })).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
      await expect(renewal.getByText(/^O banco recusou a última cobrança\./)).toBeVisible();
      const charges = page.getByRole('region', { name: 'Pagamentos' }).getByRole('listitem');
      await expect(charges).toHaveCount(1);
      await expect(charges.first()).toContainText('Recusado');
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
        await expectAccessible(page, `a refused renewal at ${width} pixels`);
      }
      await renewal.getByRole('button', { name: 'Desligar renovação automática' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Desligar' }).click();
      await expect(renewal.getByText('Desligada', { exact: true })).toBeVisible();
    });
  });
});

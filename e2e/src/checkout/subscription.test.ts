import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible, expectLoaded } from '../page/axe';
import { test } from '../servers/fixtures';

const PAGE = '/configuracoes/assinatura';
const CARD = { nome_cartao: 'Marina', numero_cartao: '4111111111111111', validade: '12/39', cvv: '123' };
const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

async function expectToLookRight(page: Page, what: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(overflow), `${width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page, `${what} at ${width} pixels`);
  }
}

/** Lets the page see a renewal whose bank refused the last charge. */
async function refuseLastCharge(page: Page): Promise<void> {
  await page.route(/trpc\/.*subscription\.get/, async (route) => {
    const response = await route.fetch();
    const answers = await response.json();
    for (const { result } of answers) {
      if (!result?.data?.renovacao) continue;
      const falha = 'O banco recusou a última cobrança. Troque o cartão.';
      Object.assign(result.data.renovacao, { situacao: 'falhou', falha });
    }
    await route.fulfill({ response, json: answers });
  });
}

test('a subscription: none, paid by Pix and by card with its receipts, and renewed until that is ended', {
  tag: '@release',
}, async ({ page, seller }) => {
  await seller.opens('Dashboard');
  await page.getByRole('link', { name: 'Configurações' }).click();
  await seller.seesHeading('Assinatura');
  await expect(page).toHaveURL(PAGE);
  await expect(page.getByText('Você ainda não tem um plano.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nenhum pagamento ainda' })).toBeVisible();
  await expectAccessible(page, 'without a plan');

  await test.step('the plan, until when it lasts, and each payment with its receipt', async () => {
    await page.goto('/checkout/basico?pagamento=pix');
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await page.getByRole('button', { name: 'Simular pagamento do Pix' }).click();
    await expect(page.getByText(/^Pagamento aprovado!/)).toBeVisible();
    await (await Api.of(page)).call('POST', '/checkout', { ...CARD, plano: 'top', parcelas: 3 });
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
    await expectToLookRight(page, 'the subscription', [360, 768, 1440, 2560]);
  });

  const renewal = page.getByRole('region', { name: 'Renovação automática' });
  await test.step('a card is given for the renewal, which charges nothing before the plan ends', async () => {
    await expect(renewal.getByText('Desligada', { exact: true })).toBeVisible();
    await renewal.getByRole('link', { name: 'Ligar renovação automática' }).click();
    await seller.seesHeading('Renovação automática');
    await expect(page.getByLabel('Parcelas')).toHaveCount(0);
    await expect(page.getByText(/^Nada é cobrado agora/)).toBeVisible();
    await expectToLookRight(page, 'a card for the renewal', [1280, 360]);
    await page.getByLabel('Nome no Cartão').fill(CARD.nome_cartao);
    await page.getByLabel('Número do Cartão').fill(CARD.numero_cartao);
    await page.getByLabel('Validade').fill(CARD.validade);
    await page.getByLabel('CVV').fill(CARD.cvv);
    await page.getByRole('button', { name: 'Ligar renovação automática' }).click();
    await seller.seesHeading('Assinatura');
    await expect(renewal.getByText('Ligada', { exact: true })).toBeVisible();
    await expect(renewal.getByText('Visa final 1111')).toBeVisible();
    await expect(renewal.getByText(/^Próxima cobrança em \d\d\/\d\d\/\d{4}: R\$\s380,00/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Pagamentos' }).getByRole('listitem')).toHaveCount(2);
    await expectToLookRight(page, 'renewal on', [360]);
  });

  await test.step('a renewal whose bank refused the charge says so', async () => {
    await refuseLastCharge(page);
    await page.reload();
    await expect(renewal.getByText('Cobrança recusada', { exact: true })).toBeVisible();
    await expectToLookRight(page, 'a refused renewal', [360, 1280]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('it is ended by keyboard, and the plan goes on', async () => {
    await renewal.getByRole('button', { name: 'Desligar renovação automática' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Desligar a renovação automática?' });
    await expect(question.getByText(/^O plano continua valendo até/)).toBeVisible();
    await question.getByRole('button', { name: 'Desligar' }).click();
    await expect(renewal.getByText('Desligada', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Seu plano' }).getByText('Ativo')).toBeVisible();
  });

  await test.step('what did not load says so', async () => {
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
  });
});

import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Nome no Cartão').fill('Marina Albuquerque');
  await page.getByLabel('Número do Cartão').pressSequentially(number);
  await page.getByLabel('Validade').pressSequentially('1239');
  await page.getByLabel('CVV').fill('123');
}

test.describe('plans and checkout', () => {
  test('a visitor sees the plans and is asked to sign in before paying', async ({ page }) => {
    await page.goto('/pricing');
    await expect(page.getByText('MAIS POPULAR')).toBeVisible();
    await expect(page.getByText('R$ 250,00', { exact: true })).toBeVisible();
    await expect(page.getByText('Economize R$ 1.048')).toBeVisible();
    await page.getByRole('link', { name: 'Selecionar plano TOP' }).click();
    await expect(page).toHaveURL('/login');
  });

  test('a payment makes the plan active and leads to the dashboard', async ({ page, seller }) => {
    await seller.opens('Dashboard');
    await expect(page.getByText('Assinatura Inativa')).toBeVisible();
    await page.getByRole('link', { name: 'Ver Planos' }).click();
    await page.getByRole('link', { name: 'Selecionar plano Intermediario' }).click();
    await expect(page.getByText('Pagamento simulado')).toBeVisible();
    await fillCard(page, '4111111111111111');
    await expect(page.getByLabel('Número do Cartão')).toHaveValue('4111 1111 1111 1111');
    await expect(page.getByLabel('Validade')).toHaveValue('12/39');
    await expect(page.getByLabel('Nome no Cartão')).toHaveValue('MARINA ALBUQUERQUE');
    await expect(page.getByText('Visa')).toBeVisible();
    await page.getByLabel('Parcelas').selectOption({ label: '3x de R$ 83,33 sem juros' });
    await expect(page.getByText('2x de R$ 83,33 e 1x de R$ 83,34')).toBeVisible();
    await page.getByRole('button', { name: 'Pagar R$ 250,00' }).click();
    await seller.seesToast(/Pagamento aprovado! Plano Intermediario ativo até \d\d\/\d\d\/\d{4}\./);
    await seller.seesHeading('Dashboard');
    await expect(page.getByText('Plano Intermediario', { exact: true })).toBeVisible();
    await expect(page.getByText('Assinatura Inativa')).toHaveCount(0);
  });

  test('the whole card number is seen on a phone, whatever its brand is called', async ({ page, seller }) => {
    for (const width of [360, 390]) {
      await seller.page.setViewportSize({ width, height: 800 });
      await page.goto('/checkout/basico');
      const number = page.getByLabel('Número do Cartão');
      for (const [digits, brand] of [
        ['4111111111111111', 'Visa'],
        ['5555555555554444', 'Mastercard'],
        ['6062825624254001', 'Hipercard'],
        ['378282246310005', 'American Express'],
      ] as const) {
        await number.fill('');
        await number.pressSequentially(digits);
        const label = page.getByText(brand, { exact: true });
        await expect(label).toBeVisible();
        const right = (await label.boundingBox())?.x ?? 0;
        const seen = await number.evaluate((input: HTMLInputElement) => {
          const canvas = document.createElement('canvas').getContext('2d');
          if (canvas === null) throw new Error('no canvas');
          const style = getComputedStyle(input);
          canvas.font = style.font;
          const text = canvas.measureText(input.value).width;
          const { left } = input.getBoundingClientRect();
          const end = left + input.clientLeft + Number.parseFloat(style.paddingLeft) + text;
          return { scrolled: input.scrollLeft, hidden: input.scrollWidth - input.clientWidth, end };
        });
        expect({ ...seen, end: seen.end <= right }, `${brand} at ${width} px`).toEqual({
          scrolled: 0,
          hidden: 0,
          end: true,
        });
      }
    }
  });

  test('a refused card is told and the form stays filled', async ({ page, seller }) => {
    await page.goto('/checkout/basico');
    await fillCard(page, '4000000000000002');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await seller.seesToast('Pagamento recusado pela operadora do cartão');
    await expect(page.getByRole('alert')).toHaveText('Pagamento recusado pela operadora do cartão');
    await expectAccessible(page, 'a refused card');
    await expect(page.getByLabel('Número do Cartão')).toHaveValue('4000 0000 0000 0002');
    // It goes with the next try, before that has an answer.
    await page.route('**/trpc/checkout.pay**', () => undefined);
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a mistyped card never leaves the page', async ({ page, seller }) => {
    await page.goto('/checkout/basico');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('checkout.pay')) sent.push(request.url());
    });
    await fillCard(page, '4111111111111112');
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();
    await expect(page.getByText('Número do cartão inválido')).toBeVisible();
    expect(sent).toEqual([]);
    await seller.page.getByRole('link', { name: 'Voltar aos Planos' }).click();
    await expect(page).toHaveURL('/pricing');
  });

  test('an unknown plan leads back to the plans', async ({ page, seller }) => {
    await seller.page.goto('/checkout/gratis');
    await expect(page).toHaveURL('/pricing');
  });

  test('a payment keeps its key while it may have been charged, and takes a new one after a refusal or a change', async ({
    page,
    seller,
  }) => {
    await page.goto('/checkout/basico');
    const keys: string[] = [];
    const answers: ('cut' | number | 'pass')[] = ['cut', 409, 503, 'pass', 'pass', 'pass'];
    await page.route('**/trpc/checkout.pay**', async (route) => {
      keys.push(JSON.parse(route.request().postData() ?? '{}')['0'].chave_idempotencia);
      const answer = answers.shift();
      if (answer === 'cut') return route.abort();
      if (typeof answer !== 'number') return route.continue();
      const error = {
        message: 'x',
        code: -32000,
        data: { httpStatus: answer, detail: `Resposta ${answer}` },
      };
      return route.fulfill({
        status: answer,
        contentType: 'application/json',
        body: JSON.stringify([{ error }]),
      });
    });
    const pay = page.getByRole('button', { name: 'Pagar R$ 119,00' });
    await fillCard(page, '4000000000000002');
    for (const toast of [
      'Erro ao processar pagamento',
      'Resposta 409',
      'Resposta 503',
      'Pagamento recusado pela operadora do cartão',
    ]) {
      await pay.click();
      await seller.seesToast(toast);
    }
    const response = page.waitForResponse('**/trpc/checkout.pay**');
    await pay.click();
    await response;
    await page.getByLabel('Número do Cartão').fill('4111111111111111');
    await pay.click();
    await seller.seesToast(/Pagamento aprovado!/);

    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(new Set(keys.slice(3)).size).toBe(3);
  });
});

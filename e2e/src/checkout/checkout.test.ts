import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Nome no Cartão').fill('Marina Albuquerque');
  await page.getByLabel('Número do Cartão').pressSequentially(number);
  await page.getByLabel('Validade').pressSequentially('1239');
  await page.getByLabel('CVV').fill('123');
}

/** What of the number in the field cannot be read, and whether it ends before its brand begins. */
async function measureNumber(page: Page, brand: string) {
  const label = page.getByText(brand, { exact: true });
  await expect(label).toBeVisible();
  const right = (await label.boundingBox())?.x ?? 0;
  const seen = await page.getByLabel('Número do Cartão').evaluate((input: HTMLInputElement) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (canvas === null) throw new Error('no canvas');
    const style = getComputedStyle(input);
    canvas.font = style.font;
    const text = canvas.measureText(input.value).width;
    const { left } = input.getBoundingClientRect();
    const end = left + input.clientLeft + Number.parseFloat(style.paddingLeft) + text;
    return { scrolled: input.scrollLeft, hidden: input.scrollWidth - input.clientWidth, end };
  });
  return { ...seen, end: seen.end <= right };
}

test('a card is refused and then pays: the plan becomes active, and its page leads to the dashboard', async ({
  page,
  seller,
}) => {
  await seller.opens('Dashboard');
  await expect(page.getByText('Assinatura Inativa')).toBeVisible();
  await page.getByRole('link', { name: 'Ver Planos' }).click();
  await page.getByRole('link', { name: 'Selecionar plano Intermediario' }).click();
  await expect(page.getByText('Pagamento simulado')).toBeVisible();
  await fillCard(page, '4000000000000002');
  await page.getByRole('button', { name: 'Pagar R$ 250,00' }).click();
  await seller.seesToast('Pagamento recusado pela operadora do cartão');
  await expect(page.getByRole('alert')).toHaveText('Pagamento recusado pela operadora do cartão');
  await expectAccessible(page, 'a refused card');
  await expect(page.getByLabel('Número do Cartão')).toHaveValue('4000 0000 0000 0002');

  await page.getByLabel('Número do Cartão').fill('');
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
  await seller.page.goto('/checkout/basico');
  const number = page.getByLabel('Número do Cartão');
  for (const [digits, brand] of [
    ['4111111111111111', 'Visa'],
    ['5555555555554444', 'Mastercard'],
    ['6062825624254001', 'Hipercard'],
    ['378282246310005', 'American Express'],
  ] as const) {
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await number.fill('');
      await number.pressSequentially(digits);
      expect(await measureNumber(page, brand), `${brand} at ${width} px`).toEqual({
        scrolled: 0,
        hidden: 0,
        end: true,
      });
    }
  }
});

import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { showCode, showNextCode } from '../servers/authenticator';
import { test } from '../servers/fixtures';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

async function expectFits(page: Page, what: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(overflow), `${what} at ${width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page, `${what} at ${width}`);
  }
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'Verificação em duas etapas' });

/** Turns it on by keyboard; answers the secret and the recovery codes, as they stand on the screen. */
async function turnOn(page: Page, senha: string): Promise<{ secret: string; codes: string[] }> {
  const opener = panelOf(page).getByRole('button', { name: 'Ligar' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ligar a verificação em duas etapas' });
  await expect(dialog.getByLabel('Senha atual')).toBeFocused();
  await page.keyboard.type('errada errada');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Senha atual incorreta')).toBeVisible();
  await dialog.getByLabel('Senha atual').fill(senha);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code para o aplicativo autenticador' })).toBeVisible();
  await expect(dialog.getByLabel('Código do aplicativo')).toBeFocused();
  const shown = await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
  const secret = (shown ?? '').replaceAll(' ', '');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Código incorreto, vencido ou já usado')).toBeVisible();
  await expectFits(page, 'the secret');
  await dialog.getByLabel('Código do aplicativo').fill(showCode(secret, Date.now()));
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'Guarde os códigos de recuperação' });
  await expect(made.getByRole('listitem')).toHaveCount(10);
  await expectFits(page, 'the recovery codes');
  const codes = await made.getByRole('listitem').allTextContents();
  await made.getByRole('button', { name: 'Já guardei os códigos' }).click();
  await expect(panelOf(page).getByText('Restam 10 códigos de recuperação.')).toBeVisible();
  return { secret, codes };
}

test('two steps are turned on, asked for, passed by app and by recovery code, and turned off', {
  tag: '@release',
}, async ({ page, seller }) => {
  await page.goto('/configuracoes/conta');
  await seller.seesHeading('Conta');
  const { secret, codes } = await turnOn(page, seller.senha);
  await expectFits(page, 'the account with two steps');

  await seller.signOut();
  await seller.signIn();
  await expect(page.getByLabel('Código do aplicativo')).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Código incorreto, vencido ou já usado').first()).toBeVisible();
  await expectFits(page, 'the second step');
  await page.getByRole('button', { name: 'Voltar para e-mail e senha' }).click();
  await seller.signIn();
  await page.getByLabel('Código do aplicativo').fill(showNextCode(secret));
  await page.keyboard.press('Enter');
  await seller.seesHeading('Dashboard');

  await seller.signOut();
  await seller.signIn();
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await expect(page.getByLabel('Código de recuperação')).toBeFocused();
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await seller.seesHeading('Dashboard');

  await page.goto('/configuracoes/conta');
  const panel = panelOf(page);
  await expect(panel.getByText('Restam 9 códigos de recuperação.')).toBeVisible();
  await panel.getByRole('button', { name: 'Desligar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desligar a verificação em duas etapas' });
  await dialog.getByLabel('Senha atual').fill(seller.senha);
  await dialog.getByLabel('Código').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Código incorreto, vencido ou já usado')).toBeVisible();
  await expectFits(page, 'turning off');
  await dialog.getByLabel('Código').fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Desligada', { exact: true })).toBeVisible();
  await seller.signOut();
  await seller.signIn();
  await seller.seesHeading('Dashboard');
});

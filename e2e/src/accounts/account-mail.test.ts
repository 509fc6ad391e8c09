import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { test, waitForLink } from '../servers/mail';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
const NOVA = 'uma senha bem nova';
const NEWER = 'outra senha mais nova';

async function expectFits(page: Page, what: string): Promise<void> {
  for (const width of [360, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(overflow), `${what} at ${width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page, `${what} at ${width}`);
  }
}

test('a forgotten password is replaced by e-mail, and then name, password and address are changed', {
  tag: '@release',
}, async ({ page, seller, mail }) => {
  await test.step('a forgotten password is replaced, once, and every session ends', async () => {
    await seller.opens('Dashboard');
    await seller.signOut();
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
    await seller.seesHeading('Esqueci minha senha');
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
    await expectFits(page, 'the request');
    await page.getByLabel('E-mail').fill(seller.email);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Se houver uma conta com este e-mail/)).toBeVisible();
    const link = await waitForLink(mail, seller.email);
    await page.goto(link);
    await seller.seesHeading('Criar senha nova');
    await page.getByLabel('Nova senha').fill('curta');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Crie uma senha com pelo menos 8 caracteres')).toBeVisible();
    await expectFits(page, 'the new password');
    await page.getByLabel('Nova senha').fill(NOVA);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Senha trocada\./)).toBeVisible();
    await page.goto('/login');
    await page.goto(link);
    await page.getByLabel('Nova senha').fill('mais outra senha');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Este link não vale mais/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Pedir outro link' })).toBeVisible();
    await page.getByRole('link', { name: 'Voltar para o login' }).click();
    await seller.signIn(NOVA);
    await seller.seesHeading('Dashboard');
  });

  await test.step('name, password and address are changed on the account page', async () => {
    await page.goto('/configuracoes/conta');
    await seller.seesHeading('Conta');
    await page.getByRole('button', { name: 'Alterar Nome' }).click();
    await page.getByLabel('Seu nome').fill('Marina A.');
    await page.keyboard.press('Enter');
    await seller.seesToast('Nome salvo');
    await expect(page.getByRole('region', { name: 'Nome' }).getByText('Marina A.')).toBeVisible();

    const password = page.getByRole('region', { name: 'Senha' });
    await password.getByRole('button', { name: 'Alterar Senha' }).click();
    await password.getByLabel('Senha atual').fill('errada errada');
    await password.getByLabel('Nova senha').fill(NEWER);
    await page.keyboard.press('Enter');
    await expect(password.getByText('Senha atual incorreta')).toBeVisible();
    await expectFits(page, 'the account with a refusal');
    await password.getByLabel('Senha atual').fill(NOVA);
    await page.keyboard.press('Enter');
    await seller.seesToast('Senha trocada. As outras sessões foram encerradas.');

    const novo = `nova-${seller.email}`;
    const email = page.getByRole('region', { name: 'E-mail' });
    await email.getByRole('button', { name: 'Alterar E-mail' }).click();
    await email.getByLabel('Novo e-mail').fill(novo);
    await email.getByLabel('Senha atual').fill(NEWER);
    await page.keyboard.press('Enter');
    await expect(email.getByText(/^Enviamos um link para nova-/)).toBeVisible();
    await page.goto(await waitForLink(mail, novo));
    await expectFits(page, 'the confirmation');
    await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
    await expect(page.getByText(/^E-mail confirmado\./)).toBeVisible();
    await page.goto('/configuracoes/conta');
    await expect(page.getByRole('region', { name: 'E-mail' }).getByText(novo)).toBeVisible();
    await expect(() =>
      expect(mail.received.some(({ to, text }) => to.includes(seller.email) && text.includes(novo))).toBe(
        true,
      ),
    ).toPass({ timeout: 15_000 });
  });
});

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { signInAs } from '../page/session';
import { showCode } from '../servers/authenticator';
import { test } from '../servers/fixtures';
import { ADMIN } from '../servers/server';

async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Senha').fill(ADMIN.senha);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

/** The names of fields on this page that are too narrow for the longest of their choices. */
const findCutOffChoices = () =>
  [...document.querySelectorAll('select')].flatMap((select) => {
    const style = getComputedStyle(select);
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('no canvas');
    pen.font = style.font;
    const longest = Math.max(...[...select.options].map(({ text }) => pen.measureText(text).width));
    const room =
      select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return longest > room ? [select.ariaLabel] : [];
  });

const CARD = {
  plano: 'basico',
  nome_cartao: 'MARINA',
  numero_cartao: '4111111111111111',
  validade: '12/39',
  cvv: '123',
  parcelas: 1,
};

// What a seller gets instead of it is in apps/web/features/admin/admin-page.test.tsx.
test.describe('admin panel', { tag: '@release' }, () => {
  test('an admin finds a seller, deactivates and reactivates them, and makes them an admin', async ({
    page,
    seller,
  }) => {
    await seller.opens('Dashboard');
    await seller.signOut();
    await signInAsAdmin(page);
    await expect(page.getByText('Assinatura Inativa')).toHaveCount(0);
    await page.getByRole('link', { name: 'Admin' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Painel Administrativo' })).toBeVisible();
    await expect(page.getByRole('tab', { name: /^Usuarios \(\d+\)$/ })).toBeVisible();
    await page.getByLabel('Buscar usuários').fill(seller.email);
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: seller.email });
    await expect(row.getByText('Plano: Nenhum', { exact: true })).toBeVisible();
    await expect(
      row.getByText(/^Conta criada em \d\d\/\d\d\/\d{4} · último acesso em \d\d\/\d\d\/\d{4}$/),
    ).toBeVisible();
    await page.getByLabel('Plano do usuário').selectOption('Sem plano em vigor');
    await page.getByLabel('Situação do usuário').selectOption('Inativos');
    await expect(page.getByRole('heading', { name: 'Nenhum usuário encontrado' })).toBeVisible();
    await page.getByLabel('Situação do usuário').selectOption('Ativos');
    await expect(row).toBeVisible();
    await page.getByLabel('Situação do usuário').selectOption('Todas as situações');

    await row.getByRole('button', { name: 'Desativar' }).click();
    await seller.seesToast('Usuario desativado');
    await expect(row.getByText('Inativo')).toBeVisible();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await seller.seesToast('Usuario ativado');
    await row.getByRole('button', { name: 'Desativar' }).click();
    await expect(row.getByText('Inativo')).toBeVisible();
    await row.getByRole('button', { name: /^Mais ações/ }).click();
    await page.getByRole('menuitem', { name: 'Motivo da desativação' }).click();
    const question = page.getByRole('dialog', { name: 'Motivo da desativação' });
    await expect(question.getByLabel('Motivo')).toBeFocused();
    await question.getByRole('button', { name: 'Salvar' }).click();
    await expect(question.getByLabel('Motivo')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'a deactivation without a reason');
    await question.getByLabel('Motivo').fill('Conta invadida');
    await question.getByRole('button', { name: 'Salvar' }).click();
    await seller.seesToast('Motivo salvo');
    await row.getByRole('button', { name: 'Ativar' }).click();
    await seller.seesToast('Usuario ativado');

    await row.getByRole('button', { name: 'Tornar Admin' }).click();
    await page
      .getByRole('alertdialog', { name: 'Tornar administrador?' })
      .getByRole('button', { name: 'Tornar Admin' })
      .click();
    await seller.seesToast('Usuario promovido');
    await expect(row.getByText('Admin', { exact: true })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Tornar Admin' })).toHaveCount(0);
  });

  test('an admin leads a seller back who lost password, phone and codes, and extends their plan', async ({
    page,
    seller,
  }) => {
    const api = await Api.of(page);
    const { segredo } = await api.call('POST', '/conta/duas-etapas', { senha_atual: seller.senha });
    await api.call('POST', '/conta/duas-etapas/confirmar', { codigo: showCode(segredo, Date.now()) });
    await api.call('POST', '/checkout', CARD);
    await signInAs(page, ADMIN);
    await page.goto(`/admin?busca=${encodeURIComponent(seller.email)}`);
    const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: seller.email });
    const opener = row.getByRole('button', { name: `Mais ações para ${seller.nome}` });
    const pick = async (name: string) => {
      await opener.click();
      await page.getByRole('menuitem', { name }).click();
    };

    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem')).toHaveText([
      'Estender plano',
      'Criar link de senha',
      'Desligar duas etapas',
      'Encerrar sessões',
    ]);
    await expectAccessible(page, 'what else an admin does to a user');
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();

    await pick('Estender plano');
    const extension = page.getByRole('dialog', { name: 'Estender plano' });
    await expect(extension.getByLabel('Estender por')).toBeFocused();
    await extension.getByLabel('Estender por').selectOption('Até uma data');
    await extension.getByRole('button', { name: 'Estender' }).click();
    await expect(extension.getByLabel('Vale até')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'an extension without a date');
    const inTwoYears = new Date().getFullYear() + 2;
    await extension.getByLabel('Vale até').fill(`${inTwoYears}-03-10`);
    await extension.getByLabel('Motivo').fill('Sistema fora do ar');
    await extension.getByRole('button', { name: 'Estender' }).click();
    await seller.seesToast('Plano estendido');
    await expect(row).toContainText(`Vale até 10/03/${inTwoYears}`);
    await expect(opener).toBeFocused();
    await pick('Estender plano');
    await extension.getByLabel('Estender por').selectOption('3 meses');
    await expect(extension.getByText(`Passa a valer até 10/06/${inTwoYears}`)).toBeVisible();
    await extension.getByLabel('Motivo').fill('Cortesia');
    await extension.getByRole('button', { name: 'Estender' }).click();
    await expect(row).toContainText(`Vale até 10/06/${inTwoYears}`);

    await pick('Desligar duas etapas');
    const removal = page.getByRole('dialog', { name: 'Desligar a verificação em duas etapas?' });
    await removal.getByLabel('Motivo').fill('Perdeu o celular');
    await removal.getByRole('button', { name: 'Desligar' }).click();
    await seller.seesToast('Verificação em duas etapas desligada');

    await pick('Criar link de senha');
    await page
      .getByRole('dialog', { name: 'Criar link para senha nova?' })
      .getByRole('button', { name: 'Criar link' })
      .click();
    const made = page.getByRole('dialog', { name: 'Copie o link agora' });
    const link = await made.getByLabel(`Link para a senha de ${seller.nome}`).inputValue();
    await page.setViewportSize({ width: 360, height: 800 });
    await expectAccessible(page, 'the link, on a phone');
    await made.getByRole('button', { name: 'Já copiei o link' }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await opener.click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Estender plano',
      'Criar link de senha',
      'Encerrar sessões',
    ]);
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Auditoria' }).click();
    const acts = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: seller.email });
    await expect(acts).toContainText([
      'Criou um link para senha nova',
      'Perdeu o celular',
      `Até 10/06/${inTwoYears}, antes 10/03/${inTwoYears}. Cortesia`,
      'Sistema fora do ar',
    ]);

    await seller.signOut();
    await page.goto(link);
    await page.getByLabel('Nova senha').fill('uma senha bem nova');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Senha trocada\./)).toBeVisible();
    await page.goto('/login');
    await seller.signIn('uma senha bem nova');
    await seller.seesHeading('Dashboard');
  });

  test('an admin sees that no background work waits, and that nothing is called, while all is simulated', async ({
    page,
  }) => {
    await signInAs(page, ADMIN);
    await page.goto('/admin');
    await page.getByRole('tab', { name: 'Tarefas (0)' }).click();
    await expect(page.getByRole('heading', { name: 'Nenhuma tarefa' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('aba')).toBe('tarefas');

    await page.getByRole('tab', { name: 'Saúde' }).click();
    for (const name of ['Mercado Livre', 'Amazon', 'Mercado Pago'])
      await expect(page.getByRole('region', { name }).getByText('Simulado')).toBeVisible();
    await expect(page.getByRole('region', { name: 'E-mails' })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await expectAccessible(page, 'how the marketplaces go, on a phone');
  });

  test('an admin finds a payment by its payer, gives it back for a reason, and exports what is shown', async ({
    page,
    seller,
  }) => {
    await page.goto('/checkout/basico?pagamento=pix');
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await page.getByRole('button', { name: 'Simular pagamento do Pix' }).click();
    await seller.seesHeading('Dashboard');
    await signInAs(page, ADMIN);
    await page.goto('/admin?aba=pagamentos');
    await page.getByLabel('Buscar pagamentos').fill(seller.email);
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.getByLabel('Situação do pagamento').selectOption('Aprovado');
    const rows = page.getByRole('tabpanel').getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Pix');
    await page.getByLabel('Forma de pagamento').selectOption('Cartão');
    await expect(page.getByRole('heading', { name: 'Nenhum pagamento encontrado' })).toBeVisible();
    await page.getByLabel('Forma de pagamento').selectOption('Pix');
    await expect(rows).toHaveCount(1);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await expectAccessible(page, 'the payments on a phone');
    expect(await page.evaluate(findCutOffChoices)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(2);
    expect(text).toContain(seller.email);

    const opener = page.getByRole('button', { name: `Estornar pagamento de ${seller.nome}` });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Estornar pagamento' });
    await expect(dialog.getByLabel('Motivo')).toBeFocused();
    await dialog.getByRole('button', { name: 'Estornar' }).click();
    await expect(dialog.getByLabel('Motivo')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'a refund without a reason');
    await dialog.getByLabel('Motivo').fill('Pagou duas vezes');
    await dialog.getByRole('button', { name: 'Estornar' }).click();
    await seller.seesToast('Pagamento estornado');
    await expect(page.getByText('Nenhum pagamento encontrado')).toBeVisible();
    await page.getByLabel('Situação do pagamento').selectOption('Estornado');
    await expect(rows).toContainText('Pagou duas vezes');
    await expect(opener).toHaveCount(0);

    await page.getByRole('tab', { name: 'Auditoria' }).click();
    const act = rows.filter({ hasText: seller.email });
    await expect(act).toContainText('Estornou um pagamento');
    await expect(act).toContainText('Pagou duas vezes');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await expectAccessible(page, 'what admins did, on a phone');
    await page.getByRole('tab', { name: /^Usuarios/ }).click();
    await expect(page.getByLabel('Plano do usuário')).toBeVisible();
    expect(await page.evaluate(findCutOffChoices)).toEqual([]);
  });
});

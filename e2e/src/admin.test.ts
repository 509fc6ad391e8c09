import { describe, expect } from 'vitest';
import { test } from './fixtures';
import { ADMIN } from './server';

async function signInAsAdmin(page: import('playwright-core').Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Senha').fill(ADMIN.senha);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

describe('admin panel', () => {
  test('a seller has no menu entry and gets nothing from the address', async ({ page, seller }) => {
    expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    await page.goto('/admin');
    await seller.seesToast('Acesso negado');
    expect(await page.getByRole('tab').count()).toBe(0);
  });

  test('an admin finds a seller, deactivates and reactivates them, and makes them an admin', async ({
    page,
    seller,
  }) => {
    await seller.signOut();
    await signInAsAdmin(page);
    expect(await page.getByText('Assinatura Inativa').count()).toBe(0);
    await page.getByRole('link', { name: 'Admin' }).click();
    await page.getByRole('heading', { level: 1, name: 'Painel Administrativo' }).waitFor();
    await page.getByRole('tab', { name: /^Usuarios \(\d+\)$/ }).waitFor();
    await page.getByLabel('Buscar usuários').fill(seller.email);
    await page.getByRole('button', { name: 'Buscar' }).click();
    const row = page.getByRole('listitem').filter({ hasText: seller.email });
    await row.getByText('Plano: Nenhum').waitFor();

    await row.getByRole('button', { name: 'Desativar' }).click();
    await seller.seesToast('Usuario desativado');
    await row.getByText('Inativo').waitFor();
    await row.getByRole('button', { name: 'Ativar' }).click();
    await seller.seesToast('Usuario ativado');

    await row.getByRole('button', { name: 'Tornar Admin' }).click();
    await page
      .getByRole('alertdialog', { name: 'Tornar administrador?' })
      .getByRole('button', { name: 'Tornar Admin' })
      .click();
    await seller.seesToast('Usuario promovido');
    await row.getByText('Admin', { exact: true }).waitFor();
    expect(await row.getByRole('button', { name: 'Tornar Admin' }).count()).toBe(0);
  });

  test('an admin sees that no background work waits while both marketplaces are simulated', async ({
    page,
    seller,
  }) => {
    await seller.signOut();
    await signInAsAdmin(page);
    await page.goto('/admin');
    await page.getByRole('tab', { name: 'Tarefas (0)' }).click();
    await page.getByRole('heading', { name: 'Nenhuma tarefa' }).waitFor();
    expect(new URL(page.url()).searchParams.get('aba')).toBe('tarefas');
  });
});

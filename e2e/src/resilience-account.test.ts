import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { faulty, Trial, type Wish } from './faults';
import { ADMIN } from './server';

const visitor = {
  login: {
    path: '/login',
    call: 'auth.login',
    failure: 'Erro ao processar solicitação',
    detail: 'instead',
    button: async (page) => {
      await page.getByLabel('Email').fill('marina@exemplo.com.br');
      await page.getByLabel('Senha').fill('segredo-da-marina');
      return page.getByRole('button', { name: 'Entrar' });
    },
  },
  registration: {
    path: '/login?aba=registrar',
    call: 'auth.register',
    failure: 'Erro ao processar solicitação',
    detail: 'instead',
    button: async (page) => {
      await page.getByLabel('Nome').fill('Marina');
      await page.getByLabel('Email').fill('marina@exemplo.com.br');
      await page.getByLabel('Senha').fill('segredo-da-marina');
      return page.getByRole('button', { name: 'Criar Conta' });
    },
  },
} satisfies Record<string, Wish>;

const payment: Wish = {
  path: '/checkout/basico',
  call: 'checkout.pay',
  failure: 'Erro ao processar pagamento',
  detail: 'instead',
  button: async (page) => {
    await page.getByLabel('Nome no Cartão').fill('Marina');
    await page.getByLabel('Número do Cartão').fill('4111111111111111');
    await page.getByLabel('Validade').fill('12/39');
    await page.getByLabel('CVV').fill('123');
    return page.getByRole('button', { name: 'Pagar R$ 119,00' });
  },
};

function onUser(email: string, button: string) {
  return async (page: Page) =>
    page.getByRole('listitem').filter({ hasText: email }).getByRole('button', { name: button, exact: true });
}

describe('a server that fails, no network, two clicks, an old token', () => {
  faulty('signing in and registering', async ({ page }) => {
    const trial = await Trial.on(page);
    await trial.fails(visitor.login);
    await trial.fails(visitor.registration);
  });

  faulty('paying', async ({ page, seller }) => {
    const trial = await Trial.on(page);
    await trial.fails(payment);
    await trial.isRefused(payment);
    await seller.signIn();
    await page.waitForURL(`**${payment.path}`);
    await page.getByRole('button', { name: 'Pagar R$ 119,00' }).waitFor();
  });

  faulty('changing users as an admin', async ({ page, seller }) => {
    const answer = await page.request.post('/api/auth/login', { data: ADMIN });
    const { access_token: token }: { access_token: string } = await answer.json();
    const path = `/admin?busca=${encodeURIComponent(seller.email)}`;
    const rest = { path, detail: 'below' } as const;
    const deactivate: Wish = {
      ...rest,
      call: 'admin.deactivate',
      failure: 'Erro ao desativar',
      button: onUser(seller.email, 'Desativar'),
    };
    const activate: Wish = {
      ...rest,
      call: 'admin.activate',
      failure: 'Erro ao ativar',
      button: onUser(seller.email, 'Ativar'),
    };
    const promote: Wish = {
      ...rest,
      call: 'admin.promote',
      failure: 'Erro ao promover',
      button: async (window) => {
        await (await onUser(seller.email, 'Tornar Admin')(window)).click();
        return window.getByRole('alertdialog').getByRole('button', { name: 'Tornar Admin' });
      },
    };
    const trial = await Trial.on(page);
    const entersAsAdmin = () => page.evaluate((value) => localStorage.setItem('token', value), token);
    for (const wish of [deactivate, promote, activate]) {
      await entersAsAdmin();
      if (wish === activate) {
        await page.goto(path);
        await (await deactivate.button(page)).click();
        await (await activate.button(page)).waitFor();
      }
      await trial.fails(wish);
      await trial.isRefused(wish);
    }
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Senha').fill(ADMIN.senha);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL('**/admin?busca=**');
    await (await activate.button(page)).waitFor();
  });
});

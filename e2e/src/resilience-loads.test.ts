import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { Api } from './api';
import { breakDown, faulty, INTERNAL } from './faults';
import type { Seller } from './seller';
import { ADMIN } from './server';

interface Screen {
  path: string;
  /** What cannot be read, and what is said then (spec §8); null where nothing depends on it. */
  call: string | null;
  failure?: string;
  /** What shows that everything is there. */
  content: string | RegExp;
}

const SELLER: Screen[] = [
  {
    path: '/',
    call: 'dashboard.stats',
    failure: 'Erro ao carregar estatísticas',
    content: 'Vendas por Mês',
  },
  { path: '/produtos', call: 'products.list', failure: 'Erro ao carregar dados', content: '1 produto' },
  {
    path: '/produtos?busca=can',
    call: 'products.list',
    failure: 'Erro ao buscar produtos',
    content: '1 produto',
  },
  {
    path: '/fornecedores',
    call: 'suppliers.list',
    failure: 'Erro ao carregar fornecedores',
    content: 'Fornecedor de Caneca',
  },
  {
    path: '/pedidos',
    call: 'orders.list',
    failure: 'Erro ao carregar pedidos',
    content: 'Pendente Aprovação',
  },
  { path: '/integracao', call: null, content: 'Modo Simulado Ativo' },
  { path: '/tutorial', call: null, content: 'Cadastre seus fornecedores' },
  { path: '/pricing', call: null, content: 'MAIS POPULAR' },
  { path: '/checkout/top', call: null, content: 'Finalizar Assinatura' },
];
const ADMINS: Screen[] = [
  { path: '/admin', call: 'admin.stats', failure: 'Erro ao carregar dados', content: 'Total de Usuários' },
  {
    path: '/admin?busca=admin',
    call: 'admin.users',
    failure: 'Erro ao carregar dados',
    content: 'Desativar',
  },
  {
    path: '/admin?aba=pagamentos',
    call: 'admin.payments',
    failure: 'Erro ao carregar dados',
    // Other sellers of this server may have paid meanwhile.
    content: /Nenhum pagamento encontrado|\dx/,
  },
];

const proceduresOf = (url: URL) => (url.pathname.split('/trpc/')[1] ?? '').split(',');

/** Everything but who the user is, and the stream of changes; of the admin's calls only the one at stake. */
function concerns({ call }: Screen) {
  return (url: URL) => {
    const procedures = proceduresOf(url);
    if (procedures.some((name) => name === 'auth.me' || name === 'live.changes')) return false;
    if (call?.startsWith('admin.')) return procedures.includes(call);
    return url.pathname.startsWith('/trpc/');
  };
}

const toastsOf = (page: Page) => page.locator('[data-sonner-toast]');
const again = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Tentar novamente' }).first();

async function isWhole(page: Page, { content }: Screen): Promise<void> {
  await page.getByText(content).first().waitFor();
  expect(await page.locator('h1').first().isVisible(), String(content)).toBe(true);
}

/** Fails with the server and is there after a click; fails with the network and is there when that is back. */
async function comesThrough(page: Page, screen: Screen): Promise<void> {
  const { path, call, failure = '' } = screen;
  const pattern = concerns(screen);
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(...proceduresOf(new URL(request.url())).filter((procedure) => procedure === call));
  });
  await page.route(pattern, breakDown);
  await page.goto(path);
  if (call === null) return isWhole(page, screen);

  await toastsOf(page).filter({ hasText: failure }).waitFor();
  const told = await toastsOf(page).allTextContents();
  expect(told.filter((text) => text === `${failure}${INTERNAL}`).length, `${path}: ${told}`).toBe(1);
  await again(page).waitFor();
  expect(await page.locator('h1').first().isVisible(), path).toBe(true);
  // Once, and twice more by itself.
  expect(sent, path).toHaveLength(3);

  await page.unroute(pattern);
  await again(page).click();
  await isWhole(page, screen);

  // Without a network; the page itself is still served, or there would be nothing to look at.
  const cut = (url: URL) => pattern(url) || url.pathname === '/api/health';
  await page.route(cut, (route) => route.abort('internetdisconnected'));
  await page.goto(path);
  await toastsOf(page).filter({ hasText: failure }).waitFor();
  await page.getByText('Sem conexão com o servidor').waitFor();
  expect(await toastsOf(page).filter({ hasText: failure }).allTextContents(), path).toEqual([failure]);
  await page.unroute(cut);
  await isWhole(page, screen);
  await page.getByText('Sem conexão com o servidor').waitFor({ state: 'detached' });
}

/** Shows where something is coming, asks once, and tells nothing but the content. */
async function isPatient(page: Page, screen: Screen): Promise<void> {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/trpc\/(?!live\.)/.test(request.url())) sent.push(request.url());
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(concerns(screen), async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(screen.path);
  await page.locator('h1').first().waitFor();
  if (screen.call) await page.locator('[aria-busy="true"], [role="status"]').first().waitFor();
  expect(await toastsOf(page).count(), screen.path).toBe(0);
  release();
  await isWhole(page, screen);
  expect(sent.length, screen.path).toBe(new Set(sent).size);
}

/** Every screen in a window of its own, all at the same time: what takes long is the waiting. */
async function onEach(page: Page, screens: Screen[], check: typeof isPatient): Promise<void> {
  const context = page.context();
  await Promise.all(
    screens.map(async (screen) => {
      const window = await context.newPage();
      // A browser opens six connections to one server, and each of these streams would keep one.
      await window.route('**/trpc/live.changes*', (route) => route.abort());
      await check(window, screen);
      await window.close();
    }),
  );
}

async function withOneSale(seller: Seller): Promise<void> {
  const api = await Api.of(seller.page);
  await api.sells(await api.publishesProduct('Caneca'));
}

async function entersAsAdmin(page: Page): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: ADMIN });
  const { access_token: token }: { access_token: string } = await answer.json();
  await page.goto('/login');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
}

describe('what a screen reads', () => {
  faulty(
    'may fail with the server and with the network, and can be asked for again',
    async ({ page, seller }) => {
      await withOneSale(seller);
      await onEach(page, SELLER, comesThrough);
    },
  );

  faulty('may be slow', async ({ page, seller }) => {
    await withOneSale(seller);
    await onEach(page, SELLER, isPatient);
  });

  faulty('may be slow or fail for an admin, too', async ({ page }) => {
    await entersAsAdmin(page);
    await onEach(page, ADMINS, comesThrough);
    await onEach(page, ADMINS, isPatient);
  });
});

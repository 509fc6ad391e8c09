import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { holdRequests } from '../page/held-requests';
import { signInAs } from '../page/session';
import { getToasts } from '../page/toasts';
import { ANY_FAILED_LOAD, test } from '../servers/fixtures';
import { ADMIN } from '../servers/server';
import { breakDown, getProcedures, INTERNAL, REQUEST_ID, watchCalls } from './broken-server';

test.use({ expectedErrors: ANY_FAILED_LOAD });

interface Screen {
  path: string;
  /** What cannot be read, and what is said then; null where nothing depends on it. */
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
    content: 'Aprovar Pedido',
  },
  {
    path: '/compras',
    call: 'purchasing.list',
    failure: 'Erro ao carregar compras',
    content: 'Nada para comprar agora',
  },
  { path: '/integracao', call: null, content: 'Modo Simulado Ativo' },
  { path: '/tutorial', call: null, content: 'Cadastre seus fornecedores' },
  { path: '/pricing', call: null, content: 'MAIS POPULAR' },
  {
    path: '/checkout/top',
    call: 'checkout.gateway',
    failure: 'Erro ao carregar o pagamento',
    content: 'Nome no Cartão',
  },
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

/** Matches everything but who the user is, and the stream of changes. */
function isRead(url: URL): boolean {
  const procedures = getProcedures(url.href);
  return procedures.length > 0 && !procedures.some((name) => name === 'auth.me' || name === 'live.changes');
}

/** Of the admin's calls only the one at stake. */
function matchReads({ call }: Screen) {
  return (url: URL) => isRead(url) && (!call?.startsWith('admin.') || getProcedures(url.href).includes(call));
}

const getRetry = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Tentar novamente' }).first();

async function expectWhole(page: Page, { content }: Screen): Promise<void> {
  await expect(page.getByText(content).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Fails with the server and is there after a click; fails with the network and is there when that is back. */
async function expectRecovers(page: Page, screen: Screen): Promise<void> {
  const { path, call, failure = '' } = screen;
  const matches = matchReads(screen);
  await page.route(matches, breakDown);
  const sent = watchCalls(page, call ?? '');
  await page.goto(path);
  if (call === null) return expectWhole(page, screen);

  const toasts = getToasts(page, failure);
  await expect(toasts, path).toHaveText([`${failure}${INTERNAL}`]);
  await expect(getRetry(page)).toBeVisible();
  await expect(page.getByText(`Código do erro: ${REQUEST_ID}`).first(), path).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Once, and twice more by itself.
  expect(sent, path).toHaveLength(3);

  await page.unroute(matches);
  await getRetry(page).click();
  await expectWhole(page, screen);

  // Without a network; the page itself is still served, or there would be nothing to look at.
  // One call that arrives would show that there is one.
  const cut = (url: URL) => isRead(url) || url.pathname === '/api/health';
  await page.route(cut, (route) => route.abort('internetdisconnected'));
  await page.goto(path);
  await expect(toasts, path).toHaveText([failure]);
  await expect(page.getByText('Sem conexão com o servidor')).toBeVisible();
  await page.unroute(cut);
  await expectWhole(page, screen);
  await expect(page.getByText('Sem conexão com o servidor')).toHaveCount(0);
}

/** Shows that something is coming, asks once, and tells nothing but the content. */
async function expectWaits(page: Page, screen: Screen): Promise<void> {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/trpc\/(?!live\.)/.test(request.url())) sent.push(request.url());
  });
  const release = await holdRequests(page, matchReads(screen));
  await page.goto(screen.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const progress = page.getByRole('status').or(page.locator('[aria-busy=true]'));
  if (screen.call) await expect(progress.first()).toBeVisible();
  await expect(getToasts(page), screen.path).toHaveCount(0);
  release();
  await expectWhole(page, screen);
  expect(sent, screen.path).toHaveLength(new Set(sent).size);
}

/** What takes long is the waiting, so a few wait together; more would wait for the processor. */
const TABS_AT_ONCE = 5;

/** Every screen in a tab of its own. */
async function onEach(page: Page, screens: Screen[], check: typeof expectWaits): Promise<void> {
  const waiting = [...screens];
  const work = async () => {
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
      const tab = await page.context().newPage();
      // A browser opens six connections to one server, and each of these streams would keep one.
      await tab.route('**/trpc/live.changes*', (route) => route.abort());
      await check(tab, screen);
      await tab.close();
    }
  };
  await Promise.all(Array.from({ length: TABS_AT_ONCE }, work));
}

async function makeSale(page: Page): Promise<void> {
  const api = await Api.of(page);
  await api.sells(await api.publishesProduct('Caneca'));
}

test.describe('what a screen reads', () => {
  test('may fail with the server and with the network: it is told once, and comes on demand or by itself', async ({
    page,
    seller: _,
  }) => {
    test.setTimeout(120_000);
    await makeSale(page);
    await onEach(page, SELLER, expectRecovers);
  });

  test('may be slow: the screen shows that something is coming, and asks for nothing twice', async ({
    page,
    seller: _,
  }) => {
    await makeSale(page);
    await onEach(page, SELLER, expectWaits);
  });

  test('may be slow or fail for an admin, too', async ({ page }) => {
    await signInAs(page, ADMIN);
    await onEach(page, ADMINS, expectRecovers);
    await onEach(page, ADMINS, expectWaits);
  });
});

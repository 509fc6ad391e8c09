import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeServer, INTERNAL, REQUEST_ID } from './testing/fake-server';
import { closeApp, getToasts, openApp, until } from './testing/open-app';
import { listOf, ORDER, PRODUCT, SUPPLIER, USER } from './testing/samples';

interface Screen {
  path: string;
  /** What cannot be read, and what is said then; null where nothing depends on it. */
  call: string | null;
  failure?: string;
  /** What shows that everything is there. */
  content: string | RegExp;
}

const SELLER: Screen[] = [
  { path: '/', call: 'dashboard.stats', failure: 'Erro ao carregar estatísticas', content: 'Vendas por Mês' },
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
    content: 'Central',
  },
  { path: '/pedidos', call: 'orders.list', failure: 'Erro ao carregar pedidos', content: 'Aprovar Pedido' },
  {
    path: '/compras',
    call: 'purchasing.list',
    failure: 'Erro ao carregar compras',
    content: 'Nada para comprar agora',
  },
  {
    path: '/integracao',
    call: 'integrations.status',
    failure: 'Erro ao carregar integrações',
    content: 'Modo Simulado Ativo',
  },
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
    content: 'Nenhum pagamento encontrado',
  },
];

const MONTH = { mes: '2026-11', vendas: 1, receita: 59.9, lucro: 34.9 };
const DASHBOARD = {
  total_vendas: 1,
  total_vendas_ml: 1,
  total_vendas_amazon: 0,
  receita_total: 59.9,
  lucro_total: 34.9,
  pedidos_pendentes: 1,
  vendas_mes: [MONTH],
  produtos_mais_vendidos: [{ nome: 'Caneca', vendas: 1 }],
  vendas_por_marketplace: { mercadolivre: 1, amazon: 0 },
  produtos_estoque_baixo: 0,
};
const ADMIN_STATS = {
  total_usuarios: 1,
  total_payments: 0,
  receita_total: 0,
  planos_distribuicao: { basico: 0, intermediario: 0, top: 0 },
};
const LISTED_USER = { ...USER, id: 'u2', criado_em: ORDER.criado_em, ultimo_acesso: null, total_pedidos: 1 };

const openServer = (is_admin: boolean) =>
  new FakeServer({
    'auth.me': () => ({ ...USER, is_admin }),
    'products.list': () => listOf(PRODUCT),
    'products.count': () => ({ total: 1 }),
    'suppliers.list': () => listOf(SUPPLIER),
    'orders.list': () => listOf(ORDER),
    'purchasing.list': () => ({ fornecedores: [], parcial: false, sem_fornecedor: 0 }),
    'checkout.gateway': () => ({
      modo: 'simulado',
      cartao_teste: '4111 1111 1111 1111',
      chave_publica: null,
    }),
    'checkout.openPix': () => null,
    'dashboard.stats': () => DASHBOARD,
    'admin.stats': () => ADMIN_STATS,
    'admin.users': () => listOf({ ...LISTED_USER, duas_etapas: false }),
    'admin.payments': () => listOf(),
    'jobs.counts': () => ({ total: 0, falharam: 0 }),
  });

/** Everything but who the user is; of the admin's calls only the one at stake. */
const matchReads = (screen: Screen) => (call: string) =>
  screen.call?.startsWith('admin.') ? call === screen.call : call.includes('.') && call !== 'auth.me';

const getHeading = () => {
  const heading = document.querySelector('h1');
  expect(heading).not.toBeNull();
  return heading;
};
const getRetry = () => {
  const [button] = within(screen.getByRole('main')).getAllByText('Tentar novamente');
  if (button === undefined) throw new Error('no button');
  return button;
};

async function expectWhole({ content }: Screen): Promise<void> {
  await until(() => expect(screen.getAllByText(content).length).toBeGreaterThan(0));
  getHeading();
}

/** Fails with the server and is there after a click. */
async function expectRecoversOnDemand(server: FakeServer, tried: Screen): Promise<void> {
  const { path, call, failure = '' } = tried;
  server.breakDown(matchReads(tried));
  openApp(path);
  if (call === null) return expectWhole(tried);
  await until(() => expect(getToasts(failure)).toEqual([`${failure}${INTERNAL}`]));
  getHeading();
  expect(document.body.textContent).toContain(`Código do erro: ${REQUEST_ID}`);
  // Once, and twice more by itself.
  expect(server.count(call)).toBe(3);
  server.breakDown(() => false);
  fireEvent.click(getRetry());
  await expectWhole(tried);
}

/** Fails with the network and is there when that is back. */
async function expectRecoversByItself(server: FakeServer, tried: Screen): Promise<void> {
  const reads = matchReads({ ...tried, call: null });
  // One call that arrives would show that there is a network.
  server.breakDown((call) => reads(call) || call === '/health', 'cut');
  openApp(tried.path);
  if (tried.call === null) return expectWhole(tried);
  await until(() => expect(getToasts(tried.failure)).toEqual([tried.failure]));
  screen.getByText('Sem conexão com o servidor');
  server.breakDown(() => false);
  await expectWhole(tried);
  await until(() => expect(screen.queryByText('Sem conexão com o servidor')).toBeNull());
}

/** Shows that something is coming, asks once, and tells nothing but the content. */
async function expectWaits(server: FakeServer, tried: Screen): Promise<void> {
  const release = server.hold(matchReads(tried));
  openApp(tried.path);
  await until(getHeading);
  if (tried.call !== null) {
    await until(() =>
      expect(document.querySelector('[role="status"], output, [aria-busy="true"]')).not.toBeNull(),
    );
  }
  expect(getToasts()).toEqual([]);
  release();
  await expectWhole(tried);
  const sent = server.sent.map(({ call, input }) => JSON.stringify([call, input]));
  expect(sent).toEqual([...new Set(sent)]);
}

afterEach(closeApp);

describe('what a screen reads', () => {
  describe.each([
    ['a seller', SELLER, false],
    ['an admin', ADMINS, true],
  ] as const)('for %s', (_, screens, isAdmin) => {
    it.each(screens)('may fail with the server: it is told once, and comes on demand, $path', (tried) =>
      expectRecoversOnDemand(openServer(isAdmin), tried),
    );

    it.each(screens)('may fail with the network: it is told once, and comes by itself, $path', (tried) =>
      expectRecoversByItself(openServer(isAdmin), tried),
    );

    it.each(screens)(
      'may be slow: the screen shows that something is coming, and asks for nothing twice, $path',
      (tried) => expectWaits(openServer(isAdmin), tried),
    );
  });
});

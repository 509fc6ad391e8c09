import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeServer, INTERNAL } from './testing/fake-server';
import { toPlainName } from './testing/find';
import { closeApp, fill, getToasts, openApp, until } from './testing/open-app';
import { listOf, ORDER, PRODUCT, SUPPLIER, USER } from './testing/samples';

// What each of these failures is told as, whatever fails, is tested in failed-mutations.test.tsx.

/** A button that sends something. */
interface Write {
  path: string;
  /** The procedure, or the path, of the one request it takes. */
  call: string;
  /** What is told when the server fails: the title, or the title and what stands below it. */
  told: string;
  /** Brings the button into sight, with everything filled in. */
  button: () => Promise<HTMLElement>;
  /** What shows that it is under way, where the button does not. */
  busy?: () => HTMLElement | null;
  /** The button stands in a question that closes after the answer. */
  closes?: true;
}

const below = (title: string) => `${title}${INTERNAL}`;

const getBusyButton = () => document.querySelector<HTMLElement>('button[aria-busy="true"]');

/** The button of this label in the page, or in what lies over it. */
function findButton(label: string, within = 'body'): Promise<HTMLElement> {
  return until(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>(`${within} button`)];
    const found = buttons.find(
      (button) => toPlainName(button.getAttribute('aria-label') ?? button.textContent) === label,
    );
    if (found === undefined) throw new Error(`there is no button ${label}`);
    return found;
  });
}

const inDialog = (label: string) => findButton(label, '[role="dialog"]');
const inQuestion = (label: string) => findButton(label, '[role="alertdialog"]');

async function press(label: string): Promise<void> {
  fireEvent.click(await findButton(label));
}

async function fillIn(label: string | RegExp, value: string): Promise<void> {
  fill(await until(() => screen.getByLabelText(label)), value);
}

/** Two clicks and one more while the answer is away send one request; its failure is told, and the screen stays. */
async function expectOneRequest(server: FakeServer, write: Write, token?: null): Promise<void> {
  openApp(write.path, { token });
  const button = await write.button();
  const answer = server.hold((call) => call === write.call, 'broken');
  // A visitor's first touch brings the toasts.
  fireEvent.pointerDown(button);
  fireEvent.click(button);
  fireEvent.click(button);
  const getBusy = write.busy ?? getBusyButton;
  const busy = await until(() => {
    const found = getBusy();
    expect(found).not.toBeNull();
    return found;
  });
  if (busy !== null) fireEvent.click(busy);
  expect(getToasts()).toEqual([]);
  answer();
  await until(() => expect(getToasts()).toEqual([write.told]));
  await until(() => expect(getBusy()).toBeNull());
  if (!write.closes) expect(button.isConnected).toBe(true);
  expect(document.querySelector('h1')).not.toBeNull();
  expect(server.count(write.call)).toBe(1);
}

const PUBLISHED = { ...PRODUCT, id: 'p2', nome: 'Caneca Publicada', publicado_amazon: true };
const UNPUBLISHED = { ...PRODUCT, nome: 'Caneca Nova', publicado_ml: false };

const openShop = () =>
  new FakeServer({
    'products.list': () => listOf(PUBLISHED, UNPUBLISHED),
    'products.count': () => ({ total: 2 }),
    'products.get': ({ id }: { id: string }) => (id === PUBLISHED.id ? PUBLISHED : UNPUBLISHED),
    'suppliers.list': () => listOf(SUPPLIER),
    'suppliers.get': () => SUPPLIER,
  });

const SAVING: Write[] = [
  {
    path: '/produtos?novo=1',
    call: 'products.create',
    told: INTERNAL,
    button: async () => {
      await until(() => within(screen.getByRole('dialog')).getByText('Central'));
      await fillIn('Fornecedor *', SUPPLIER.id);
      await fillIn('Nome do Produto *', 'Caneca');
      await fillIn('Preço Fornecedor *', '20');
      await fillIn('Preço ML *', '50');
      await fillIn('Estoque *', '9');
      return inDialog('Criar');
    },
  },
  {
    path: '/produtos',
    call: 'products.edit',
    told: INTERNAL,
    button: async () => {
      await press(`Editar ${PUBLISHED.nome}`);
      return inDialog('Atualizar');
    },
  },
  {
    path: '/produtos',
    call: 'products.remove',
    told: below('Erro ao deletar produto'),
    closes: true,
    button: async () => {
      await press(`Deletar ${PUBLISHED.nome}`);
      return inQuestion('Deletar');
    },
  },
];

const onCard = (name: string, channel: string, label: string) => () =>
  findButton(label, `[aria-label="${channel}, ${name}"]`);

const MARKETPLACES: Write[] = [
  {
    path: '/produtos',
    call: 'publication.publish',
    told: below('Erro ao publicar produto'),
    button: onCard(UNPUBLISHED.nome, 'Mercado Livre', 'Publicar no ML'),
  },
  {
    path: '/produtos',
    call: 'publication.publish',
    told: INTERNAL,
    button: onCard(UNPUBLISHED.nome, 'Amazon', 'Publicar na Amazon'),
  },
  ...['Mercado Livre', 'Amazon'].flatMap((channel): Write[] => [
    {
      path: '/produtos',
      call: 'publication.unpublish',
      told: below('Erro ao despublicar produto'),
      button: onCard(PUBLISHED.nome, channel, 'Despublicar'),
    },
    {
      path: '/produtos',
      call: 'publication.simulateSale',
      told: INTERNAL,
      button: onCard(PUBLISHED.nome, channel, 'Simular Venda'),
    },
  ]),
];

const SUPPLIERS: Write[] = [
  {
    path: '/fornecedores?novo=1',
    call: 'suppliers.create',
    told: below('Erro ao salvar fornecedor'),
    button: async () => {
      await fillIn('Nome *', 'Atacado Sul');
      return inDialog('Criar');
    },
  },
  {
    path: '/fornecedores',
    call: 'suppliers.edit',
    told: below('Erro ao salvar fornecedor'),
    button: async () => {
      await press('Editar Central');
      return inDialog('Atualizar');
    },
  },
  {
    path: '/fornecedores',
    call: 'suppliers.remove',
    told: below('Erro ao deletar fornecedor'),
    closes: true,
    button: async () => {
      await press('Deletar Central');
      return inQuestion('Deletar');
    },
  },
];

const STEPS = [
  ['pendente', 'orders.approve', 'Aprovar Pedido', INTERNAL],
  ['aprovado', 'orders.sendToSupplier', 'Enviar ao Fornecedor', INTERNAL],
  ['enviado_fornecedor', 'orders.pay', 'Confirmar Pagamento', INTERNAL],
  ['pago', 'orders.markShipped', 'Enviado ao Cliente', below('Erro ao atualizar status')],
  ['enviado_cliente', 'orders.markDelivered', 'Marcar Entregue', below('Erro ao atualizar status')],
] as const;

const VISITOR: Write[] = [
  {
    path: '/login',
    call: 'auth.login',
    told: INTERNAL,
    button: async () => {
      await fillIn('Email', USER.email);
      await fillIn('Senha', 'segredo-da-marina');
      return findButton('Entrar', 'form');
    },
  },
  {
    path: '/login?aba=registrar',
    call: 'auth.register',
    told: INTERNAL,
    button: async () => {
      await fillIn('Nome', 'Marina');
      await fillIn('Email', USER.email);
      await fillIn('Senha', 'segredo-da-marina');
      return findButton('Criar Conta', 'form');
    },
  },
];

const PAYMENT: Write = {
  path: '/checkout/basico',
  call: 'checkout.pay',
  told: INTERNAL,
  button: async () => {
    await fillIn('Nome no Cartão', 'Marina');
    await fillIn('Número do Cartão', '4111111111111111');
    await fillIn('Validade', '12/39');
    await fillIn('CVV', '123');
    return findButton('Pagar R$ 119,00');
  },
};

const OTHER_USER = {
  ...USER,
  id: 'u2',
  nome: 'Bia',
  email: 'bia@exemplo.com.br',
  criado_em: ORDER.criado_em,
  ultimo_acesso: null,
  total_pedidos: 1,
  duas_etapas: false,
};

function openAdmin(ativo: boolean) {
  const planos_distribuicao = { basico: 0, intermediario: 0, top: 0 };
  return new FakeServer({
    'auth.me': () => ({ ...USER, is_admin: true }),
    'admin.stats': () => ({ total_usuarios: 2, total_payments: 0, receita_total: 0, planos_distribuicao }),
    'admin.users': () => listOf({ ...OTHER_USER, ativo }),
    'jobs.counts': () => ({ total: 0, falharam: 0 }),
  });
}

async function askToPromote() {
  await press('Tornar Admin');
  return inQuestion('Tornar Admin');
}

const USERS: [write: Omit<Write, 'path'>, isActive: boolean][] = [
  [
    { call: 'admin.deactivate', told: below('Erro ao desativar'), button: () => findButton('Desativar') },
    true,
  ],
  [{ call: 'admin.promote', told: below('Erro ao promover'), closes: true, button: askToPromote }, true],
  [{ call: 'admin.activate', told: below('Erro ao ativar'), button: () => findButton('Ativar') }, false],
];

afterEach(closeApp);

describe('a button on a failing server sends one request however often it is clicked, and tells the failure', () => {
  it.each(VISITOR)('signing in and registering: $call', (write) =>
    expectOneRequest(new FakeServer(), write, null),
  );

  it('paying', () => {
    const gateway = { modo: 'simulado', cartao_teste: '4111 1111 1111 1111', chave_publica: null };
    const answers = { 'checkout.gateway': () => gateway, 'checkout.openPix': () => null };
    return expectOneRequest(new FakeServer(answers), PAYMENT);
  });

  it.each(SAVING)('saving and deleting products: $call', (write) => expectOneRequest(openShop(), write));

  it.each(MARKETPLACES)('publishing, selling and unpublishing on both marketplaces: $call', (write) =>
    expectOneRequest(openShop(), write),
  );

  it.each(SUPPLIERS)('saving and deleting suppliers: $call', (write) => expectOneRequest(openShop(), write));

  it.each(STEPS)(
    'each of the five steps of an order, which stays where it was: %s',
    async (status, call, label, told) => {
      const server = new FakeServer({ 'orders.list': () => listOf({ ...ORDER, status }) });
      await expectOneRequest(server, { path: '/pedidos', call, told, button: () => findButton(label) });
    },
  );

  it.each(USERS)('deactivating, promoting and activating a user: $0.call', async (write, isActive) => {
    await expectOneRequest(openAdmin(isActive), { path: '/admin', ...write });
    if (!isActive) screen.getByText('Inativo');
  });
});

const HISTORY = [
  { id: 'e1', de: null, para: 'pendente', criado_em: ORDER.criado_em, ator_nome: null, motivo: null },
];

const openOrders = () =>
  new FakeServer({ 'orders.list': () => listOf(ORDER), 'orders.history': () => HISTORY });

it('the history of an order is asked for twice more by itself and again on demand', async () => {
  const server = openOrders();
  server.breakDown((call) => call === 'orders.history');
  openApp('/pedidos');
  await press('Histórico');
  await until(() => screen.getByText('Não foi possível carregar o histórico.'));
  expect(server.count('orders.history')).toBe(3);
  server.breakDown(() => false);
  await press('Tentar novamente');
  await until(() => screen.getByText('Pedido recebido'));
});

describe('a write', () => {
  it('without a network is told in a toast and in a bar, which goes by itself when the network is back', async () => {
    const server = openShop();
    openApp('/fornecedores');
    await press('Editar Central');
    const button = await inDialog('Atualizar');
    server.breakDown(() => true, 'cut');
    fireEvent.click(button);
    await until(() => expect(getToasts()).toEqual(['Erro ao salvar fornecedor']));
    screen.getByText('Sem conexão com o servidor');
    expect(button.isConnected).toBe(true);
    server.breakDown(() => false);
    await until(() => expect(screen.queryByText('Sem conexão com o servidor')).toBeNull());
  });

  it('with a token that is no longer taken leads to the login page, which alone says so, and back again', async () => {
    const server = openOrders();
    server.answers['auth.login'] = () => ({ access_token: 'fresh', user: USER });
    openApp('/pedidos');
    const approve = await findButton('Aprovar Pedido');
    server.breakDown((call) => call === 'orders.approve', 'refused');
    fireEvent.click(approve);
    await until(() => expect(location.pathname).toBe('/login'));
    await until(() => screen.getByText('Sua sessão expirou', { exact: false }));
    expect(getToasts()).toEqual([]);
    expect(localStorage.getItem('token')).toBeNull();
    await fillIn('Email', USER.email);
    await fillIn('Senha', 'segredo-da-marina');
    fireEvent.click(await findButton('Entrar', 'form'));
    await until(() => expect(location.pathname).toBe('/pedidos'));
    await findButton('Aprovar Pedido');
  });
});

import { expect, type Locator, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { holdRequests } from '../page/held-requests';
import { fetchToken, readToken, storeToken } from '../page/session';
import { getToasts } from '../page/toasts';
import { ANY_FAILED_LOAD, test } from '../servers/fixtures';
import { ADMIN } from '../servers/server';
import { breakDown, INTERNAL, isCall, watchCalls } from './broken-server';

// What each of these failures is told as, whatever fails, is tested in apps/web/src/failed-mutations.test.tsx.
test.use({ expectedErrors: ANY_FAILED_LOAD });

/** A button that sends something. */
interface Write {
  path: string;
  /** The procedure, or the end of the path, of the one request it takes. */
  call: string;
  /** What is told when the server fails: the title, or the title and what stands below it. */
  told: string;
  /** Brings the button into sight, with everything filled in. */
  button: (page: Page) => Promise<Locator>;
  /** What shows that it is under way, where the button does not. */
  busy?: (page: Page) => Locator;
  /** The button stands in a question that closes after the answer. */
  closes?: true;
}

const getBusyButtons = (page: Page) => page.getByRole('button').and(page.locator('[aria-busy=true]'));
const below = (title: string) => `${title}${INTERNAL}`;
const inDialog = (page: Page, button: string) =>
  page.getByRole('dialog').getByRole('button', { name: button, exact: true });
const inQuestion = (page: Page, button: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: button });

/** Two clicks and one more while the answer is away send one request; its failure is told, and the screen stays. */
async function expectOneRequest(page: Page, write: Write): Promise<void> {
  await page.goto(write.path);
  const button = await write.button(page);
  const sent = watchCalls(page, write.call);
  const answer = await holdRequests(page, (url) => isCall(url.href, write.call), breakDown);
  await button.dblclick();
  const busy = write.busy?.(page) ?? getBusyButtons(page);
  await expect(busy.first()).toBeVisible();
  await busy.first().click({ force: true });
  await expect(getToasts(page)).toHaveCount(0);
  answer();
  await expect(getToasts(page)).toHaveText([write.told]);
  await expect(busy).toHaveCount(0);
  if (!write.closes) await expect(button).toBeVisible();
  // A dialog takes the heading of the screen out of what is read aloud, not out of what is seen.
  await expect(page.locator('h1').first()).toBeVisible();
  expect(sent).toHaveLength(1);
  await page.unrouteAll();
}

async function expectOneRequestEach(page: Page, writes: Write[]): Promise<void> {
  for (const write of writes) await test.step(write.call, () => expectOneRequest(page, write));
}

const PUBLISHED = 'Caneca Publicada';
const UNPUBLISHED = 'Caneca Nova';

/** Two products for both marketplaces, one of them published on both. */
async function stockProducts(page: Page): Promise<Api> {
  const api = await Api.of(page);
  const id = await api.publishesProduct(PUBLISHED, { preco_venda_amazon: 70 });
  await api.call('POST', `/amazon/publicar/${id}`);
  const { fornecedor_id } = (await api.call('GET', '/produtos'))[0];
  const prices = { preco_fornecedor: 25, preco_venda_ml: 59.9, preco_venda_amazon: 70 };
  await api.call('POST', '/produtos', { fornecedor_id, nome: UNPUBLISHED, estoque: 9, ...prices });
  return api;
}

const SAVING: Write[] = [
  {
    path: '/produtos?novo=1',
    call: 'products.create',
    told: INTERNAL,
    button: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
      await dialog.getByLabel('Fornecedor *', { exact: true }).selectOption({ index: 1 });
      await dialog.getByLabel('Nome do Produto *').fill('Caneca');
      await dialog.getByLabel('Preço Fornecedor *').fill('20');
      await dialog.getByLabel('Preço ML *').fill('50');
      await dialog.getByLabel('Estoque *').fill('9');
      return inDialog(page, 'Criar');
    },
  },
  {
    path: '/produtos',
    call: 'products.edit',
    told: INTERNAL,
    button: async (page) => {
      await page.getByRole('button', { name: `Editar ${PUBLISHED}` }).click();
      return inDialog(page, 'Atualizar');
    },
  },
  {
    path: '/produtos',
    call: 'products.remove',
    told: below('Erro ao deletar produto'),
    closes: true,
    button: async (page) => {
      await page.getByRole('button', { name: `Deletar ${PUBLISHED}` }).click();
      return inQuestion(page, 'Deletar');
    },
  },
  {
    path: '/produtos',
    call: '/importar-csv',
    told: below('Erro ao importar CSV'),
    button: async (page) => {
      await page.getByRole('button', { name: 'Importar CSV' }).click();
      const header = 'fornecedor_id,nome,preco_fornecedor,preco_venda_ml,estoque';
      await page.getByLabel(/Escolher arquivo CSV/).setInputFiles({
        name: 'produtos.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`${header}\nFornecedor de ${PUBLISHED},Copo,1,2,3\n`),
      });
      return inDialog(page, 'Importar 1 produto');
    },
    busy: (page) => page.getByText('Enviando arquivo...'),
  },
];

const onCard = (name: string, channel: string, button: string) => async (page: Page) =>
  page
    .getByRole('region', { name, exact: true })
    .getByRole('group', { name: channel })
    .getByRole('button', { name: button });

const MARKETPLACES: Write[] = [
  {
    path: '/produtos',
    call: 'publication.publish',
    told: below('Erro ao publicar produto'),
    button: onCard(UNPUBLISHED, 'Mercado Livre', 'Publicar no ML'),
  },
  {
    path: '/produtos',
    call: 'publication.publish',
    told: INTERNAL,
    button: onCard(UNPUBLISHED, 'Amazon', 'Publicar na Amazon'),
  },
  ...['Mercado Livre', 'Amazon'].flatMap((channel): Write[] => [
    {
      path: '/produtos',
      call: 'publication.unpublish',
      told: below('Erro ao despublicar produto'),
      button: onCard(PUBLISHED, channel, 'Despublicar'),
    },
    {
      path: '/produtos',
      call: 'publication.simulateSale',
      told: INTERNAL,
      button: onCard(PUBLISHED, channel, 'Simular Venda'),
    },
  ]),
];

const SUPPLIERS: Write[] = [
  {
    path: '/fornecedores?novo=1',
    call: 'suppliers.create',
    told: below('Erro ao salvar fornecedor'),
    button: async (page) => {
      await page.getByLabel('Nome *').fill('Atacado Sul');
      return inDialog(page, 'Criar');
    },
  },
  {
    path: '/fornecedores',
    call: 'suppliers.edit',
    told: below('Erro ao salvar fornecedor'),
    button: async (page) => {
      await page.getByRole('button', { name: 'Editar Central' }).click();
      return inDialog(page, 'Atualizar');
    },
  },
  {
    path: '/fornecedores',
    call: 'suppliers.remove',
    told: below('Erro ao deletar fornecedor'),
    closes: true,
    button: async (page) => {
      await page.getByRole('button', { name: 'Deletar Central' }).click();
      return inQuestion(page, 'Deletar');
    },
  },
];

/** The steps of an order: the action of the API, and the button. */
const STEPS = [
  { action: 'aprovar', call: 'orders.approve', button: 'Aprovar Pedido', told: INTERNAL },
  {
    action: 'enviar-fornecedor',
    call: 'orders.sendToSupplier',
    button: 'Enviar ao Fornecedor',
    told: INTERNAL,
  },
  { action: 'pagar', call: 'orders.pay', button: 'Confirmar Pagamento', told: INTERNAL },
  {
    action: 'enviado-cliente',
    call: 'orders.markShipped',
    button: 'Enviado ao Cliente',
    told: below('Erro ao atualizar status'),
  },
  {
    action: 'entregue',
    call: 'orders.markDelivered',
    button: 'Marcar Entregue',
    told: below('Erro ao atualizar status'),
  },
];

const VISITOR: Write[] = [
  {
    path: '/login',
    call: 'auth.login',
    told: INTERNAL,
    button: async (page) => {
      await page.getByLabel('Email').fill('marina@exemplo.com.br');
      await page.getByLabel('Senha').fill('segredo-da-marina');
      return page.getByRole('button', { name: 'Entrar' });
    },
  },
  {
    path: '/login?aba=registrar',
    call: 'auth.register',
    told: INTERNAL,
    button: async (page) => {
      await page.getByLabel('Nome').fill('Marina');
      await page.getByLabel('Email').fill('marina@exemplo.com.br');
      await page.getByLabel('Senha').fill('segredo-da-marina');
      return page.getByRole('button', { name: 'Criar Conta' });
    },
  },
];

const PAYMENT: Write = {
  path: '/checkout/basico',
  call: 'checkout.pay',
  told: INTERNAL,
  button: async (page) => {
    await page.getByLabel('Nome no Cartão').fill('Marina');
    await page.getByLabel('Número do Cartão').fill('4111111111111111');
    await page.getByLabel('Validade').fill('12/39');
    await page.getByLabel('CVV').fill('123');
    return page.getByRole('button', { name: 'Pagar R$ 119,00' });
  },
};

test.describe('a button on a failing server sends one request however often it is clicked, and tells the failure', () => {
  test('signing in and registering', async ({ page }) => {
    await expectOneRequestEach(page, VISITOR);
  });

  test('paying', async ({ page, seller: _ }) => {
    await expectOneRequest(page, PAYMENT);
  });

  for (const [what, writes] of [
    ['saving, deleting and importing products', SAVING],
    ['publishing, selling and unpublishing on both marketplaces', MARKETPLACES],
  ] as const) {
    test(`${what}, and nothing has changed`, async ({ page, seller: _ }) => {
      const api = await stockProducts(page);
      const before = await api.call('GET', '/produtos');
      await expectOneRequestEach(page, writes);
      expect(await api.call('GET', '/produtos')).toEqual(before);
    });
  }

  test('saving and deleting suppliers, and nothing has changed', async ({ page, seller: _ }) => {
    const api = await Api.of(page);
    await api.call('POST', '/fornecedores', { nome: 'Central' });
    const before = await api.call('GET', '/fornecedores');
    await expectOneRequestEach(page, SUPPLIERS);
    expect(await api.call('GET', '/fornecedores')).toEqual(before);
  });

  test('each of the five steps of an order, which stays where it was', async ({ page, seller: _ }) => {
    const api = await Api.of(page);
    const product = await api.publishesProduct('Caneca');
    for (const _step of STEPS) await api.sells(product);
    const orders: { id: string }[] = await api.call('GET', '/pedidos');
    for (const [taken, { id }] of orders.entries()) {
      for (const { action } of STEPS.slice(0, taken)) await api.call('POST', `/pedidos/${id}/${action}`);
    }
    const before = await api.call('GET', '/pedidos');
    await page.setViewportSize({ width: 1280, height: 1600 });
    for (const { call, told, button } of STEPS) {
      const getButton = async () => page.getByRole('button', { name: button, exact: true });
      await test.step(call, () =>
        expectOneRequest(page, { path: '/pedidos', call, told, button: getButton }),
      );
    }
    expect(await api.call('GET', '/pedidos')).toEqual(before);
  });

  test('deactivating, promoting and activating a user', async ({ page, seller }) => {
    const path = `/admin?busca=${encodeURIComponent(seller.email)}`;
    const row = page.getByRole('listitem').filter({ hasText: seller.email });
    const getInRow = (name: string) => async () => row.getByRole('button', { name, exact: true });
    const askToDeactivate = async () => {
      await row.getByRole('button', { name: 'Desativar' }).click();
      await page.getByRole('dialog').getByLabel('Motivo').fill('Conta invadida');
      return inDialog(page, 'Desativar');
    };
    await storeToken(page, await fetchToken(page, ADMIN));
    await expectOneRequestEach(page, [
      {
        path,
        call: 'admin.deactivate',
        told: below('Erro ao desativar'),
        button: askToDeactivate,
      },
      {
        path,
        call: 'admin.promote',
        told: below('Erro ao promover'),
        closes: true,
        button: async () => {
          await row.getByRole('button', { name: 'Tornar Admin' }).click();
          return inQuestion(page, 'Tornar Admin');
        },
      },
    ]);
    await page.goto(path);
    await (await askToDeactivate()).click();
    await expect(row.getByText('Inativo')).toBeVisible();
    const activation = {
      path,
      call: 'admin.activate',
      told: below('Erro ao ativar'),
      button: getInRow('Ativar'),
    };
    await expectOneRequest(page, activation);
    await expect(row.getByText('Inativo')).toBeVisible();
  });

  test('the history of an order, which is asked for twice more by itself and again on demand', async ({
    page,
    seller,
  }) => {
    const api = await Api.of(page);
    await api.sells(await api.publishesProduct('Caneca'));
    const sent = watchCalls(page, 'orders.history');
    await page.route('**/trpc/orders.history*', breakDown);
    await seller.opens('Pedidos');
    const card = page.getByRole('region', { name: /^Pedido \d/ });
    await card.getByRole('button', { name: 'Histórico' }).dblclick();
    await expect(card.getByText('Não foi possível carregar o histórico.')).toBeVisible();
    expect(sent).toHaveLength(3);
    await page.unroute('**/trpc/orders.history*');
    await card.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(card.getByText('Pedido recebido')).toBeVisible();
  });

  test('unpublishing several products at once, each of them sent once', async ({ page, seller: _ }) => {
    await stockProducts(page);
    await page.goto('/produtos');
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
    const bar = page.getByRole('region', { name: 'Ações em lote' });
    const dialog = page.getByRole('dialog', { name: 'Despublicar do ML' });
    const sent = watchCalls(page, 'publication.unpublish');

    await page.route('**/trpc/*publication.unpublish*', breakDown);
    await bar.getByRole('button', { name: 'Despublicar do ML' }).dblclick();
    await expect(dialog.getByText('0 despublicados, 2 com erro')).toBeVisible();
    await expect(dialog.getByText(INTERNAL)).toHaveCount(2);
    expect(sent).toHaveLength(2);
    await page.unroute('**/trpc/*publication.unpublish*');
    await dialog.getByRole('button', { name: 'Concluir' }).click();

    await page.context().setOffline(true);
    await bar.getByRole('button', { name: 'Despublicar do ML' }).click();
    await expect(dialog.getByText('0 despublicados, 2 com erro')).toBeVisible();
    await expect(dialog.getByText('Erro ao despublicar produto')).toHaveCount(2);
    expect(sent).toHaveLength(4);
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await expect(page.getByText('Sem conexão com o servidor')).toHaveCount(0);

    await refuseToken(page, 'publication.unpublish');
    await bar.getByRole('button', { name: 'Despublicar do ML' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Sua sessão expirou')).toBeVisible();
  });
});

/** The server takes the token no longer from this call on. */
async function refuseToken(page: Page, call: string): Promise<void> {
  await page.route(
    (url) => isCall(url.href, call),
    (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer expirado' } }),
  );
}

test.describe('a write', () => {
  test('without a network is told in a toast and in a bar, which goes by itself when the network is back', async ({
    page,
    seller: _,
  }) => {
    await (await Api.of(page)).call('POST', '/fornecedores', { nome: 'Central' });
    await page.goto('/fornecedores');
    await page.getByRole('button', { name: 'Editar Central' }).click();
    // The dialog's code arrives when it is first opened.
    await expect(inDialog(page, 'Atualizar')).toBeVisible();
    await page.context().setOffline(true);
    await inDialog(page, 'Atualizar').click();
    await expect(getToasts(page)).toHaveText(['Erro ao salvar fornecedor']);
    await expect(page.getByText('Sem conexão com o servidor')).toBeVisible();
    await expect(inDialog(page, 'Atualizar')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText('Sem conexão com o servidor')).toHaveCount(0);
  });

  test('with a token that is no longer taken leads to the login page, which alone says so, and back again', async ({
    page,
    seller,
  }) => {
    const api = await Api.of(page);
    await api.sells(await api.publishesProduct('Caneca'));
    await page.goto('/pedidos');
    await refuseToken(page, 'orders.approve');
    await page.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Sua sessão expirou')).toBeVisible();
    await expect(getToasts(page)).toHaveCount(0);
    expect(await readToken(page)).toBeNull();
    await seller.signIn();
    await expect(page).toHaveURL('/pedidos');
    await expect(page.getByRole('button', { name: 'Aprovar Pedido' })).toBeVisible();
  });
});

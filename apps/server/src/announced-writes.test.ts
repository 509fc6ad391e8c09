import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { teamInvitations } from '@esteira/db/schema/accounts/team';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteRefusedAccount } from './features/connections/refused-account';
import { CHANGE_LOGS } from './features/live/service';
import { receiveOrder } from './features/orders/intake/intake';
import { eraseOldBuyers } from './features/orders/retention/erase-buyers';
import { insertOrder } from './features/orders/testing/insert-order';
import { changeAll, listProducts, undoChange } from './features/products/changes/testing/change-calls';
import { toInvitationDigest } from './features/team/invitation-token';
import { connectAccount } from './testing/accounts/accounts';
import { csvUpload } from './testing/files/csv-upload';
import { listForReal, makeProduct, makeUser, type TestUser, unique } from './testing/makers';
import { externalOrder } from './testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from './testing/server';
import { collectShownWrites } from './testing/watching/announced-writes';

let server: TestServer;
let writes: Awaited<ReturnType<typeof collectShownWrites>>;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  writes = await collectShownWrites(server.db);
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

/** Does what writes to this table for the user, and refuses it where not every transaction was announced. */
async function expectAnnounced(table: string, work: () => Promise<unknown>): Promise<void> {
  await writes.take();
  await work();
  const { written, unannounced } = await writes.take();
  expect(written.find(({ usuario_id }) => usuario_id === user.id)?.tabelas.split(', ')).toContain(table);
  expect(unannounced).toEqual([]);
}

async function post(path: string, body: object): Promise<void> {
  const answer = await server.call('POST', path, { token: user.token, body });
  expect(answer.status, answer.text).toBe(200);
}

async function importRows(rows: string[], query = ''): Promise<void> {
  const head = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';
  const upload = csvUpload([head, ...rows].join('\r\n'));
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/produtos/importar-csv${query}`,
    headers: { authorization: `Bearer ${user.token}`, ...upload.headers },
    payload: upload.body,
  });
  expect(answer.json()).toMatchObject({ erros: [] });
}

/** What the table of access and the whole ways through the marketplaces do not write. */
describe('every transaction that writes what live screens show is announced', () => {
  it('of an import, and of one that updates', async () => {
    const { fornecedor_id } = await makeProduct(server, user);
    const sku = unique('SKU');
    const row = (stock: number) => [`${fornecedor_id};Item;${sku};1,00;2,00;${stock}`];
    await expectAnnounced('movimentos_estoque', () => importRows(row(3)));
    await expectAnnounced('movimentos_estoque', () => importRows(row(5), '?atualizar=1'));
  });

  it('of a change of many products, and of its way back', async () => {
    const { id } = await makeProduct(server, user);
    const products = await listProducts(server, user);
    expect(products).toMatchObject([{ id }]);
    let set = '';
    await expectAnnounced('movimentos_estoque', async () => {
      set = await changeAll(server, user, { campo: 'estoque', products, depois: 7 });
    });
    await expectAnnounced('movimentos_estoque', () => undoChange(server, user, set));
  });

  it('of a step that is taken back', async () => {
    const id = await insertOrder(server, user);
    await post(`/api/pedidos/${id}/aprovar`, {});
    await expectAnnounced('eventos_pedido', () => post('/trpc/orders.undo', { id, status: 'aprovado' }));
  });

  it('of an order of several items that comes cancelled', async () => {
    const { id } = await makeProduct(server, user);
    const listing = await listForReal(server, user, { id, marketplace: 'amazon' });
    const order = externalOrder('amazon', { listing, situacao: 'cancelado' });
    const itens = order.itens.flatMap((item) => [item, { ...item, id_externo: 'unknown' }]);
    await expectAnnounced('eventos_pedido', () => receiveOrder(server.db, user.id, { ...order, itens }));
  });

  it('of examples that are taken away', async () => {
    await post('/trpc/examples.fill', {});
    await expectAnnounced('exemplos', () => post('/trpc/examples.erase', {}));
  });

  it('of parcels whose buyers are forgotten', async () => {
    const at = new Date(Date.now() - 90 * 24 * 60 * 60_000).toISOString();
    const pedido_id = await insertOrder(server, user, {
      status: 'entregue',
      criado_em: at,
      atualizado_em: at,
    });
    await server.db.insert(orderShipping).values({
      ...{ usuario_id: user.id, pedido_id, situacao: 'entregue', motivo: 'Recebido' },
      ...{ precisa_nota: false, tem_etiqueta: true, pode_marcar_enviado: false, mudou_em: at, lido_em: at },
    });
    await expectAnnounced('envios_pedido', () => eraseOldBuyers(server.deps, 30));
  });

  it('of an account that the marketplace refuses', async () => {
    const account = { usuarioId: user.id, marketplace: 'amazon' } as const;
    await connectAccount(server, user, { marketplace: 'amazon', conectado_em: new Date(0).toISOString() });
    const refusal = { since: new Date(), motivo: 'A autorização expirou.' };
    await expectAnnounced('conexoes', () => noteRefusedAccount(server.db, account, refusal));
  });

  it('of somebody who enters a team', async () => {
    const owner = await makeUser(server);
    const { email } = (await server.call('GET', '/api/auth/me', { token: user.token })).body;
    const token = unique('convite');
    await server.db.insert(teamInvitations).values({
      ...{ usuario_id: owner.id, email, papel: 'leitura', resumo: toInvitationDigest(token) },
      ...{ criado_em: new Date().toISOString(), expira_em: new Date(Date.now() + 60_000).toISOString() },
    });
    await expectAnnounced('avisos_lidos', () => post('/trpc/team.join', { token }));
  });
});

/** Writes of these tables, and calls of the pieces of SQL that write them. */
const WRITES = [
  ...CHANGE_LOGS.map(({ table }) => `(INSERT INTO|UPDATE) ${table}\\b`),
  String.raw`\.(insert|update)\((listings|orderShipping|connections|orderNotes|readNotices)\)`,
  String.raw`\binsert(Events|Movements)\(`,
].join('|');

/** Whose writes screens do not show, or whose callers announce them. */
const EXEMPT: Record<string, string> = {
  'orders/polling/poll-job.ts': 'how far orders were read',
  'orders/polling/poll-relay.ts': 'when orders are read next',
  'costs/charges/charge-relay.ts': 'when charges are read next',
  'orders/shipping/confirmation.ts': 'what a marketplace was told',
  'stock-sync/reconcile-relay.ts': 'when stock was compared',
  'webhooks/inbox.ts': 'when orders are read next',
  'connections/accounts.ts': 'what an account may do',
  'products/stock-ledger.ts': 'a piece of SQL, and who runs it announces',
};

it('every file that writes what live screens read announces it, or says here why not', () => {
  const folder = fileURLToPath(new URL('features', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/'))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
    .filter(({ text }) => new RegExp(WRITES).test(text));
  expect(files.length).toBeGreaterThan(20);
  const silent = files.filter(({ text }) => !text.includes('noteChange('));
  expect(silent.map(({ file }) => file).sort()).toEqual(Object.keys(EXEMPT).sort());
});

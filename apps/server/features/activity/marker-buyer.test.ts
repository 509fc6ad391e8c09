import { activities } from '@esteira/db/schema/accounts/activities';
import { buyersRead } from '@esteira/db/schema/accounts/buyers-read';
import { labels } from '@esteira/db/schema/orders/labels';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { collectLog } from '../../testing/watching/card-traces';
import { insertOrder } from '../orders/testing/insert-order';
import { noteBuyersRead } from './unusual-reading';

const log = collectLog('trace');
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ app: { logger: log.logger } });
});
afterAll(() => server.close());

it('a buyer who goes through list, page, search, export and label is in no record and in no line of the log', async () => {
  const seller = await makeUser(server);
  const buyer = { cliente_nome: 'Zulmira Marcada', cliente_endereco: 'Rua Xingu Marcado, 77' };
  const fields = { status: 'enviado_fornecedor', tem_etiqueta: true, ...buyer } as const;
  const id = await insertOrder(server, seller, fields);
  const conteudo = Buffer.from('%PDF-1.4 Zulmira Marcada');
  await server.db
    .insert(labels)
    .values({ usuario_id: seller.id, pedido_id: id, tipo: 'application/pdf', conteudo });
  const { token } = seller;
  const order = await server.call('GET', `/api/pedidos/${id}`, { token });
  const calls = [
    ['GET', '/api/pedidos', undefined],
    ['GET', '/api/pedidos?busca=zulmira+marcada', undefined],
    ['GET', '/api/exportar/pedidos.csv?busca=zulmira+marcada', undefined],
    ['POST', '/api/pedidos/etiquetas', { ids: [id] }],
    ['GET', order.body.etiqueta_ml_url.replace('http://localhost:3000', ''), undefined],
  ] as const;
  for (const [method, url, body] of calls) {
    expect((await server.call(method, url, { token, ...(body && { body }) })).status).toBe(200);
  }
  expect(order.body).toMatchObject(buyer);
  await noteBuyersRead(server.deps);
  const rows = await server.db.select().from(activities);
  expect(rows).toMatchObject([
    { ato: 'entrada' },
    { ato: 'exportacao', alvo: 'pedidos', quantidade: 1, com_busca: true },
    { ato: 'etiquetas', quantidade: 1 },
  ]);
  const readings = await server.db.select().from(buyersRead);
  expect(readings).toMatchObject([{ autor_id: seller.id, pedidos: 5 }]);
  expect(JSON.stringify([rows, readings]) + log.read()).not.toMatch(/zulmira|marcad|xingu/i);
});

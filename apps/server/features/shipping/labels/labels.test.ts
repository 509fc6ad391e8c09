import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { newId } from '@esteira/db/schema/columns';
import { labels } from '@esteira/db/schema/orders/labels';
import { orderEvents } from '@esteira/db/schema/orders/order-events';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { openResponse } from '../../../testing/open-response';
import { createTestServer, type TestServer } from '../../../testing/server';
import { countLongestHold } from '../../../testing/watching/count-steps';
import { insertOrder, type NewOrder } from '../../orders/testing/insert-order';
import { takeStep } from '../../orders/testing/take-step';
import { A4 } from './label-sheets';
import { PdfStream } from './pdf-stream';

let server: TestServer;
let elapsedMs = 0;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date(Date.now() + elapsedMs) } });
});
afterAll(() => server.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

/** A label as wide as told, so that it is known again in a document. */
async function pdfOf(...widths: number[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const width of widths) {
    const page = document.addPage([width, 400]);
    page.drawText(`largura ${width}`, { x: 10, y: 200, size: 10 });
  }
  return document.save();
}

/** A label of at least so many bytes. */
async function pdfOfBytes(size: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  const content = document.context.stream(`% ${'x'.repeat(size)}\n`);
  page.node.addContentStream(document.context.register(content));
  return document.save();
}

interface NewLabel extends NewOrder {
  tipo?: string;
  conteudo?: Uint8Array;
}

async function insertLabelled(user: TestUser, { tipo = 'application/pdf', conteudo, ...fields }: NewLabel) {
  const id = await insertOrder(server, user, { status: 'enviado_fornecedor', tem_etiqueta: true, ...fields });
  const bytes = conteudo ?? (await pdfOf(300));
  await server.db.insert(labels).values({ usuario_id: user.id, pedido_id: id, tipo, conteudo: bytes });
  return id;
}

const print = (user: TestUser, ids: readonly string[], more = '') =>
  server.app.inject({
    method: 'GET',
    url: `/api/pedidos/etiquetas.pdf?ids=${ids.join(',')}${more}`,
    headers: { authorization: `Bearer ${user.token}` },
  });

async function pagesOf(answer: Awaited<ReturnType<typeof print>>) {
  expect(answer.statusCode, answer.statusCode === 200 ? '' : answer.body).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  const document = await PDFDocument.load(answer.rawPayload, { throwOnInvalidObject: true });
  return document.getPages();
}

const widthsOf = async (answer: Awaited<ReturnType<typeof print>>) =>
  (await pagesOf(answer)).map((page) => page.getWidth());

const readLabels = async (user: TestUser, ids: readonly string[]) =>
  (await server.call('POST', '/api/pedidos/etiquetas', { token: user.token, body: { ids } })).body;

const printedAt = async (id: string) =>
  (await server.db.select().from(orders).where(eq(orders.id, id)))[0]?.etiqueta_impressa_em ?? null;

describe('the document', () => {
  it('has one page per label, by supplier and then by SKU, in sizes as they are', async () => {
    const user = await makeUser(server);
    const label = async (fornecedor_nome: string, produto_sku: string | null, width: number) =>
      insertLabelled(user, { fornecedor_nome, produto_sku, conteudo: await pdfOf(width) });
    const ids = [
      await label('Zebra', 'A-1', 340),
      await label('Ábaco', 'B-2', 320),
      await label('abaco', null, 330),
      await label('Ábaco', 'a-1', 310),
    ];
    const answer = await print(user, ids);
    expect(await widthsOf(answer)).toEqual([310, 320, 330, 340]);
    expect((await pagesOf(answer))[0]?.getHeight()).toBe(400);
    expect(answer.headers).toMatchObject({ 'x-etiquetas-prontas': '4', 'x-etiquetas-faltando': '0' });
  });

  it('keeps all pages of a label, and draws a picture on the paper of a label printer', async () => {
    const user = await makeUser(server);
    const ids = [
      await insertLabelled(user, { produto_sku: 'A', conteudo: await pdfOf(310, 320) }),
      await insertLabelled(user, { produto_sku: 'B', tipo: 'image/png', conteudo: PNG }),
    ];
    const widths = await widthsOf(await print(user, ids));
    expect(widths.map(Math.round)).toEqual([310, 320, 283]);
  });

  it.each([
    [1, 1],
    [4, 1],
    [5, 2],
    [9, 3],
  ])('of %i labels with four on a sheet has %i pages of A4', async (count, sheets) => {
    const user = await makeUser(server);
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await insertLabelled(user, {}));
    const pages = await pagesOf(await print(user, ids, '&por_pagina=4'));
    expect(pages.map((page) => [page.getWidth(), page.getHeight()])).toEqual(Array(sheets).fill(A4));
    const drawn = pages.map(
      (page) => page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).keys().length,
    );
    expect(drawn.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBe(count);
  });

  it('has the label of a shared parcel once, and counts it as printed for all of its orders', async () => {
    const user = await makeUser(server);
    const ids = [await insertLabelled(user, {}), await insertLabelled(user, {})];
    for (const pedido_id of ids) {
      await server.db.insert(orderShipping).values({
        ...{ usuario_id: user.id, pedido_id, envio_id: '43000000001', situacao: 'etiqueta_pronta' },
        ...{ precisa_nota: false, tem_etiqueta: true, pode_marcar_enviado: false },
        mudou_em: new Date().toISOString(),
      });
    }
    expect(await widthsOf(await print(user, ids))).toEqual([300]);
    for (const id of ids) expect(await printedAt(id)).not.toBeNull();
  });

  it('holds the simulated label as the order has it', async () => {
    const user = await makeUser(server, { nome_loja: 'Loja do Rio' });
    const product = await makeProduct(server, user);
    await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
    await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
    const [{ id }] = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
    for (const action of ['approve', 'sendToSupplier'] as const) await takeStep(server, { user, id, action });
    const [page] = await pagesOf(await print(user, [id]));
    expect(
      [page?.getWidth(), page?.getHeight()].map((points) => Math.round(((points ?? 0) / 72) * 25.4)),
    ).toEqual([100, 150]);
    const [label] = await server.db.select().from(labels).where(eq(labels.pedido_id, id));
    expect(Buffer.from(label?.conteudo ?? []).toString()).toContain('"Vendido por Loja do Rio"');
  });

  it('is made of 500 labels, none of which is lost', async () => {
    const user = await makeUser(server);
    const ids: string[] = [];
    for (let index = 0; index < 500; index += 1) {
      ids.push(await insertLabelled(user, { produto_sku: String(index).padStart(3, '0') }));
    }
    expect(await widthsOf(await print(user, ids))).toHaveLength(500);
  }, 60_000);
});

it('others have their turn between reading a label and writing its page', async () => {
  const user = await makeUser(server);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await insertLabelled(user, {}));
  const { load } = PDFDocument;
  const { append } = PdfStream.prototype;
  const held = await countLongestHold(async (count) => {
    const read = vi.spyOn(PDFDocument, 'load').mockImplementation((...input) => {
      count();
      return load.apply(PDFDocument, input);
    });
    const written = vi.spyOn(PdfStream.prototype, 'append').mockImplementation(function (
      this: PdfStream,
      pages,
    ) {
      count();
      return append.call(this, pages);
    });
    await print(user, ids);
    expect([read.mock.calls.length, written.mock.calls.length]).toEqual([5, 5]);
    vi.restoreAllMocks();
  });
  expect(held).toBe(1);
});

describe('orders without a label', () => {
  it('are named with the reason, before anything is printed and on the last page', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const ready = await insertLabelled(user, {});
    const sent = {
      pending: await insertOrder(server, user, { ml_order_id: '20001', produto_sku: 'A' }),
      cancelled: await insertLabelled(user, { ml_order_id: '20002', produto_sku: 'B', status: 'cancelado' }),
      text: await insertLabelled(user, { ml_order_id: '20003', produto_sku: 'C', tipo: 'text/zpl' }),
      foreign: await insertLabelled(other, {}),
      unknown: newId(),
    };
    const ids = [ready, ...Object.values(sent), 'x'];
    const { prontas, faltando } = await readLabels(user, [...ids, ready]);
    expect(prontas.map(({ id }: { id: string }) => id)).toEqual([ready]);
    expect(faltando).toEqual([
      { id: sent.pending, ml_order_id: '20001', motivo: 'O pedido ainda não foi enviado ao fornecedor' },
      { id: sent.cancelled, ml_order_id: '20002', motivo: 'O pedido foi cancelado' },
      { id: sent.text, ml_order_id: '20003', motivo: 'A etiqueta é text/zpl: abra-a pelo pedido' },
      ...[sent.foreign, sent.unknown, 'x'].map((id) => ({
        id,
        ml_order_id: null,
        motivo: 'Pedido não encontrado',
      })),
    ]);
    expect(await printedAt(ready)).toBeNull();
    expect((await widthsOf(await print(user, ids))).map(Math.round)).toEqual([300, 283]);
    expect(await printedAt(ready)).not.toBeNull();
    for (const id of [sent.cancelled, sent.text, sent.foreign]) expect(await printedAt(id)).toBeNull();
  });

  it('a block of the marketplace keeps the label back', async () => {
    const user = await makeUser(server);
    const id = await insertLabelled(user, {});
    await server.db.insert(orderShipping).values({
      ...{ usuario_id: user.id, pedido_id: id, situacao: 'etiqueta_pronta', bloqueio: 'Não envie.' },
      ...{ precisa_nota: false, tem_etiqueta: true, pode_marcar_enviado: false },
      mudou_em: new Date().toISOString(),
    });
    expect((await readLabels(user, [id])).faltando).toMatchObject([{ id, motivo: 'Não envie.' }]);
  });

  it('a file that cannot be read is named and leaves out no other', async () => {
    const user = await makeUser(server);
    const broken = await insertLabelled(user, {
      produto_sku: 'A',
      conteudo: Buffer.from('%PDF-1.4 nothing'),
    });
    const whole = await insertLabelled(user, { produto_sku: 'B' });
    for (const layout of ['', '&por_pagina=4']) {
      const pages = await pagesOf(await print(user, [broken, whole], layout));
      expect(pages).toHaveLength(2);
    }
    expect([await printedAt(broken), await printedAt(whole)]).toEqual([null, expect.any(String)]);
  });

  it('alone are no document', async () => {
    const user = await makeUser(server);
    const answer = await print(user, [await insertOrder(server, user)]);
    expect([answer.statusCode, answer.json().detail]).toEqual([
      409,
      'Nenhum destes pedidos tem etiqueta para imprimir',
    ]);
  });
});

describe('what was printed', () => {
  it('keeps the moment when it was printed first, and leaves the list of what is to be printed', async () => {
    const user = await makeUser(server);
    const id = await insertLabelled(user, {});
    const toPrint = async () =>
      (await server.call('GET', '/api/pedidos?etiqueta_nao_impressa=true', { token: user.token })).body
        .length;
    expect(await toPrint()).toBe(1);
    await Promise.all([print(user, [id]), print(user, [id])]);
    const first = await printedAt(id);
    expect(first).not.toBeNull();
    expect(await toPrint()).toBe(0);
    expect(await widthsOf(await print(user, [id]))).toEqual([300]);
    expect(await printedAt(id)).toBe(first);
    const [label] = await server.db.select().from(labels).where(eq(labels.pedido_id, id));
    expect(label?.mudanca_id).not.toBeNull();
  });

  it('is forgotten with a label that goes back with its step', async () => {
    const user = await makeUser(server);
    const despachar_ate = new Date().toISOString();
    const single = await insertLabelled(user, { despachar_ate });
    const bulk = await insertLabelled(user, { despachar_ate });
    await server.db.insert(orderEvents).values(
      [single, bulk].map((pedido_id) => ({
        ...{ usuario_id: user.id, pedido_id, ator_id: user.id },
        ...{ de: 'aprovado' as const, para: 'enviado_fornecedor' as const },
      })),
    );
    await print(user, [single, bulk]);
    const body = { id: single, status: 'enviado_fornecedor' };
    expect((await server.call('POST', '/trpc/orders.undo', { token: user.token, body })).status).toBe(200);
    const many = { acao: 'enviar-fornecedor', ids: [bulk] };
    await server.call('POST', '/trpc/orders.undoBulk', { token: user.token, body: many });
    expect([await printedAt(single), await printedAt(bulk)]).toEqual([null, null]);
  });

  it('is a single label too, once it is opened', async () => {
    const user = await makeUser(server);
    const id = await insertLabelled(user, {});
    const [{ etiqueta_ml_url }] = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
    const url = new URL(etiqueta_ml_url);
    await server.app.inject({ method: 'HEAD', url: url.pathname + url.search });
    expect(await printedAt(id)).toBeNull();
    await server.call('GET', url.pathname + url.search);
    expect(await printedAt(id)).not.toBeNull();
  });
});

describe('the form of a tab', () => {
  async function ticketOf(user: TestUser, id: string) {
    return (await readLabels(user, [id])).impressao as Record<string, string>;
  }
  const submit = (fields: Record<string, string>, accept = 'text/html') =>
    server.app.inject({
      method: 'POST',
      url: '/api/etiquetas.pdf',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
      payload: new URLSearchParams(fields).toString(),
    });

  it('opens the document without a session, for ten minutes', async () => {
    const user = await makeUser(server);
    const ticket = await ticketOf(user, await insertLabelled(user, {}));
    expect(await widthsOf(await submit({ ...ticket, por_pagina: '4' }))).toEqual([A4[0]]);
    elapsedMs = 10 * 60_000 + 1000;
    const late = await submit(ticket);
    elapsedMs = 0;
    expect([late.statusCode, late.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(late.body).toContain('O prazo para abrir estas etiquetas terminou. Imprima-as de novo.');
  });

  it('opens nothing else: no other orders, no other seller, no later', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const ticket = await ticketOf(user, await insertLabelled(user, {}));
    const foreign = await insertLabelled(other, {});
    const tampered = [
      { ids: foreign },
      { ids: `${ticket['ids']},${foreign}` },
      { usuario: other.id },
      { expira: String(Date.now() + 86_400_000) },
      { assinatura: '' },
    ];
    for (const change of tampered) {
      const answer = await submit(Object.assign({}, ticket, change), '*/*');
      expect([answer.statusCode, answer.json().detail]).toEqual([403, expect.stringContaining('prazo')]);
    }
  });
});

it.each([
  ['', 422, 'Pedidos: deve ter no mínimo 1 item'],
  [Array(501).fill('a').join(','), 422, 'Pedidos: deve ter no máximo 500 itens'],
  ['a&por_pagina=3', 422, 'Etiquetas por página: deve ser 1 ou 4'],
])('ids=%.10s is refused', async (ids, status, detail) => {
  const user = await makeUser(server);
  const answer = await print(user, [ids]);
  expect([answer.statusCode, answer.json().detail]).toEqual([status, expect.stringContaining(detail)]);
});

it('a third document at once is refused, and a slot comes back with the end of one', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const conteudo = await pdfOfBytes(200_000);
  const id = await insertLabelled(user, { conteudo });
  const open = (seller: TestUser, order: string) =>
    openResponse(server, seller, `/api/pedidos/etiquetas.pdf?ids=${order}`);
  const [first, second] = [await open(user, id), await open(user, id)];
  expect([first.status, second.status]).toEqual([200, 200]);
  const refused = await print(user, [id]);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
  expect((await print(other, [await insertLabelled(other, {})])).statusCode).toBe(200);
  await first.finish();
  expect((await print(user, [id])).statusCode).toBe(200);
  await second.finish();
});

it('needs a session', async () => {
  expect((await server.call('GET', '/api/pedidos/etiquetas.pdf?ids=a')).status).toBe(401);
});

it('takes an address with 500 ids over a real connection', async () => {
  const user = await makeUser(server);
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const ids = Array.from({ length: 500 }, () => newId()).join(',');
  const answer = await fetch(`${address}/api/pedidos/etiquetas.pdf?ids=${ids}`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(answer.status).toBe(409);
});

import { afterEach, describe, expect, it } from 'vitest';
import { HANDLED_OPERATIONS } from '../../testing/amazon/dispatch';
import { modelOperations } from '../../testing/amazon/models';
import type { FakeAmazon } from '../../testing/amazon/server';
import { makeProduct, openTestHarness } from '../../testing/amazon/test-harness';
import { readOrder } from '../../testing/readings';
import { at, listAt } from '../http/json';
import { toStoreName } from './auth';
import { OPERATIONS, type OperationName } from './client';
import { toIssues } from './errors';
import { toFees } from './fees/quote-fees';
import { matchCatalog } from './listing/catalogue';
import { toListingState } from './listing/listings';
import { toRestrictions } from './listing/publish';
import { toCharges } from './orders/charges';
import { toChangedOrders } from './orders/orders';
import { toExternalOrder } from './orders/parse-order';
import { toInvoiceResult } from './shipping/invoice';
import { parseSchedule } from './shipping/label';
import { toShippingState } from './shipping/parcel';

const US = 'ATVPDKIKX0DER';
const NOW = new Date('2026-11-21T15:00:00Z');

/** How the adapter reads the answer of each operation; null where it reads none. */
const READERS: Record<OperationName, ((body: unknown) => unknown) | null> = {
  confirmShipment: null,
  submitInvoice: null,
  createScheduledPackageBulk: (body) => parseSchedule(body, '903-1713775-3598252'),
  deleteListingsItem: (body) => toIssues(body, US),
  getInvoiceStatus: (body) => toInvoiceResult(body, null),
  getListingsItem: (body) => toListingState(body, { sku: 'GM-ZDPI-9B4E', marketplaceId: US }),
  getListingsRestrictions: (body) => toRestrictions(body, 'used_acceptable'),
  getMarketplaceParticipations: (body) => toStoreName(body, US),
  getMyFeesEstimateForASIN: (body) => toFees(body),
  getMyFeesEstimateForSKU: (body) => toFees(body),
  getOrder: (body) => [toExternalOrder(at(body, 'order')), toShippingState(at(body, 'order'), NOW)],
  listTransactions: (body) => toCharges(listAt(body, 'payload', 'transactions')),
  patchListingsItem: (body) => toIssues(body, US),
  putListingsItem: (body) => toIssues(body, US),
  searchCatalogItems: (body) => matchCatalog(body, { marketplaceId: US, produto: makeProduct(1) }),
  searchListingsItems: null,
  searchOrders: (body) => [
    toChangedOrders(body, new Date(0)),
    ...listAt(body, 'orders').map(toExternalOrder),
  ],
};

const getOperation = (id: string) => modelOperations().find((known) => known.id === id);

describe('the official sandbox examples', () => {
  it('are there for every operation that is used, and the fake keeps state for each', () => {
    expect([...HANDLED_OPERATIONS].sort()).toEqual(Object.keys(OPERATIONS).sort());
  });

  it.each(Object.keys(OPERATIONS) as OperationName[])('%s: every answer of success is read', (id) => {
    const examples = getOperation(id)?.sandbox.filter(({ status }) => status < 300) ?? [];
    expect(examples.length).toBeGreaterThan(0);
    for (const { response } of examples) expect(() => READERS[id]?.(response)).not.toThrow();
  });

  it.each(Object.entries(OPERATIONS))('%s has the method and path of its model', (id, { method, path }) => {
    const model = getOperation(id);
    expect(model?.method).toBe(method);
    expect(path.replace(/\{\w+\}/g, 'x')).toMatch(model?.pattern ?? /^never$/);
  });

  it('reads the Brazilian order: address, price and label window', () => {
    const examples = getOperation('getOrder')?.sandbox ?? [];
    const order = examples
      .map(({ response }) => at(response, 'order'))
      .find((found) => at(found, 'orderId') === BRAZILIAN);
    expect(toExternalOrder(order)).toEqual({
      marketplace: 'amazon',
      ml_order_id: BRAZILIAN,
      situacao: 'pago',
      itens: [
        {
          id_externo: 'ECHO-DOT-4-BR-PRETO',
          sku: 'ECHO-DOT-4-BR-PRETO',
          titulo: 'Echo Dot (4ª Geração) | Smart Speaker com Alexa | Cor Preta',
          quantidade: 1,
          preco_unitario_centavos: 29_990,
        },
      ],
      cliente_nome: 'Maria Silva Santos',
      cliente_endereco: 'Rua das Flores, 123, Apartamento 45, Vila Madalena, São Paulo - SP, CEP 01234-567',
      motivo_bloqueio: null,
      enviado_pelo_marketplace: false,
      pacote_id: null,
      criado_em: new Date('2024-12-24T20:30:00Z'),
      atualizado_em: new Date('2024-12-25T08:15:00Z'),
    });
  });

  it('reads the listing with errors that sells all the same as live', () => {
    const response = getOperation('getListingsItem')?.sandbox[0]?.response;
    expect(toListingState(response, { sku: 'GM-ZDPI-9B4E', marketplaceId: US })).toMatchObject({
      status: 'live',
      preco_centavos: 10_000,
      estoque: 100,
      motivos: [],
    });
    expect(toListingState(response, { sku: 'GM-ZDPI-9B4E', marketplaceId: 'A2EUQ1WTGCTBG2' })).toMatchObject({
      status: 'rejected',
      preco_centavos: 13_000,
    });
  });
});

const BRAZILIAN = '171-9876543-2109876';

describe('the adapter on the static sandbox', () => {
  let fake: FakeAmazon | undefined;
  afterEach(async () => {
    await fake?.close();
    expect(fake?.violations).toEqual([]);
  });

  it('reads orders, changes a listing and reports the refusals of Amazon', async () => {
    const harness = await openTestHarness({ sandbox: true });
    fake = harness.fake;
    const { adapter, ctx } = harness;
    const anuncio = { id_externo: 'GM-ZDPI-9B4E', sku: null, nome: 'Mala' };
    expect(await readOrder({ adapter, ctx }, BRAZILIAN)).toMatchObject({ situacao: 'pago' });
    await expect(readOrder({ adapter, ctx }, 'TEST_CASE_400')).rejects.toMatchObject({ kind: 'validation' });
    expect((await adapter.listOrdersChangedSince(ctx, { desde: new Date(0) })).pedidos).not.toEqual([]);
    await adapter.updateStock(ctx, anuncio, 3);
    await adapter.close(ctx, anuncio);
    await expect(adapter.updateStock(ctx, { ...anuncio, id_externo: 'BadSKU' }, 3)).rejects.toMatchObject({
      kind: 'validation',
      message: 'A Amazon recusou os dados enviados. Resposta da Amazon: Invalid input',
    });
  });
});

import { nfeXml } from '@esteira/domain/testing/nfe-sample';
import { describe, expect, it } from 'vitest';
import { sampleProduct } from '../../testing/sample-product';
import type { LabelRequest, ListingRef, MarketplaceAdapter } from '../port';
import { createSimulatedAdapter, isSimulated, LABEL_WAIT_MS } from './adapter';
import { makeListingId } from './listing-rules';
import { createSimulatedMemory } from './memory';

const NOW = new Date('2026-11-21T12:00:00Z');
const CTX = { usuarioId: 'ana', contaId: 1 };
const NFE = nfeXml();

const adapter = createSimulatedAdapter('mercadolivre', { clock: () => NOW });

const product = (sku: string | null = null) => sampleProduct({ sku });

function listing(sku: string | null = null): ListingRef {
  return { id_externo: makeListingId('mercadolivre', 'produto-1'), sku, nome: 'Fone de ouvido' };
}

function order(sku: string | null = null): LabelRequest {
  return {
    ml_order_id: '2000003508419013',
    sku,
    produto_nome: 'Fone de ouvido',
    quantidade: 1,
    cliente_nome: 'Ana Lima',
    cliente_endereco: 'Rua A, 1, São Paulo - SP, CEP 01310-100',
    remetente_nome: 'Distribuidora',
    remetente_detalhe: null,
    criado_em: NOW,
  };
}

describe('a simulated marketplace without memory', () => {
  it('recognises its listings by id alone, and no other', async () => {
    const state = await adapter.getListing(CTX, listing());
    expect(state).toMatchObject({ status: 'live', preco_centavos: null, estoque: null });
    const foreign = { ...listing(), id_externo: 'MLB1' };
    await expect(adapter.updateStock(CTX, foreign, 1)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('has no orders of its own', async () => {
    const { ml_order_id } = adapter.simulateSale(CTX, { produto: product(), quantidade: 1, now: NOW });
    expect(await adapter.listOrdersChangedSince(CTX, { desde: new Date(0) })).toEqual({
      pedidos: [],
      proximo_cursor: null,
    });
    await expect(adapter.readOrder(CTX, ml_order_id)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('sentinels that change a publication', () => {
  it.each([
    ['SIM-PROCESSANDO-1', 'live', 0],
    ['SIM-PROCESSANDO-SEMPRE-1', 'processing', 0],
    ['SIM-RECUSAR-DEPOIS-1', 'rejected', 1],
  ])('%s is accepted as processing and then reads %s', async (sku, status, reasons) => {
    const remembering = createSimulatedAdapter('mercadolivre', { memory: createSimulatedMemory() });
    for (const each of [adapter, remembering]) {
      expect(await each.publish(CTX, product(sku))).toMatchObject({ status: 'processing' });
      const state = await each.getListing(CTX, listing(sku));
      expect(state.status).toBe(status);
      expect(state.motivos).toHaveLength(reasons);
    }
  });

  it('works in the name as well as in the SKU', async () => {
    const named = { ...product(), nome: 'Fone SIM-RECUSAR' };
    expect((await adapter.publish(CTX, named)).status).toBe('rejected');
  });

  it('fails on an edited SKU even after an ordinary publication', async () => {
    await adapter.publish(CTX, product());
    await expect(adapter.pause(CTX, listing('SIM-INDISPONIVEL'))).rejects.toMatchObject({
      kind: 'upstream_unavailable',
    });
  });

  it('leaves the price to the marketplace on SIM-PRECO-AUTOMATICO', async () => {
    expect(await adapter.updatePrice(CTX, listing('SIM-PRECO-AUTOMATICO'), 100)).toBe(
      'managed_by_marketplace',
    );
  });

  it('closes a listing that is gone or closed, but reports a real conflict', async () => {
    await expect(adapter.close(CTX, listing('SIM-NAO-ENCONTRADO'))).resolves.toBeUndefined();
    await expect(adapter.close(CTX, listing('SIM-CONFLITO'))).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('SIM-SEM-RESPOSTA', () => {
  it('answers only once the caller gives up', async () => {
    const controller = new AbortController();
    let isDone = false;
    const call = adapter
      .publish({ ...CTX, signal: controller.signal }, product('SIM-SEM-RESPOSTA'))
      .finally(() => {
        isDone = true;
      });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);
    controller.abort();
    await expect(call).rejects.toMatchObject({ kind: 'upstream_unavailable' });
  });

  it('does not hang a caller that cannot give up', async () => {
    await expect(adapter.pause(CTX, listing('SIM-SEM-RESPOSTA'))).rejects.toMatchObject({
      kind: 'upstream_unavailable',
    });
  });
});

describe('orders and labels', () => {
  it('sells a product whose sentinel fails other calls, so that its order can exist', () => {
    const sale = { produto: product('SIM-INDISPONIVEL'), quantidade: 1, now: NOW };
    expect(adapter.simulateSale(CTX, sale).situacao).toBe('pago');
  });

  it('makes the label of SIM-ETIQUETA-PENDENTE wait ten minutes from the order', async () => {
    const readyAt = new Date(NOW.getTime() + LABEL_WAIT_MS);
    expect(await adapter.getLabel(CTX, order('SIM-ETIQUETA-PENDENTE'))).toMatchObject({
      ready: false,
      tentar_em: readyAt,
    });
    const later = createSimulatedAdapter('mercadolivre', { clock: () => readyAt });
    expect((await later.getLabel(CTX, order('SIM-ETIQUETA-PENDENTE'))).ready).toBe(true);
  });

  it('accepts an authorised NF-e, and refuses it on SIM-NOTA-RECUSADA with a reason', async () => {
    expect(await adapter.submitInvoice(CTX, order(), NFE)).toEqual({ status: 'accepted' });
    expect(await adapter.submitInvoice(CTX, order('SIM-NOTA-RECUSADA'), NFE)).toMatchObject({
      status: 'error',
      motivo: expect.stringContaining('NF-e'),
    });
  });
});

describe('isSimulated', () => {
  it('tells a simulated adapter from any other', () => {
    expect(isSimulated(adapter)).toBe(true);
    expect(isSimulated({ ...adapter, modo: 'real' } as MarketplaceAdapter)).toBe(false);
  });
});

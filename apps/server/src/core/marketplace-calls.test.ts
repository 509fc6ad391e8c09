import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { expect, it } from 'vitest';
import { type MarketplaceCall, watchCalls } from './marketplace-calls';

it('a watched adapter does the same, and tells of each call how it ended and where it failed', async () => {
  const calls: MarketplaceCall[] = [];
  const failure = new AdapterError('upstream_unavailable', 'O Mercado Livre não respondeu.');
  const adapter = watchCalls(
    {
      ...createSimulatedAdapter('mercadolivre', { clock: () => new Date() }),
      listMissedOrders: async () => ['1'],
      readOrder: () => Promise.reject(failure),
    },
    (call) => void calls.push(call),
  );
  expect([adapter.kind, adapter.modo]).toEqual(['mercadolivre', 'simulado']);
  expect(await adapter.listMissedOrders({ usuarioId: 'u' })).toEqual(['1']);
  await expect(adapter.readOrder({ usuarioId: 'u' }, '1')).rejects.toBe(failure);
  expect(failure.operation).toBe('readOrder');
  const marketplace = 'mercadolivre';
  expect(calls).toMatchObject([
    { marketplace, operation: 'listMissedOrders', outcome: 'ok', milliseconds: expect.any(Number) },
    { marketplace, operation: 'readOrder', outcome: 'upstream_unavailable' },
  ]);
});

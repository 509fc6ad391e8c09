import { MAX_PRINTED_LABELS } from '@esteira/domain/orders/label-printing';
import type { LabelsInput, LabelsResponse } from '@esteira/validators/orders/order-labels';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { FakeServer } from '../../../testing/fake-server';
import { PrintLabelsDialog } from './print-labels-dialog';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [1, 'outro fica para o próximo.'],
  [1_200, 'outros 1.200 ficam para o próximo.'],
])('says how many orders one document has no room for: %i', async (more, sentence) => {
  new FakeServer({
    'orders.labels': ({ ids }: LabelsInput): LabelsResponse => ({
      prontas: ids.map((id) => ({ id, ml_order_id: id })),
      faltando: [],
      impressao: { usuario: 'u1', ids: '', expira: '', assinatura: '' },
    }),
  });
  const ids = Array.from({ length: MAX_PRINTED_LABELS + more }, (_, index) => `o${index}`);
  render(
    <DataProvider>
      <PrintLabelsDialog orders={{ ids }} onClose={() => undefined} />
    </DataProvider>,
  );
  const told = `Um arquivo leva até ${MAX_PRINTED_LABELS}; ${sentence}`;
  expect(await screen.findByText(told, { exact: false })).toBeTruthy();
});

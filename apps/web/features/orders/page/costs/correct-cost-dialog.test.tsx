import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../../lib/data/data-provider';
import { CorrectCostDialog } from './correct-cost-dialog';

const CONFLICT = 'Este custo foi alterado por outra pessoa. Veja o valor atual antes de salvar.';

afterEach(() => vi.unstubAllGlobals());

it('shows the amount that somebody else saved meanwhile, and what was typed replaces only that', async () => {
  const seen: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
    if (!url.includes('correctCost')) return Response.json([{ result: { data: null } }]);
    const sent = JSON.parse(String(request?.body))[0];
    seen.push([sent.valor, sent.valor_anterior]);
    if (sent.valor_anterior === 2.25) return Response.json([{ result: { data: { linhas: [] } } }]);
    const conflitos = [{ campo: 'valor', atual: 2.25 }];
    const error = { message: 'x', code: -32009, data: { httpStatus: 409, detail: CONFLICT, conflitos } };
    return Response.json([{ error }], { status: 409 });
  });
  const onClose = vi.fn();
  const cost = { codigo: 'embalagem', valor: 1.5, cobrado: false } as const;
  render(
    <DataProvider>
      <CorrectCostDialog orderId="p" cost={cost} isNew={false} onClose={onClose} />
    </DataProvider>,
  );
  const amount = screen.getByLabelText<HTMLInputElement>('Valor (R$)');
  fireEvent.change(amount, { target: { value: '3,00' } });
  fireEvent.click(screen.getByRole('button', { name: 'Corrigir' }));
  const refusal = await screen.findByText(new RegExp(CONFLICT));
  expect(refusal.textContent).toMatch(/Valor atual: R\$\s2,25\.$/);
  expect(amount.value).toBe('3,00');
  fireEvent.click(screen.getByRole('button', { name: 'Corrigir' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(seen).toEqual([
    [3, 1.5],
    [3, 2.25],
  ]);
});

it('replaces an amount below zero, which the marketplace gave back', async () => {
  const seen: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
    if (!url.includes('correctCost')) return Response.json([{ result: { data: null } }]);
    seen.push(JSON.parse(String(request?.body))[0]);
    return Response.json([{ result: { data: { linhas: [] } } }]);
  });
  const onClose = vi.fn();
  const cost = { codigo: 'tarifa_venda', valor: -1.5, cobrado: true } as const;
  render(
    <DataProvider>
      <CorrectCostDialog orderId="p" cost={cost} isNew={false} onClose={onClose} />
    </DataProvider>,
  );
  fireEvent.change(screen.getByLabelText('Valor (R$)'), { target: { value: '2,00' } });
  fireEvent.click(screen.getByRole('button', { name: 'Corrigir' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(seen).toMatchObject([{ valor: 2, valor_anterior: -1.5, fatura: true }]);
});

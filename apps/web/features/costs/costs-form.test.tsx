import { NO_COST_SETTINGS } from '@esteira/domain/profit/cost-settings';
import { makeFeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { CostSettingsRecord } from '@esteira/validators/costs/costs';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../lib/data/data-provider';
import { CostsForm } from './costs-form';

const stored: CostSettingsRecord = { ...NO_COST_SETTINGS, embalagem: 1.5, id: 'u1', versao: 'a' };
const table = makeFeeTable([]);
const CONFLICT = 'Estes custos foram alterados por outra pessoa. Veja o valor atual antes de salvar.';

/** What was sent, and what the server says next. */
let sent: unknown[];
let next: object;
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_: string, options?: RequestInit) => {
    const { 0: input } = JSON.parse(String(options?.body ?? '{}'));
    sent.push(input?.mudancas);
    return Response.json([next]);
  });
});
afterEach(() => vi.unstubAllGlobals());

const form = (settings: CostSettingsRecord) => <CostsForm settings={settings} table={table} />;

const fill = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar custos' }));

it('sends what was changed of what it was opened with, and then of what was saved', async () => {
  const { rerender } = render(form(stored), { wrapper: DataProvider });
  // Somebody else saves, and the page reads it.
  rerender(form({ ...stored, embalagem: 9 }));
  fill('Outros custos (R$)', '4');
  next = { result: { data: { ...stored, outros: 4, embalagem: 9 } } };
  save();
  await vi.waitFor(() => expect(sent).toEqual([{ outros: { antes: 0, depois: 4 } }]));
  await vi.waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Embalagem (R$)' })).toHaveProperty('value', '9,00'),
  );
  fill('Embalagem (R$)', '2');
  save();
  await vi.waitFor(() => expect(sent[1]).toEqual({ embalagem: { antes: 9, depois: 2 } }));
});

it('shows what somebody else saved of the same setting beside what was typed', async () => {
  render(form(stored), { wrapper: DataProvider });
  fill('Embalagem (R$)', '3');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Plano Individual' }));
  const conflitos = [{ campo: 'embalagem', atual: 2.1 }];
  next = {
    error: { message: CONFLICT, code: -32_009, data: { httpStatus: 409, detail: CONFLICT, conflitos } },
  };
  save();
  const choices = within(await screen.findByRole('group', { name: 'Embalagem (R$)' }));
  expect(screen.getAllByText(CONFLICT)).toHaveLength(1);
  fireEvent.click(choices.getByRole('radio', { name: /Seu valor\s*3,00/ }));
  save();
  await vi.waitFor(() =>
    expect(sent[1]).toEqual({
      embalagem: { antes: 2.1, depois: 3 },
      plano_individual_amazon: { antes: false, depois: true },
    }),
  );
});

import { NO_COST_SETTINGS } from '@esteira/domain/profit/cost-settings';
import type { ProductCreateInput, ProductFormValues } from '@esteira/validators/products/product';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { trpc } from '../../../lib/data/trpc';
import { NetSection } from './net-section';

const ANSWERS: Record<string, unknown> = { 'costs.settings': NO_COST_SETTINGS, 'costs.rules': [] };
const REFUSED = { error: { message: 'Recusado', code: -32_600, data: { httpStatus: 400 } } };

function Form({ seen }: { seen: { client?: QueryClient } }) {
  seen.client = useQueryClient();
  const form = useForm<ProductFormValues, unknown, ProductCreateInput>({
    defaultValues: { nome: 'Fone', preco_fornecedor: 20, preco_venda_ml: 59.9 },
  });
  const { isError } = trpc.costs.settings.useQuery();
  return (
    <>
      <NetSection form={form} productId={null} initiallyOpen={false} />
      {isError && <p>Settings could not be read</p>}
    </>
  );
}

/** A new product's form; the server answers until it is told to refuse. */
function openForm() {
  let isRefusing = false;
  const seen: { client?: QueryClient } = {};
  vi.stubGlobal('fetch', async (address: string) => {
    const paths = new URL(address, 'http://esteira.test').pathname.replace('/trpc/', '').split(',');
    if (isRefusing) return Response.json(paths.map(() => REFUSED));
    return Response.json(paths.map((path) => ({ result: { data: ANSWERS[path] ?? null } })));
  });
  render(
    <MemoryRouter>
      <DataProvider>
        <Form seen={seen} />
      </DataProvider>
    </MemoryRouter>,
  );
  return {
    async refuses() {
      isRefusing = true;
      await act(async () => seen.client?.invalidateQueries());
      await screen.findByText('Settings could not be read');
    },
  };
}

const find = () => screen.findByRole('region', { name: 'Quanto sobra: Mercado Livre' });

afterEach(() => vi.unstubAllGlobals());

it('keeps its figures and fields where what they are made of cannot be read again', async () => {
  const form = openForm();
  const figures = await find();
  await form.refuses();
  expect(screen.getByRole('region', { name: 'Quanto sobra: Mercado Livre' })).toBe(figures);
  expect(screen.queryByText('Não foi possível calcular o líquido estimado.')).toBeNull();
});

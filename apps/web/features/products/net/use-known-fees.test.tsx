import { NO_COST_SETTINGS } from '@esteira/domain/profit/cost-settings';
import { NO_PRODUCT_COSTS } from '@esteira/domain/profit/product-costs';
import { makeFeeTable } from '@esteira/domain/profit/rules/fee-table';
import type { FeeReading, KnownFees } from '@esteira/validators/costs/known-fees';
import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import type { ProductCreateInput, ProductFormValues } from '@esteira/validators/products/product';
import { act, renderHook } from '@testing-library/react';
import { type Path, useForm } from 'react-hook-form';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { toKnownCosts } from './known-costs';
import { useKnownFees } from './use-known-fees';
import type { NetBasis } from './use-net-quote';

/** Typing has to pause for most of a second. */
const WAIT = { timeout: 5_000 };

const UNREAD = { tarifas: [], de: null, ate: null, lida_em: null, falta: [] };

const reading = (percentual: number): FeeReading => ({
  situacao: 'lida',
  tarifas: [{ codigo: 'tarifa_venda', origem: 'api', valor: null, percentual }],
  ...{ de: 49, ate: 78.99, lida_em: '2026-11-21T12:00:00.000Z', falta: [] },
});

const basis: NetBasis = {
  table: makeFeeTable([]),
  settings: NO_COST_SETTINGS,
  costs: { ...NO_PRODUCT_COSTS, peso_g: 800 },
  listingType: 'premium',
  sheet: {
    ...{
      ean: null,
      motivo_sem_ean: null,
      marca: 'JBL',
      modelo: null,
      condicao: 'novo',
      tipo_anuncio: 'premium',
    },
    ...{ categoria_ml: 'MLB1', margem_seguranca: 0 },
  },
};

interface Asked {
  input: Record<string, unknown>;
  signal: AbortSignal | undefined;
  /** Lets the server answer. */
  answer(fees: KnownFees): void;
  /** Lets the server refuse. */
  refuse(): void;
}

/** A form of a product, whose calls wait until the test answers them. */
function openForm(from: NetBasis = basis) {
  const asked: Asked[] = [];
  const conexao = { status: 'conectado' };
  const modes = { mercadolivre: { modo: 'real', conexao }, amazon: { modo: 'simulado', conexao: null } };
  vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
    const url = new URL(address, 'http://esteira.test');
    const send = (data: unknown) => Response.json([{ result: { data } }]);
    if (url.pathname !== '/trpc/costs.knownFees') return send(modes);
    const { 0: input } = JSON.parse(url.searchParams.get('input') ?? '{}');
    return new Promise<Response>((resolve) => {
      const answer = (fees: KnownFees) => resolve(send(fees));
      const refuse = () => resolve(Response.json([REFUSED]));
      asked.push({ input, signal: options?.signal ?? undefined, answer, refuse });
    });
  });
  const { result } = renderHook(
    () => {
      const form = useForm<ProductFormValues, unknown, ProductCreateInput>({
        defaultValues: { nome: 'Fone', preco_venda_ml: 59.9 },
      });
      return { form, fees: useKnownFees(form, { productId: 'p1', basis: from }) };
    },
    { wrapper: DataProvider },
  );
  const type = (name: Path<ProductFormValues>, value: unknown) =>
    act(() => result.current.form.setValue(name, value as never));
  return {
    ...{ asked, type },
    read: () => result.current.fees.fees,
    readProgress: () => result.current.fees.progress,
  };
}

const REFUSED = { error: { message: 'Recusado', code: -32_600, data: { httpStatus: 400 } } };

const told = (percentual: number): KnownFees => ({
  mercadolivre: reading(percentual),
  amazon: { situacao: 'simulado', ...UNREAD },
});

async function nth(asked: Asked[], number: number): Promise<Asked> {
  await expect.poll(() => asked.length, WAIT).toBe(number);
  return asked[number - 1] as Asked;
}

afterEach(() => vi.unstubAllGlobals());

it('asks for the product as it stands, with what is stored where the form does not hold it', async () => {
  const { asked, read } = openForm();
  const { input, answer } = await nth(asked, 1);
  expect(input).toMatchObject({
    ...{ id: 'p1', nome: 'Fone', preco_venda_ml: 59.9, preco_venda_amazon: null },
    ...{ marca: 'JBL', tipo_anuncio: 'premium', categoria_ml: 'MLB1', peso_g: 800, altura_cm: null },
  });
  expect(read()).toBeUndefined();
  answer(told(13));
  await expect.poll(read).toEqual(told(13));
});

it('asks once typing pauses, and keeps the answer of before until that of the new price is there', async () => {
  const { asked, type, read } = openForm();
  (await nth(asked, 1)).answer(told(13));
  await expect.poll(read).toEqual(told(13));
  for (const price of [6, 60, 60.5]) type('preco_venda_ml', price);
  const { input, answer } = await nth(asked, 2);
  expect(input).toMatchObject({ preco_venda_ml: 60.5 });
  expect(read()).toEqual(told(13));
  answer(told(14));
  await expect.poll(read).toEqual(told(14));
  type('preco_venda_ml', 61);
  await nth(asked, 3);
  expect(asked.map((each) => each.input['preco_venda_ml'])).toEqual([59.9, 60.5, 61]);
});

it('keeps the answer while nothing changes that it depends on', async () => {
  const { asked, type, read } = openForm();
  (await nth(asked, 1)).answer(told(13));
  await expect.poll(read).toEqual(told(13));
  // As the fields put it there: what is stored as nothing is an empty text in them.
  type('ficha', { ...basis.sheet, ean: '', modelo: '', categoria_ml: 'mlb1' });
  for (const nome of ['Fone d', 'Fone de ouvido']) type('nome', nome);
  expect(read()).toEqual(told(13));
  type('preco_venda_ml', 61);
  await nth(asked, 2);
  type('nome', 'Fone de ouvido sem fio');
  expect(read()).toEqual(told(13));
  type('preco_venda_ml', 62);
  await nth(asked, 3);
  expect(asked.map((each) => each.input['preco_venda_ml'])).toEqual([59.9, 61, 62]);
});

it('asks for another name only where it finds the category', async () => {
  const sheet = { ...(basis.sheet as ListingAttributes), categoria_ml: null };
  const { asked, type, read } = openForm({ ...basis, sheet });
  (await nth(asked, 1)).answer(told(13));
  await expect.poll(read).toEqual(told(13));
  type('nome', 'Luminária');
  expect(read()).toBeUndefined();
  expect((await nth(asked, 2)).input).toMatchObject({ nome: 'Luminária' });
});

it('says of the connected account that it is asked, and that it could not be', async () => {
  const { asked, type, readProgress } = openForm();
  const { answer } = await nth(asked, 1);
  await expect.poll(readProgress).toEqual({ mercadolivre: 'asking', amazon: null });
  answer(told(13));
  await expect.poll(readProgress).toEqual({ mercadolivre: null, amazon: null });
  type('preco_venda_ml', 61);
  (await nth(asked, 2)).refuse();
  await expect.poll(readProgress).toEqual({ mercadolivre: 'failed', amazon: null });
});

it('takes no answer for another parcel, and gives up what is no longer wanted', async () => {
  const { asked, type, read } = openForm();
  (await nth(asked, 1)).answer(told(13));
  await expect.poll(read).toEqual(told(13));
  type('custos.peso_g', 900);
  expect(read()).toBeUndefined();
  const superseded = await nth(asked, 2);
  expect(superseded.signal?.aborted).toBe(false);
  type('custos.peso_g', 950);
  const { input, answer } = await nth(asked, 3);
  expect([superseded.signal?.aborted, input['peso_g']]).toEqual([true, 950]);
  superseded.answer(told(1));
  answer(told(15));
  await expect.poll(read).toEqual(told(15));
});

it('an answer counts within the prices that it holds for', () => {
  expect(toKnownCosts(reading(11.5))).toEqual([
    { code: 'tarifa_venda', fromCents: 4900, toCents: 7899, charge: { shareBps: 1150 } },
  ]);
  expect(toKnownCosts({ situacao: 'sem_resposta', ...UNREAD })).toEqual([]);
});

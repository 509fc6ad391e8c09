import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { press, see } from '../../../testing/controls';
import { FakeServer } from '../../../testing/fake-server';
import { getPart } from '../../../testing/find';
import { closeApp, getToasts, measureBoxes, openApp, until } from '../../../testing/open-app';
import { listOf, SUPPLIER } from '../../../testing/samples';

afterEach(closeApp);

const DIALOG = '[role="dialog"]';
const listing = (nome: string, marketplace: string, detail: string | null = null) => ({
  ...{ produto_id: nome, nome, marketplace, ok: detail === null, detail: detail ?? 'Produto despublicado' },
});

/** A supplier of whom three listings are on sale, and what pausing them comes to. */
function openSupplier(resultados: object[]): void {
  const figures = { fornecedor_id: SUPPLIER.id, produtos: 2, pedidos: 0, a_pagar: 0 };
  new FakeServer({
    'suppliers.list': () => listOf(SUPPLIER),
    'purchasing.figures': () => [{ ...figures, anuncios: 3, anuncios_pausados: 3 }],
    'publication.supplierListings': () => ({ publicados: 3, pausados: 3 }),
    'publication.pauseSupplier': () => ({ resultados, proximo_cursor: null }),
    'publication.resumeSupplier': () => ({ resultados, proximo_cursor: null }),
  });
  openApp('/fornecedores');
  measureBoxes();
}

it('listings that were paused without a failure are told by a toast, with the way back', async () => {
  const later = { ...listing('Fone', 'mercadolivre'), na_fila: true };
  openSupplier([listing('Cabo', 'mercadolivre'), listing('Cabo', 'amazon'), later]);
  await press('Pausar todos os anúncios');
  await see(/^3 anúncios de Central saem do ar/);
  await press('Pausar', DIALOG);
  const told = '2 anúncios pausados, 1 em processamento';
  await until(() => expect(getToasts(told)).toEqual([`${told}Reativar`]));
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Reativar', '[data-sonner-toast]');
  await see(/^3 anúncios de Central voltam ao ar/);
  await press('Reativar', DIALOG);
  const back = '2 anúncios reativados, 1 em processamento';
  await until(() => expect(getToasts(back)).toEqual([back]));
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('where one failed the result is a line of each product, those that failed first', async () => {
  openSupplier([
    listing('Cabo', 'mercadolivre'),
    listing('Cabo', 'amazon'),
    listing('Fone', 'mercadolivre'),
    listing('Fone', 'amazon', 'A Amazon não respondeu'),
  ]);
  await press('Pausar todos os anúncios');
  await see(/^3 anúncios de Central saem do ar/);
  await press('Pausar', DIALOG);
  await see('3 anúncios pausados, 1 com erro');
  const result = within(await until(() => getPart('Resultado por produto')));
  expect(result.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'FoneErro: Mercado Livre: pausado · Amazon: A Amazon não respondeu',
    'CaboFeito: Mercado Livre: pausado · Amazon: pausado',
  ]);
  expect(getToasts()).toEqual([]);
  await press('Concluir');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
});

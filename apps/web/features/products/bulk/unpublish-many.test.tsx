import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { findButton, press, see, tick } from '../../../testing/controls';
import { FakeServer, INTERNAL } from '../../../testing/fake-server';
import { closeApp, getToasts, measureBoxes, openApp, until } from '../../../testing/open-app';
import { listOf, PRODUCT } from '../../../testing/samples';

afterEach(closeApp);

const CALL = 'publication.unpublish';
const BAR = '[aria-label="Ações em lote"]';
const getDialog = () => within(screen.getByRole('dialog', { name: 'Despublicar do ML' }));

/** Runs it on all that is ticked, and waits until none was done, each for this reason. */
async function runInVain(reason: string): Promise<void> {
  const button = await findButton('Despublicar do ML (2)', BAR);
  fireEvent.click(button);
  fireEvent.click(button);
  await until(() => getDialog().getByText('0 despublicados, 2 com erro'));
  await until(() => expect(getDialog().getAllByText(reason, { exact: false })).toHaveLength(2));
}

it('unpublishing several products at once, each of them sent once', async () => {
  const products = [PRODUCT, { ...PRODUCT, id: 'p2', nome: 'Caneca Nova' }];
  const server = new FakeServer({
    'products.list': () => listOf(...products),
    'products.count': () => ({ total: 2 }),
  });
  openApp('/produtos');
  measureBoxes();
  await tick(/^Selecionar todos/);

  server.breakDown((call) => call === CALL);
  await runInVain(INTERNAL);
  expect(server.count(CALL)).toBe(2);
  await press('Concluir', '[role="dialog"]');

  server.breakDown((call) => call === CALL, 'cut');
  await runInVain('Erro ao despublicar produto');
  expect(server.count(CALL)).toBe(4);
  server.breakDown(() => false);
  await press('Concluir', '[role="dialog"]');
  await until(() => expect(screen.queryByText('Sem conexão com o servidor')).toBeNull());

  server.breakDown((call) => call === CALL, 'refused');
  fireEvent.click(await findButton('Despublicar do ML (2)', BAR));
  await until(() => expect(location.pathname).toBe('/login'));
  await see(/^Sua sessão expirou/);
});

it('where nothing failed the result closes by itself, and a toast tells what a real marketplace does later', async () => {
  const products = [PRODUCT, { ...PRODUCT, id: 'p2', nome: 'Caneca Nova' }];
  const server = new FakeServer({
    'products.list': () => listOf(...products),
    'products.count': () => ({ total: 2 }),
    [CALL]: ({ id }: { id: string }) => ({ message: 'Produto', ...(id === 'p2' && { na_fila: true }) }),
  });
  openApp('/produtos');
  measureBoxes();
  await tick(/^Selecionar todos/);
  await press('Despublicar do ML (2)', BAR);
  await until(() => expect(getToasts()).toEqual(['1 despublicado, 1 em processamento']));
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.count(CALL)).toBe(2);
  await until(() => expect(document.activeElement?.hasAttribute('data-select-all')).toBe(true));
});

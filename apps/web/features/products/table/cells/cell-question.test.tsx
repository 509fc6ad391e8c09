import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeServer } from '../../../../testing/fake-server';
import { closeApp, fill, measureBoxes, openApp, until } from '../../../../testing/open-app';
import { listOf, PRODUCT } from '../../../../testing/samples';

afterEach(() => {
  localStorage.removeItem('visao-produtos');
  closeApp();
});

it('a question that is left by a click is no error: it says that nothing was saved', async () => {
  const server = new FakeServer({
    'products.list': () => listOf({ ...PRODUCT, preco_fornecedor: 10 }),
    'products.count': () => ({ total: 1 }),
  });
  localStorage.setItem('visao-produtos', 'tabela');
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    matches: query === '(min-width: 768px)',
  }));
  openApp('/produtos');
  measureBoxes();
  const cell = await until(() => {
    const found = document.querySelector<HTMLElement>('[data-column="preco_venda_ml"][role="gridcell"]');
    if (found === null) throw new Error('there is no cell');
    return found;
  });
  fireEvent.doubleClick(cell);
  const input = await until(() => screen.getByRole('textbox', { name: /^Preço ML de/ }));
  const told = () => cell.querySelector('[role="alert"]');

  fill(input, '900');
  fireEvent.blur(input);
  await until(() => expect(screen.queryByRole('textbox', { name: /^Preço ML de/ })).toBeNull());
  expect(told()?.textContent).toBe('Não foi salvo: mais de 10 vezes o custo.');
  expect(told()?.className).not.toContain('danger');
  expect(cell.getAttribute('aria-invalid')).toBeNull();
  expect(cell.className).not.toContain('danger');
  expect(server.count('products.applyChange')).toBe(0);

  fireEvent.doubleClick(cell);
  fill(await until(() => screen.getByRole('textbox', { name: /^Preço ML de/ })), 'abc');
  fireEvent.blur(screen.getByRole('textbox', { name: /^Preço ML de/ }));
  await until(() => expect(cell.getAttribute('aria-invalid')).toBe('true'));
});

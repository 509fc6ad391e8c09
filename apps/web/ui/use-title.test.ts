import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useTitle, useTitleCount } from './use-title';

it('names the page, with a number before it for as long as there is one', () => {
  const page = renderHook(useTitle, { initialProps: 'Pedidos' });
  expect(document.title).toBe('Pedidos · Esteira');
  const count = renderHook(useTitleCount, { initialProps: 4 });
  expect(document.title).toBe('(4) Pedidos · Esteira');
  page.rerender('Produtos');
  expect(document.title).toBe('(4) Produtos · Esteira');
  count.rerender(1234);
  expect(document.title).toBe('(1234) Produtos · Esteira');
  count.rerender(0);
  expect(document.title).toBe('Produtos · Esteira');
  count.rerender(2);
  count.unmount();
  expect(document.title).toBe('Produtos · Esteira');
});

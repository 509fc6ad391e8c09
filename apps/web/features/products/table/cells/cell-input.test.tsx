import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../../../testing/fake-server';
import { closeApp, fill, measureBoxes, openApp, until } from '../../../../testing/open-app';
import { listOf, PRODUCT } from '../../../../testing/samples';

afterEach(() => {
  localStorage.removeItem('visao-produtos');
  closeApp();
});

/** Shows one product in the table; returns the cell of a column. */
async function openTable(column: string, product: () => typeof PRODUCT) {
  const server = new FakeServer({
    'products.list': () => listOf(product()),
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
    const found = document.querySelector<HTMLElement>(`[data-column="${column}"][role="gridcell"]`);
    if (found === null) throw new Error('there is no cell');
    return found;
  });
  return { server, cell, told: () => cell.querySelector('[role="alert"]') };
}

it('a question that is left by a click is no error: it says that nothing was saved', async () => {
  const { server, cell, told } = await openTable('preco_venda_ml', () => ({
    ...PRODUCT,
    preco_fornecedor: 10,
  }));
  fireEvent.doubleClick(cell);
  const input = await until(() => screen.getByRole('textbox', { name: /^Preço ML de/ }));

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

describe('a value that changes while its cell is edited', () => {
  const motivo = 'O valor mudou enquanto isso';

  async function openStock() {
    let estoque = 10;
    const shown = () => ({ ...PRODUCT, nome: `Caneca ${estoque}`, estoque });
    const { server, cell, told } = await openTable('estoque', shown);
    server.answers['products.applyChange'] = () => ({
      aplicados: 0,
      recusados: [{ id: PRODUCT.id, nome: shown().nome, motivo, atual: estoque }],
    });
    /** Types it over what the cell showed before the sale. */
    async function sellAndType(text: string) {
      fireEvent.doubleClick(cell);
      await until(() => screen.getByRole('textbox', { name: `Estoque de ${shown().nome}` }));
      estoque -= 1;
      server.tell({ id: `e${estoque}`, tipo: 'estoque', produto_id: PRODUCT.id });
      const input = await until(() => screen.getByRole('textbox', { name: `Estoque de ${shown().nome}` }));
      fill(input, text);
      fireEvent.keyDown(input, { key: 'Enter' });
    }
    return { server, cell, told, sellAndType };
  }

  it('is not overwritten: the one that was seen is sent beside the new one', async () => {
    const { server, cell, told, sellAndType } = await openStock();
    await sellAndType('15');
    await until(() => expect(told()?.textContent).toBe(`${motivo}: agora 9 un.`));
    expect(server.inputs('products.applyChange')).toMatchObject([{ itens: [{ antes: 10, depois: 15 }] }]);

    await sellAndType('9');
    await until(() => expect(cell.textContent).toBe('8 un.'));
    expect(server.count('products.applyChange')).toBe(1);
  });

  it('stands there again where the new one could not be sent', async () => {
    const { server, cell, told, sellAndType } = await openStock();
    server.breakDown((call) => call === 'products.applyChange');
    await sellAndType('15');
    await until(() => expect(told()).not.toBeNull());
    expect(cell.textContent).toMatch(/^9 un\./);
  });
});

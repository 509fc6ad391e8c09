import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { press, seeHeading } from '../../testing/controls';
import { FakeServer } from '../../testing/fake-server';
import { closeApp, openApp, until } from '../../testing/open-app';

afterEach(closeApp);

const SECTIONS = [
  ['Adicione produtos', 'O lucro é o preço de venda menos o preço do fornecedor.'],
  ['Publique nos marketplaces', 'O selo verde'],
  ['Acompanhe os pedidos', 'e o sistema gera a etiqueta do marketplace'],
  ['Entenda o Dashboard', 'mostra o total de vendas'],
  ['Conecte a conta real', 'tudo funciona em modo simulado'],
] as const;

/** The buttons of the sections that are open. */
const getOpen = () =>
  [...document.querySelectorAll('main button[aria-expanded="true"]')].map((button) => button.textContent);

async function open() {
  new FakeServer();
  openApp('/tutorial');
  await seeHeading('Tutorial');
}

describe('the tutorial', () => {
  it('opens one section at a time, and closes it', async () => {
    await open();
    for (const [title, text] of SECTIONS) {
      await press(new RegExp(title));
      await until(() => expect(screen.getByRole('main').textContent).toContain(text));
      expect(getOpen()).toEqual([expect.stringContaining(title)]);
    }
    await press(/Conecte a conta real/);
    await until(() => expect(getOpen()).toEqual([]));
  });

  it('shows the row of a product file, gives the template, and leads to the screens it speaks of', async () => {
    const saved: [name: string, file: Blob][] = [];
    let made: Blob | undefined;
    URL.createObjectURL = (file) => {
      made = file as Blob;
      return 'blob:';
    };
    URL.revokeObjectURL = () => {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (made !== undefined) saved.push([this.download, made]);
    });
    await open();
    await press(/Adicione produtos/);
    for (const cell of ['25.00', '59.90', '64.90', '100'])
      await until(() => screen.getByRole('cell', { name: cell }));
    await press('Baixar template_produtos.csv');
    const columns = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(saved.map(([name]) => name)).toEqual(['template_produtos.csv']);
    vi.useRealTimers();
    expect(await saved[0]?.[1].text()).toBe(`${columns.join(',')}\r\n`);
    vi.useFakeTimers();
    expect(columns).toContain('preco_venda_amazon');
    vi.mocked(HTMLAnchorElement.prototype.click).mockRestore();
    fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Produtos' }));
    await seeHeading('Produtos');
  });

  it('says beside the steps of an order that Compras takes them by supplier, and leads there', async () => {
    await open();
    await press(/Acompanhe os pedidos/);
    const link = await until(() => within(screen.getByRole('main')).getByRole('link', { name: 'Compras' }));
    expect(link.closest('p')?.textContent).toBe(
      'Em Compras tudo isso é feito por fornecedor: enviar os pedidos e pagar de uma vez.',
    );
    fireEvent.click(link);
    await seeHeading('Compras');
  });
});

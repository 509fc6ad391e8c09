import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findButton, findField, press, see, seeHeading } from '../../testing/controls';
import { FakeServer } from '../../testing/fake-server';
import { closeApp, openApp, pass, until } from '../../testing/open-app';
import { listOf, PRODUCT } from '../../testing/samples';
import { SEQUENCE_MS } from './key-sequence';

afterEach(() => {
  closeApp();
  localStorage.clear();
  Reflect.deleteProperty(Element.prototype, 'checkVisibility');
});

/** Presses keys one by one where the focus is, each at its moment of the document's clock. */
function type(keys: string[], { afterMs = 0 } = {}): void {
  for (const key of keys) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + afterMs });
    fireEvent(document.activeElement ?? document.body, event);
  }
}

const openServer = () =>
  new FakeServer({
    'products.list': () => listOf(PRODUCT),
    'products.count': () => ({ total: 1 }),
  });

const getHelp = () => screen.queryByRole('dialog', { name: 'Atalhos do teclado' });
const getPalette = () => screen.queryByRole('dialog', { name: 'Buscar e ir para' });
const isFocused = (element: Element) => element === document.activeElement;
const openKeys = async (path: string, heading: string) => {
  openServer();
  openApp(path);
  await seeHeading(heading);
};

describe('shortcuts', () => {
  it('lead to pages by two keys, of which the first waits a second', async () => {
    await openKeys('/', 'Dashboard');
    for (const [key, heading] of [
      ['p', 'Produtos'],
      ['o', 'Pedidos'],
      ['f', 'Fornecedores'],
      ['d', 'Dashboard'],
    ] as const) {
      type(['g', key]);
      await seeHeading(heading);
    }
    type(['g']);
    type(['p'], { afterMs: SEQUENCE_MS + 100 });
    await pass(500);
    expect(location.pathname).toBe('/');
  });

  it('tick products, and find the search of the page or that of everything', async () => {
    await openKeys('/produtos', 'Produtos');
    await until(() => screen.getByRole('region', { name: 'Caneca' }));
    const inSight = { top: 0, bottom: 100, left: 0, right: 300, width: 300, height: 100 } as DOMRect;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(inSight);
    Element.prototype.checkVisibility = () => true;
    type(['j', 'x']);
    const box = await until(() =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Selecionar Caneca' }),
    );
    await until(() => expect(box.checked).toBe(true));
    type(['/']);
    const search = await findField('Buscar produtos');
    await until(() => expect(isFocused(search)).toBe(true));
    type(['g', 'p', '?', 'j', 'x', '/']);
    await pass(500);
    expect([getHelp(), getPalette(), isFocused(search), location.pathname]).toEqual([
      null,
      null,
      true,
      '/produtos',
    ]);
    fireEvent.click(screen.getByRole('link', { name: 'Dashboard' }));
    await seeHeading('Dashboard');
    type(['/']);
    await until(() => expect(getPalette()).not.toBeNull());
  });

  it('are listed, and switched off for this browser', async () => {
    await openKeys('/produtos', 'Produtos');
    await press('Atalhos do teclado');
    await see('Próximo passo do pedido');
    type(['g', 'd']);
    await pass(500);
    expect([getHelp() === null, location.pathname]).toEqual([false, '/produtos']);
    fireEvent.click(screen.getByRole('switch', { name: /^Atalhos de uma tecla/ }));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await until(() => expect(getHelp()).toBeNull());
    expect(localStorage.getItem('atalhos')).toBe('desligados');
    // What is stored is read again, as a reload does.
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'atalhos' })));
    await press('Atalhos do teclado');
    expect((await until(() => screen.getByRole<HTMLInputElement>('switch'))).checked).toBe(false);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await until(() => expect(getHelp()).toBeNull());
    type(['?', '/', 'g', 'd']);
    await pass(500);
    expect([getHelp(), location.pathname]).toEqual([null, '/produtos']);
    expect(isFocused(await findField('Buscar produtos'))).toBe(false);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await until(() => expect(getPalette()).not.toBeNull());
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await press('Atalhos do teclado');
    fireEvent.click(await until(() => screen.getByRole('switch')));
    await findButton('Fechar');
  });
});

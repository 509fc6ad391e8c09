import { paths } from '../../paths';
import { openOverlay } from '../overlay-store';
import { focusSearch } from './focus-search';
import { moveFocus, openLabel, stepCurrent, tickCurrent } from './list-keys';

/** A shortcut: its keys as they are shown, what it does in words, and what it does. */
export interface Shortcut {
  keys: string;
  label: string;
  /** Whether it goes on while the key is held down. */
  repeats?: boolean;
  run: (go: (path: string) => void) => void;
}

const to = (path: string) => (go: (path: string) => void) => go(path);

export const SHORTCUTS: readonly { heading: string; shortcuts: readonly Shortcut[] }[] = [
  {
    heading: 'Em qualquer página',
    shortcuts: [
      { keys: '?', label: 'Mostrar os atalhos', run: () => openOverlay('shortcuts') },
      { keys: '/', label: 'Buscar nesta página', run: focusSearch },
      { keys: 'g d', label: 'Ir para Dashboard', run: to(paths.dashboard) },
      { keys: 'g p', label: 'Ir para Produtos', run: to(paths.products) },
      { keys: 'g o', label: 'Ir para Pedidos', run: to(paths.orders) },
      { keys: 'g c', label: 'Ir para Compras', run: to(paths.purchasing) },
      { keys: 'g f', label: 'Ir para Fornecedores', run: to(paths.suppliers) },
    ],
  },
  {
    heading: 'Nas listas',
    shortcuts: [
      { keys: 'j', label: 'Próximo item', repeats: true, run: () => moveFocus(1) },
      { keys: 'k', label: 'Item anterior', repeats: true, run: () => moveFocus(-1) },
      { keys: 'x', label: 'Marcar ou desmarcar', run: tickCurrent },
      { keys: 'a', label: 'Próximo passo do pedido', run: stepCurrent },
      { keys: 'e', label: 'Abrir a etiqueta do pedido', run: openLabel },
    ],
  },
];

/** The shortcut of these keys; undefined where they are none. */
export function findShortcut(keys: string): Shortcut | undefined {
  return SHORTCUTS.flatMap(({ shortcuts }) => shortcuts).find((shortcut) => shortcut.keys === keys);
}

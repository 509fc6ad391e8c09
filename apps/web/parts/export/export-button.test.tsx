import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeServer, Refusal } from '../../testing/fake-server';
import { getButton } from '../../testing/find';
import { closeApp, getToasts, openApp, until } from '../../testing/open-app';
import { listOf, PRODUCT, SUPPLIER } from '../../testing/samples';

afterEach(closeApp);

it('an export that fails says why', async () => {
  const detail = 'A exportação passaria de 200.000 pedidos. Use os filtros e exporte por partes.';
  new FakeServer({
    'products.list': () => listOf(PRODUCT),
    'products.count': () => ({ total: 1 }),
    'suppliers.list': () => listOf(SUPPLIER),
    '/exportar/produtos.csv': () => {
      throw new Refusal(422, detail);
    },
  });
  openApp('/produtos');
  fireEvent.click(await until(() => getButton('Exportar')));
  fireEvent.click(await until(() => screen.getByText('CSV')));
  await until(() => expect(getToasts('Erro')).toEqual([`Erro ao exportar${detail}`]));
  await until(() => expect(getButton('Exportar').getAttribute('aria-disabled')).toBeNull());
});

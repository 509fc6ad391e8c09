import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyNamed } from './lazy-named';

const Page = ({ title }: { title: string }) => <h1>{title}</h1>;
const Fallback = vi.fn(() => <p>Carregando</p>);

it('draws what was loaded before at once, without the fallback', async () => {
  const load = vi.fn(async () => ({ Page }));
  const Late = lazyNamed(load, 'Page');
  expect(load).not.toHaveBeenCalled();
  expect((await Late.preload()).Page).toBe(Page);
  render(
    <Suspense fallback={<Fallback />}>
      <Late title="Pedidos" />
    </Suspense>,
  );
  expect(screen.getByRole('heading', { name: 'Pedidos' })).toBeTruthy();
  expect(Fallback).not.toHaveBeenCalled();
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads when it is drawn, also after it could not be loaded before', async () => {
  const load = vi
    .fn(async () => ({ Page }))
    .mockRejectedValueOnce(new Error('Sem rede'))
    .mockName('load');
  const Late = lazyNamed(load, 'Page');
  await expect(Late.preload()).rejects.toThrow('Sem rede');
  render(
    <Suspense fallback={<p>Carregando</p>}>
      <Late title="Pedidos" />
    </Suspense>,
  );
  expect(screen.getByText('Carregando')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Pedidos' })).toBeTruthy();
});

it('reports code that does not arrive and draws nothing', async () => {
  const onMissing = vi.fn();
  const Late = lazyNamed(
    () => Promise.reject<{ Page: typeof Page }>(new Error('Sem rede')),
    'Page',
    onMissing,
  );
  const { container } = render(
    <Suspense fallback={<p>Carregando</p>}>
      <Late title="Pedidos" />
    </Suspense>,
  );
  await vi.waitFor(() => expect(onMissing).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(container.textContent).toBe(''));
});

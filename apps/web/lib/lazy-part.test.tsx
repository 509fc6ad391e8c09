import { render, screen } from '@testing-library/react';
import { ErrorBoundary } from 'react-error-boundary';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part';

const Page = ({ title }: { title: string }) => <h1>{title}</h1>;
const Fallback = vi.fn(() => <p>Carregando</p>);
const missing = () => Promise.reject<{ Page: typeof Page }>(new Error('Sem rede'));

afterEach(() => vi.restoreAllMocks());

it('draws what was loaded before at once, without the fallback', async () => {
  const load = vi.fn(async () => ({ Page }));
  const Late = lazyPart(load, 'Page', { fallback: <Fallback /> });
  expect(load).not.toHaveBeenCalled();
  expect((await Late.preload()).Page).toBe(Page);
  render(<Late title="Pedidos" />);
  expect(screen.getByRole('heading', { name: 'Pedidos' })).toBeTruthy();
  expect(Fallback).not.toHaveBeenCalled();
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads when it is drawn, also after it could not be loaded before', async () => {
  const load = vi
    .fn(async () => ({ Page }))
    .mockRejectedValueOnce(new Error('Sem rede'))
    .mockName('load');
  const Late = lazyPart(load, 'Page', { fallback: ({ title }) => <p>Carregando {title}</p> });
  await expect(Late.preload()).rejects.toThrow('Sem rede');
  render(<Late title="Pedidos" />);
  expect(screen.getByText('Carregando Pedidos')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Pedidos' })).toBeTruthy();
});

it('reports code that does not arrive and draws nothing', async () => {
  const onMissing = vi.fn();
  const Late = lazyPart(missing, 'Page', { fallback: <p>Carregando</p>, onMissing });
  const { container } = render(<Late title="Pedidos" />);
  await vi.waitFor(() => expect(onMissing).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(container.textContent).toBe(''));
});

it('hands code that does not arrive to the nearest error boundary unless something stands in its place', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const Late = lazyPart(missing, 'Page');
  const Replaced = lazyPart(missing, 'Page', { missing: ({ title }) => <p>Sem {title}</p> });
  render(
    <>
      <ErrorBoundary fallback={<p>Falhou</p>}>
        <Late title="Pedidos" />
      </ErrorBoundary>
      <Replaced title="Produtos" />
    </>,
  );
  expect(await screen.findByText('Falhou')).toBeTruthy();
  expect(await screen.findByText('Sem Produtos')).toBeTruthy();
});

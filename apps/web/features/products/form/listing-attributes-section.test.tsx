import type { Product } from '@esteira/validators/products/product';
import type { Supplier } from '@esteira/validators/products/supplier';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { ProductForm } from './product-form';

const suppliers = [{ id: 'f1', nome: 'Distribuidora' }] as Supplier[];
const product: Product = {
  id: 'p1',
  fornecedor_id: 'f1',
  nome: 'Caneca',
  descricao: null,
  sku: null,
  preco_fornecedor: 25,
  preco_venda_ml: 59.9,
  preco_venda_amazon: null,
  estoque: 10,
  imagem_url: null,
  publicado_ml: false,
  publicado_amazon: false,
};
const attributes = {
  ean: '6925281974397',
  motivo_sem_ean: null,
  marca: 'JBL',
  modelo: null,
  condicao: 'usado',
  tipo_anuncio: 'premium',
  categoria_ml: null,
  margem_seguranca: 2,
};

/** Opens the form; returns what it saves. */
function openForm(edited?: Product) {
  const saved: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', async (url: string, options?: RequestInit) => {
    const { pathname } = new URL(url, 'http://esteira.test');
    const isSaving = options?.method === 'POST';
    if (isSaving) saved.push(JSON.parse(String(options.body))[0]);
    const paths = pathname.replace('/trpc/', '').split(',');
    // What the section of the net value asks for stays unknown.
    const data = (path: string) =>
      path === 'products.listingAttributes' ? attributes : isSaving ? product : null;
    return Response.json(paths.map((path) => ({ result: { data: data(path) } })));
  });
  render(
    <DataProvider>
      <ProductForm
        product={edited}
        suppliers={suppliers}
        onClose={() => undefined}
        onNext={() => undefined}
        onDuplicate={() => undefined}
        onShowHistory={() => undefined}
      />
    </DataProvider>,
  );
  return saved;
}

const toggle = () => screen.getByRole('button', { name: 'Dados para os marketplaces (opcional)' });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Atualizar' }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

afterEach(() => {
  // What one test typed and left is no draft of the next.
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

it('is closed at first, and then saving leaves what is stored alone', async () => {
  const saved = openForm(product);
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByLabelText('EAN')).toBeNull();
  save();
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]).toEqual({ id: 'p1', mudancas: {} });
});

it('shows what is stored, and saves what was changed of it with what it was', async () => {
  const saved = openForm(product);
  fireEvent.click(toggle());
  const ean = await screen.findByLabelText<HTMLInputElement>('EAN');
  expect(ean.value).toBe('6925281974397');
  type('Marca', '');
  type('Estoque de segurança', '3');
  save();
  await expect.poll(() => saved).toHaveLength(1);
  const marca = { antes: 'JBL', depois: null };
  const margem_seguranca = { antes: 2, depois: 3 };
  expect(saved[0]).toEqual({ id: 'p1', mudancas: { ficha: { marca, margem_seguranca } } });
});

it('opens again for a field that is refused, and stays open once it is mended', async () => {
  const saved = openForm(product);
  fireEvent.click(toggle());
  await screen.findByLabelText('EAN');
  type('EAN', '123');
  fireEvent.click(toggle());
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
  save();
  await expect.poll(() => screen.queryByText('Código EAN inválido: confira os dígitos')).not.toBeNull();
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
  type('EAN', '6925281974397');
  save();
  await expect.poll(() => saved).toHaveLength(1);
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
});

it('of a new product begins with the usual choices, without asking the server', async () => {
  openForm();
  fireEvent.click(toggle());
  expect(screen.getByLabelText<HTMLSelectElement>('Condição').value).toBe('novo');
  expect(screen.getByLabelText<HTMLSelectElement>('Tipo de anúncio').value).toBe('classico');
  expect(screen.getByLabelText<HTMLInputElement>('Estoque de segurança').value).toBe('0');
});

it('says before it is saved that a code of the shop itself is no EAN', async () => {
  const saved = openForm(product);
  fireEvent.click(toggle());
  await screen.findByLabelText('EAN');
  type('EAN', '2000000000008');
  expect(screen.getByText(/^Este código não identifica o produto fora da loja/)).toBeDefined();
  save();
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]).toEqual({
    id: 'p1',
    mudancas: { ficha: { ean: { antes: '6925281974397', depois: null } } },
  });
});

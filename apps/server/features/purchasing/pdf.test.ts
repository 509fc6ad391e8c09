import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import { expect, it } from 'vitest';
import { countPdfPages, readPdfRuns } from '../../testing/files/pdf-text';
import { countLongestHold } from '../../testing/watching/count-steps';
import { PDF_STEP, renderPurchasePdf } from './pdf';

function order(index: number, fields: Partial<PurchaseOrder> = {}): PurchaseOrder {
  const made = { ...fieldsOf(index), ...fields };
  const { produto_nome, produto_sku, quantidade, preco_fornecedor } = made;
  return { ...made, itens: fields.itens ?? [{ produto_nome, produto_sku, quantidade, preco_fornecedor }] };
}

const fieldsOf = (index: number) => ({
  id: String(index),
  marketplace: 'mercadolivre' as const,
  ml_order_id: `2000${index}`,
  produto_nome: `Produto ${index} com ação e coração`,
  produto_sku: `SKU-${index}`,
  quantidade: 2,
  preco_fornecedor: 10.5,
  cliente_nome: 'José da Conceição',
  cliente_endereco: 'Rua São João, 1, São Paulo - SP, CEP 01010-000',
  etiqueta_ml_url: null,
  requer_atencao: false,
  retido: null,
  criado_em: '2026-11-22T12:00:00.000Z',
});

async function render(orders: PurchaseOrder[]) {
  const bytes = await renderPurchasePdf({
    ...{ supplier: 'Atacado Brás', seller: 'Loja da Ana', orders },
    ...{ now: new Date('2026-11-22T12:00:00Z'), compress: false },
  });
  return { bytes, shown: readPdfRuns(bytes).join('\n'), pages: countPdfPages(bytes) };
}

it('has products, totals and deliveries, with their accents', async () => {
  const { bytes, shown, pages } = await render([order(1), order(1), order(2)]);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pages).toBe(1);
  for (const text of [
    'Produto 1 com ação e coração',
    'R$ 21,00',
    'R$ 31,50',
    'Entregas (3)',
    'José da Conceição',
    'De Loja da Ana para Atacado Brás, 22/11/2026',
    'Página 1 de 1',
  ]) {
    expect(shown).toContain(text);
  }
});

it('goes on over pages with a head on each, and ends with the exact total', async () => {
  const { shown, pages } = await render(Array.from({ length: 150 }, (_, index) => order(index)));
  expect(pages).toBeGreaterThan(10);
  expect(shown).toContain(`Página ${pages} de ${pages}`);
  expect(shown.match(/Custo unit\./g)?.length).toBeGreaterThan(3);
  expect(shown).toContain('R$ 1.575,00');
  expect(shown).toContain('150. 2 × Produto 149');
});

it('is made of any text', async () => {
  const strange = {
    produto_nome: '😀'.repeat(80),
    cliente_endereco: 'x'.repeat(2000),
    produto_sku: '日本\u0000',
  };
  const { pages } = await render([order(1, strange)]);
  expect(pages).toBe(1);
});

it('lets others have their turn every few deliveries', async () => {
  const held = await countLongestHold(async (count) => {
    const counted = Array.from({ length: 10 * PDF_STEP + 1 }, (_, index) => ({
      ...order(index),
      // Read once, where its delivery is drawn.
      get cliente_endereco() {
        count();
        return 'Rua São João, 1';
      },
    }));
    await render(counted);
  });
  expect(held).toBe(PDF_STEP);
});

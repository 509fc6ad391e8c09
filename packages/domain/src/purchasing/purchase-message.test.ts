import { expect, it } from 'vitest';
import { type PurchaseMessageInput, toPurchaseMessage } from './purchase-message';

const CABLE = { produto_nome: 'Cabo USB-C', produto_sku: null, quantidade: 1, preco_fornecedor: 8.9 };

const input: PurchaseMessageInput = {
  supplierName: 'Atacado *Brás*',
  sellerName: 'Marina Alves',
  day: '22/11/2026',
  deliveries: [
    {
      itens: [
        { produto_nome: 'Fone de Ouvido', produto_sku: 'TEC-001', quantidade: 2, preco_fornecedor: 85 },
      ],
      quantidade: 2,
      preco_fornecedor: 85,
      ml_order_id: '2000012345',
      cliente_nome: 'Ana\nSouza',
      cliente_endereco: 'Rua A, 1, São Paulo - SP, CEP 01010-000',
    },
    {
      itens: [CABLE],
      quantidade: 1,
      preco_fornecedor: 8.9,
      ml_order_id: '2000012346',
      cliente_nome: 'Bia Reis',
      cliente_endereco: 'Rua B, 2',
    },
  ],
  pageUrl: null,
  payment: { amount: 93.9, pixCode: '000201' },
};

it('says what to buy, for whom, what it costs and how it is paid', () => {
  expect(toPurchaseMessage(input)).toBe(`*Pedido de compra de 22/11/2026*
Para: Atacado Brás
De: Marina Alves

*Produtos*
1x Cabo USB-C: R$ 8,90 (R$ 8,90 cada)
2x Fone de Ouvido [TEC-001]: R$ 85,00 (R$ 42,50 cada)
*Total: R$ 93,90* (2 pedidos, 3 unidades)

*Entregas*

1. 2x Fone de Ouvido [TEC-001]
Pedido 2000012345
Ana Souza
Rua A, 1, São Paulo - SP, CEP 01010-000

2. 1x Cabo USB-C
Pedido 2000012346
Bia Reis
Rua B, 2

*Pix copia e cola* (R$ 93,90):
000201`);
});

it('tells the page in place of products and buyers, and nothing that is not there', () => {
  const text = toPurchaseMessage({ ...input, pageUrl: 'https://loja.exemplo/lista', payment: null });
  expect(text).toContain('*Total: R$ 93,90*');
  expect(text).toContain('Lista com produtos, endereços e etiquetas:\nhttps://loja.exemplo/lista');
  expect(text).not.toMatch(/Ana|Rua|Pix|Fone/);
});

it('names every product of a delivery below one number', () => {
  const [first, second] = input.deliveries;
  if (first === undefined || second === undefined) throw new Error('two deliveries');
  const both = { ...first, itens: [...first.itens, CABLE], quantidade: 3, preco_fornecedor: 93.9 };
  const text = toPurchaseMessage({ ...input, deliveries: [both, second] });
  expect(text).toContain('1. 2x Fone de Ouvido [TEC-001]\n1x Cabo USB-C\nPedido 2000012345\n');
  expect(text).toContain('2x Cabo USB-C: R$ 17,80 (R$ 8,90 cada)');
  expect(text).toContain('*Total: R$ 102,80* (2 pedidos, 4 unidades)');
});

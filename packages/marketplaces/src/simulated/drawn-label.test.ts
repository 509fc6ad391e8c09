import { expect, it } from 'vitest';
import { DRAWN_LABEL, describeLabel, openLabel } from './drawn-label';
import { type LabelInput, renderLabel } from './label';

const INPUT: LabelInput = {
  marketplace: 'amazon',
  ml_order_id: '701-1234567-1234567',
  sku: null,
  produto_nome: 'Cafeteira elétrica',
  quantidade: 1,
  cliente_nome: 'Conceição Araújo 😀',
  cliente_endereco: 'Rua da "Alegria", 10\nRecife - PE, 50000-000',
  remetente_nome: 'Distribuidora Brás',
  remetente_detalhe: null,
  criado_em: new Date('2026-11-21T01:30:00Z'),
};

const keep = () => {
  const { mime, bytes } = describeLabel(INPUT);
  return { tipo: mime, conteudo: bytes };
};

it('a kept label opens as the PDF of what it shows, the same each time', async () => {
  const drawn = await renderLabel(INPUT);
  for (const opened of [await openLabel(keep()), await openLabel(keep())]) {
    expect(opened.tipo).toBe('application/pdf');
    expect(Buffer.compare(opened.conteudo, drawn)).toBe(0);
  }
});

it('is far smaller than the document that is drawn from it', async () => {
  expect(keep().conteudo.length * 4).toBeLessThan((await renderLabel(INPUT)).length);
});

it('documents of a marketplace are given back as they are', async () => {
  const file = { tipo: 'application/pdf', conteudo: Buffer.from('%PDF-1.4 label') };
  expect(await openLabel(file)).toBe(file);
});

it('one that is damaged fails', async () => {
  await expect(openLabel({ tipo: DRAWN_LABEL, conteudo: Buffer.from('{"ml_') })).rejects.toThrow();
});

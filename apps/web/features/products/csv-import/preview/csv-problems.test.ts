import { expect, it } from 'vitest';
import { errorLine, errorsAsCsv } from './csv-problems';

it('puts line, column and reason in cells of their own, as a Brazilian Excel reads them', () => {
  expect(errorsAsCsv(['Linha 2: sku: SKU repetido no arquivo', 'Linha 3: nome: campo obrigatório'])).toBe(
    '\uFEFFlinha;coluna;motivo\r\n2;sku;SKU repetido no arquivo\r\n3;nome;campo obrigatório\r\n',
  );
});

it('keeps a reason whole that holds the separator, quotes or colons', () => {
  expect(errorLine('Linha 7: linha: tem 11 colunas e o cabeçalho 9; textos: "aspas"')).toBe(
    '7;linha;"tem 11 colunas e o cabeçalho 9; textos: ""aspas"""\r\n',
  );
});

it('disarms what a spreadsheet would run as a formula', () => {
  expect(errorLine('Linha 4: estoque: =cmd()')).toBe("4;estoque;'=cmd()\r\n");
});

it('shows a sentence of another form as it is', () => {
  expect(errorLine('Tente de novo')).toBe(';;Tente de novo\r\n');
});

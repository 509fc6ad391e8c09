import { expect, it } from 'vitest';
import { errorsAsCsv } from './csv-errors';

it('writes one error a line under a header', () => {
  expect(errorsAsCsv(['Linha 2: sku: repetido', 'Linha 3: nome: campo obrigatório'])).toBe(
    'erro\r\nLinha 2: sku: repetido\r\nLinha 3: nome: campo obrigatório',
  );
});

it('quotes what would break the file and disarms what would run as a formula', () => {
  expect(errorsAsCsv(['disse "não", e só'])).toBe('erro\r\n"disse ""não"", e só"');
  expect(errorsAsCsv(['=cmd()'])).toBe("erro\r\n'=cmd()");
});

import { expect, it } from 'vitest';
import { chooseFile } from './csv-drop-zone';

const csv = new File(['nome'], 'Produtos.CSV');

function sized(bytes: number): File {
  return Object.defineProperty(new File([], 'produtos.csv'), 'size', { value: bytes });
}

it('takes one .csv file, however the ending is written', () => {
  expect(chooseFile([csv])).toEqual({ ok: true, file: csv });
});

it.each([
  ['nothing', [], 'Selecione um arquivo CSV'],
  [
    'an old spreadsheet',
    [new File([], 'produtos.xlsx.xls')],
    'Só arquivos .csv e .xlsx são aceitos. Abra a planilha no Excel e salve-a como .xlsx',
  ],
  [
    'a table of Numbers',
    [new File([], 'Produtos.numbers')],
    'Só arquivos .csv e .xlsx são aceitos. No Numbers, use Arquivo → Exportar para → Excel',
  ],
  ['another file', [new File([], 'produtos')], 'Só arquivos .csv e .xlsx são aceitos'],
  ['two files', [csv, csv], 'Escolha um arquivo por vez'],
  ['a file beyond 50 MB', [sized(50 * 1024 * 1024 + 1)], 'O arquivo passa de 50 MB'],
])('refuses %s', (_, files, why) => {
  expect(chooseFile(files)).toEqual({ ok: false, why });
});

it('takes a file of exactly 50 MB', () => {
  expect(chooseFile([sized(50 * 1024 * 1024)]).ok).toBe(true);
});

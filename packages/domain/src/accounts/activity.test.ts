import { expect, it } from 'vitest';
import { describeActivity } from './activity';

const NOTHING = { alvo: null, quantidade: null, com_busca: false };

it.each([
  [{ ato: 'exportacao', alvo: 'pedidos', quantidade: 1204 }, 'Exportou pedidos (1.204 linhas)'],
  [
    { ato: 'exportacao', alvo: 'produtos', quantidade: 1, com_busca: true },
    'Exportou produtos (1 linha, com busca)',
  ],
  [{ ato: 'exportacao', alvo: 'fechamento' }, 'Exportou os pedidos de um mês'],
  [{ ato: 'exportacao', alvo: 'outra', com_busca: true }, 'Exportou dados (com busca)'],
  [{ ato: 'etiquetas', quantidade: 12 }, 'Baixou etiquetas (12 pedidos)'],
  [{ ato: 'pagina_criada', alvo: 'x', quantidade: 1 }, 'Criou uma página para fornecedor (1 pedido)'],
  [{ ato: 'entrada' }, 'Entrou'],
] as const)('%o reads %s', (act, text) => {
  expect(describeActivity({ ...NOTHING, ...act })).toBe(text);
});

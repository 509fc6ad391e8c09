import { newId } from '@esteira/db/schema/columns';
import { products } from '@esteira/db/schema/products/products';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSupplier, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

const COUNT = 600;

/** The words of the product with this number, the oldest being 0. */
function wordsOf(n: number): string {
  const words = [
    ...(n % 3 === 0 ? ['comum'] : []),
    ...(n % 20 === 0 ? ['às vezes'] : []),
    ...(n < 100 ? ['antigo'] : []),
    ...(n >= 590 ? ['recente'] : []),
    ...(n === 7 ? ['único 100%'] : []),
  ];
  return `Produto ${n} ${words.join(' ')}`.trim();
}

interface Kept {
  n: number;
  nome: string;
  estoque: number;
  isGone: boolean;
}

const KEPT: Kept[] = Array.from({ length: COUNT }, (_, n) => ({
  n,
  nome: wordsOf(n),
  estoque: n % 2,
  isGone: n % 30 === 15,
}));

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
  const fornecedor_id = (await makeSupplier(server, user)).id;
  const start = Date.parse('2026-11-21T12:00:00Z');
  await server.db.insert(products).values(
    KEPT.map(({ n, nome, estoque, isGone }) => ({
      ...{ usuario_id: user.id, id: newId(new Date(start + n)), fornecedor_id, nome, estoque },
      ...{
        preco_fornecedor: 10,
        preco_venda_ml: 20,
        excluido_em: isGone ? '2026-11-22T12:00:00.000Z' : null,
      },
    })),
  );
});
afterAll(() => server.close());

/** The names of every page, one after the other. */
async function search(busca: string, more: Record<string, string> = {}): Promise<string[][]> {
  const pages: string[][] = [];
  let next: string | undefined = `/api/produtos?${new URLSearchParams({ limite: '50', busca, ...more })}`;
  while (next !== undefined) {
    const answer = await server.call('GET', next, { token: user.token });
    expect(answer.status).toBe(200);
    pages.push(answer.body.map(({ nome }: { nome: string }) => nome));
    next = /<(.+)>/.exec(String(answer.headers['link'] ?? ''))?.[1];
  }
  return pages;
}

function expectedOf(word: string, isWanted: (product: Kept) => boolean): string[][] {
  const found = KEPT.filter((product) => !product.isGone && product.nome.includes(word) && isWanted(product));
  const names = found.map(({ nome }) => nome).reverse();
  return Array.from({ length: Math.max(1, Math.ceil(names.length / 50)) }, (_, page) =>
    names.slice(page * 50, page * 50 + 50),
  );
}

it.each([
  ['that very many hold', 'COMUM', 'comum'],
  ['that some hold, too few for a page', 'as vezes', 'às vezes'],
  ['that none of the newest holds', 'antigo', 'antigo'],
  ['that only the newest hold', 'recente', 'recente'],
  ['that one holds, with a sign of patterns', '100%', '100%'],
  ['that none holds', 'ausente', 'ausente'],
  ['of two letters', 'pr', 'Pr'],
])('a text %s is found on every page, the newest first', async (_, busca, word) => {
  expect(await search(busca)).toEqual(expectedOf(word, () => true));
  expect(await search(busca, { sem_estoque: 'true' })).toEqual(
    expectedOf(word, ({ estoque }) => estoque === 0),
  );
});

import { runs } from '@esteira/config/vitest/runs';
import { products } from '@esteira/db/schema/products/products';
import { fromCents } from '@esteira/domain/money';
import { findDamage } from '@esteira/validators/csv/spreadsheet-damage';
import { productInput } from '@esteira/validators/products/product';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeSupplier, makeUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** What texts in spreadsheets stumble over, beside any other text. */
const piece = fc.oneof(
  fc.constantFrom(
    '=1+1',
    '+55',
    '-5',
    '@SUM(A1)',
    "'",
    '"',
    ';',
    ',',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '007',
    ' ',
    '_x000D_',
    '="007"',
    '2000008123456789',
    '10-mai',
  ),
  fc.constantFrom(
    '1.234',
    '1e5',
    'VERDADEIRO',
    '21/11/2026',
    '\uFEFF',
    'sep=;',
    '<b>&amp;',
    'ç',
    '😀',
    '\u0085',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
const cents = fc.integer({ min: 0, max: 999_999_999 }).map(fromCents);

/** What a product may be, as any client would have stored it. */
const product = fc
  .record({
    nome: text,
    descricao: text,
    sku: text,
    preco_fornecedor: cents,
    preco_venda_ml: cents,
    preco_venda_amazon: fc.option(cents),
    estoque: fc.integer({ min: 0, max: 1_000_000 }),
    imagem_url: fc.constantFrom('', 'https://exemplo.com.br/a;b"c,=.jpg?x=1'),
  })
  .map((fields) => productInput.safeParse({ ...fields, fornecedor_id: 'x' }))
  .filter((parsed) => parsed.success && parsed.data.sku !== null)
  // A code that only a spreadsheet makes (`21/11/2026`) is refused, whoever wrote it.
  .filter(({ data }) => findDamage('sku', data?.sku ?? '') === null)
  .map((parsed) => parsed.data);

const catalogue = fc.uniqueArray(product, {
  minLength: 1,
  maxLength: 40,
  selector: (value) => value?.sku?.normalize().toLowerCase(),
});

it.each(['csv', 'xlsx'])(
  'products exported as %s and imported to update change nothing, whatever they hold',
  async (format) => {
    const seed = process.env['TEST_SEED'];
    await fc.assert(
      fc.asyncProperty(
        catalogue,
        fc.constantFrom('São José', '=1+1', "'@", 'a;"b"'),
        async (all, supplier) => {
          const user = await makeUser(server);
          const { id: fornecedor_id } = await makeSupplier(server, user, { nome: supplier });
          const rows = all.flatMap((one) => (one ? [{ ...one, fornecedor_id, usuario_id: user.id }] : []));
          await server.db.insert(products).values(rows);
          const stored = () =>
            server.db
              .select()
              .from(products)
              .where(eq(products.usuario_id, user.id))
              .orderBy(asc(products.id));
          const before = await stored();

          const url = `/api/exportar/produtos.${format}`;
          const file = await server.app.inject({ url, headers: { authorization: `Bearer ${user.token}` } });
          const { body } = await server.call('POST', '/api/produtos/importar-csv?atualizar=1', {
            token: user.token,
            ...csvUpload(file.rawPayload, `produtos.${format}`),
          });
          expect(body).toEqual({ produtos_criados: 0, produtos_atualizados: 0, erros: [] });
          expect(await stored()).toEqual(before);
        },
      ),
      { numRuns: runs(25), ...(seed === undefined ? {} : { seed: Number(seed) }) },
    );
  },
);

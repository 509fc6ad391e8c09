import { runs } from '@esteira/config/vitest/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
  await makeSupplier(server, user, { nome: 'F' });
});
afterAll(() => server.close());

const HEADER = 'fornecedor_id,nome,descricao,sku,preco_fornecedor,preco_venda_ml,estoque,imagem_url';
const URL_PATH = '/api/produtos/importar-csv';

const pieces = [...',;"\n\r\t aé€=+-@0\0\u{1f600}\u2028', 'F,', '1,', '25,00', '""', '\r\n', HEADER, 'sep=;'];
const anyBytes = fc.uint8Array({ maxLength: 300 });
const anyCsv = fc
  .string({ unit: fc.constantFrom(...pieces), maxLength: 120 })
  .map((text) => new TextEncoder().encode(text));
const anyRows = fc
  .tuple(anyCsv, anyBytes)
  .map(([text, bytes]) => Buffer.concat([Buffer.from(`${HEADER}\nF,P,,,1,2,3,\n`), text, bytes]));

it('whatever the file holds, the answer is an import or a refusal in Portuguese', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyBytes, anyCsv, anyRows), async (bytes) => {
      const { status, body } = await server.call('POST', URL_PATH, {
        token: user.token,
        ...csvUpload(bytes),
      });
      if (status === 200) {
        const { avisos = [], ...documented } = body;
        expect(documented).toEqual({ produtos_criados: expect.any(Number), erros: expect.any(Array) });
        for (const notice of avisos) expect(notice).toMatch(/^O arquivo foi lido como /);
        for (const error of body.erros) expect(error).toMatch(/^Linha \d+: [a-z_]+: ./s);
      } else {
        expect(status).toBe(422);
        expect(body).toEqual({
          detail: expect.stringMatching(/^(O arquivo|Cabeçalho)/),
          erros: [{ campo: 'arquivo', mensagem: body.detail }],
        });
      }
    }),
    { numRuns: runs(400) },
  );
});

it('whatever the envelope holds, it is the client who is told', async () => {
  const { body: whole } = csvUpload(`${HEADER}\nF,P,,,1,2,3,\n`);
  const cut = fc
    .tuple(fc.nat(whole.length), fc.nat(whole.length), fc.uint8Array({ maxLength: 20 }))
    .map(([from, to, bytes]) => Buffer.concat([whole.subarray(0, from), bytes, whole.subarray(to)]));
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyBytes, cut), async (body) => {
      const { headers } = csvUpload('');
      const answer = await server.call('POST', URL_PATH, {
        token: user.token,
        headers,
        body: Buffer.from(body),
      });
      expect(answer.status).toBeLessThan(500);
      if (answer.status !== 200) expect(answer.body.detail).toEqual(expect.any(String));
    }),
    { numRuns: runs(400) },
  );
});

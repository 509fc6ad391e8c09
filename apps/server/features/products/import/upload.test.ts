import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { products } from '@esteira/db/schema/products/products';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await createTestServer();
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const MEGABYTE = 1024 * 1024;
const PATH = '/api/produtos/importar-csv';
const CSV = 'fornecedor_id,nome,preco_fornecedor,preco_venda_ml,estoque\nSão José,Caneca,1,2,3\n';

async function makeSeller(): Promise<TestUser> {
  const user = await makeUser(server);
  await makeSupplier(server, user, { nome: 'São José' });
  return user;
}

/** Begins an upload on a connection of its own; the caller writes, ends or breaks it. */
function open(headers: Record<string, string>) {
  const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: PATH, headers, agent: false });
  request.flushHeaders();
  const answer = new Promise<{ status: number; detail: string }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', async (response: IncomingMessage) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, detail: JSON.parse(text).detail });
    });
  });
  answer.catch(() => undefined);
  return { request, answer };
}

function makeHeaders(user: TestUser, upload: ReturnType<typeof csvUpload>): Record<string, string> {
  return { ...upload.headers, authorization: `Bearer ${user.token}` };
}

/** The uploads that this process keeps on disk now. */
function spooled(): string[] {
  const isOurs = (name: string) => name.includes('esteira-importacao-');
  if (!existsSync('/proc/self/fd')) return readdirSync(tmpdir()).filter(isOurs);
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)].filter(isOurs);
    } catch {
      return [];
    }
  });
}

function countProducts(user: TestUser): Promise<number> {
  return server.db.$count(products, eq(products.usuario_id, user.id));
}

describe('who may', () => {
  it('none without a session, which is refused before the body arrives', async () => {
    const { headers } = csvUpload(CSV);
    const { request, answer } = open({ ...headers, 'content-length': String(40 * MEGABYTE) });
    expect(await answer).toEqual({ status: 401, detail: 'Faça login para continuar' });
    request.destroy();
  });

  it('with EXIGIR_ASSINATURA only who has a plan, and admins', async () => {
    const strict = await createTestServer({ deps: { requireSubscription: true } });
    const send = async (fields: object) => {
      const { token } = await makeUser(strict, fields);
      const { status, body } = await strict.call('POST', PATH, { token, ...csvUpload(CSV) });
      return `${status} ${body.detail ?? ''}`;
    };
    const future = new Date(Date.now() + 86_400_000).toISOString();
    expect(await send({})).toBe('402 Assine um plano para acessar todas as funcionalidades');
    expect(await send({ plano: 'basico', data_expiracao: future })).toBe('200 ');
    expect(await send({ is_admin: true })).toBe('200 ');
    await strict.close();
  });
});

describe('what is not an upload of one CSV file', () => {
  const boundary = (...parts: string[]) => `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
  const file = (name: string, filename: string) =>
    `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: text/csv\r\n\r\n${CSV}`;
  const multipart = 'multipart/form-data; boundary=b';

  it.each<[string, string | undefined, string, number, string]>([
    ['nothing', undefined, '', 422, 'Selecione um arquivo CSV'],
    ['no parts', multipart, '--b--\r\n', 422, 'Selecione um arquivo CSV'],
    ['no body', multipart, '', 422, 'Selecione um arquivo CSV'],
    [
      'a field only',
      multipart,
      boundary('Content-Disposition: form-data; name="file"\r\n\r\nabc'),
      422,
      'Selecione um arquivo CSV',
    ],
    ['an empty choice', multipart, boundary(file('file', '')), 422, 'Selecione um arquivo CSV'],
    ['another field', multipart, boundary(file('arquivo', 'p.csv')), 422, 'Selecione um arquivo CSV'],
    [
      'another kind of file',
      multipart,
      boundary(file('file', 'p.pdf')),
      422,
      'Só arquivos .csv e .xlsx são aceitos',
    ],
    [
      'an old spreadsheet',
      multipart,
      boundary(file('file', 'p.XLS')),
      422,
      'Só arquivos .csv e .xlsx são aceitos. Abra a planilha no Excel e salve-a como .xlsx',
    ],
    [
      "another program's spreadsheet",
      multipart,
      boundary(file('file', 'p.ods')),
      422,
      'Só arquivos .csv e .xlsx são aceitos. Abra a planilha no LibreOffice e salve-a como .xlsx',
    ],
    [
      'two files',
      multipart,
      boundary(file('file', 'p.csv'), file('file', 'q.csv')),
      422,
      'Envie um arquivo por vez',
    ],
    [
      'too many fields',
      multipart,
      boundary(
        ...Array.from({ length: 30 }, (_, n) => `Content-Disposition: form-data; name="f${n}"\r\n\r\nabc`),
      ),
      422,
      'Envie só o arquivo, no campo file',
    ],
    [
      'a body cut off',
      multipart,
      boundary(file('file', 'p.csv')).slice(0, -20),
      400,
      'O envio do arquivo foi interrompido ou está malformado',
    ],
    [
      'no boundary',
      'multipart/form-data',
      boundary(file('file', 'p.csv')),
      400,
      'O envio do arquivo foi interrompido ou está malformado',
    ],
    [
      'JSON',
      'application/json',
      '{"file":"x"}',
      415,
      'Envie o arquivo CSV como multipart/form-data, no campo file',
    ],
    ['bare CSV', 'text/csv', CSV, 415, 'Envie o arquivo CSV como multipart/form-data, no campo file'],
  ])('%s is refused', async (_, type, payload, status, detail) => {
    const user = await makeSeller();
    const response = await server.app.inject({
      method: 'POST',
      url: PATH,
      headers: { authorization: `Bearer ${user.token}`, ...(type ? { 'content-type': type } : {}) },
      payload,
    });
    const erros = status === 422 ? { erros: [{ campo: 'arquivo', mensagem: detail }] } : {};
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ detail, ...erros });
    expect(await countProducts(user)).toBe(0);
    expect(spooled()).toEqual([]);
  });

  it('takes a name in capitals, and other fields beside the file', async () => {
    const user = await makeSeller();
    const response = await server.app.inject({
      method: 'POST',
      url: PATH,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': multipart },
      payload: boundary(
        'Content-Disposition: form-data; name="origem"\r\n\r\nweb',
        file('file', 'PRODUTOS.CSV'),
      ),
    });
    expect(response.json()).toEqual({ produtos_criados: 1, erros: [] });
  });
});

describe('50 MB', () => {
  const sized = (bytes: number) => csvUpload(Buffer.alloc(bytes, 'x'));

  it('are taken', async () => {
    const user = await makeSeller();
    const answer = await server.call('POST', PATH, { token: user.token, ...sized(50 * MEGABYTE) });
    expect(answer.body.detail).toMatch(/^Cabeçalho inválido/);
  });

  it.each(['announced', 'not announced'])('and one byte more are refused, %s', async (kind) => {
    const user = await makeSeller();
    const upload = sized((kind === 'announced' ? 52 : 50) * MEGABYTE + 1);
    const length: Record<string, string> =
      kind === 'announced' ? { 'content-length': String(upload.body.length) } : {};
    const { request, answer } = open({ ...makeHeaders(user, upload), ...length });
    request.end(upload.body);
    expect(await answer).toEqual({ status: 413, detail: 'O arquivo passa de 50 MB' });
    expect(spooled()).toEqual([]);
  });
});

describe('an upload that does not end', () => {
  it('delays no other request, and leaves nothing when it breaks', async () => {
    const user = await makeSeller();
    const upload = csvUpload(CSV);
    const { request } = open(makeHeaders(user, upload));
    request.write(upload.body.subarray(0, 200));
    await expect.poll(spooled).toHaveLength(1);
    const meanwhile = await server.call('POST', PATH, { token: user.token, ...upload });
    expect(meanwhile.body).toEqual({ produtos_criados: 1, erros: [] });
    request.destroy();
    await expect.poll(spooled).toEqual([]);
    expect(await countProducts(user)).toBe(1);
  });

  it('is one of four at a time that one account may have; the others may have theirs', async () => {
    const [user, other] = [await makeSeller(), await makeSeller()];
    const upload = csvUpload(CSV);
    const held = Array.from({ length: 4 }, () => open(makeHeaders(user, upload)));
    for (const { request } of held) request.write(upload.body.subarray(0, 200));
    await expect.poll(spooled).toHaveLength(4);
    const fifth = await server.call('POST', PATH, { token: user.token, ...upload });
    expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '10']);
    expect((await server.call('POST', PATH, { token: other.token, ...upload })).status).toBe(200);
    for (const { request } of held) request.destroy();
    await expect.poll(spooled).toEqual([]);
  });

  it('is given up after standing still for a minute', async () => {
    const user = await makeSeller();
    const upload = csvUpload(CSV);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { request, answer } = open(makeHeaders(user, upload));
    request.write(upload.body.subarray(0, 200));
    // The bound of every body, and that of an upload, which is set a moment after its file is there.
    await expect.poll(() => [spooled().length, vi.getTimerCount()]).toEqual([1, 2]);
    vi.advanceTimersByTime(59_000);
    expect(spooled()).toHaveLength(1);
    vi.advanceTimersByTime(2_000);
    await expect(answer).rejects.toThrow();
    await expect.poll(spooled).toEqual([]);
  });
});

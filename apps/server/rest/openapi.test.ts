import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../testing/server';
import { buildOpenApi } from './openapi';
import type { Json } from './openapi-schemas';
import { REST_ROUTES } from './routes';

const document = buildOpenApi();
const paths = document['paths'] as Record<string, Record<string, Json>>;

interface Parameter {
  name: string;
  in: string;
  required: boolean;
}

/** Every value under the key, anywhere in the document. */
function findValues(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => [
    ...(name === key ? [entry] : []),
    ...findValues(key, entry),
  ]);
}

const resolveReference = (reference: string) =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part], document);

const operationAt = (method: string, path: string): Json => paths[path]?.[method] ?? {};
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
);

describe('the OpenAPI document', () => {
  it.each(REST_ROUTES.map((route) => ({ ...route, name: `${route.method} ${route.path}` })))(
    'describes $name with its own status',
    (route) => {
      const operation = operationAt(route.method.toLowerCase(), route.path.replace(/:(\w+)/g, '{$1}'));
      expect(operation['summary']).toBe(route.summary);
      expect(Object.keys(operation['responses'] as Json)[0]).toBe(String(route.status ?? 200));
    },
  );

  it.each([
    ['post', '/produtos/importar-csv'],
    ['get', '/etiquetas/{usuarioId}/{pedidoId}'],
    ['get', '/assinatura/pagamentos/{id}/recibo.pdf'],
    ['get', '/conta/dados.zip'],
    ['get', '/health'],
    ['get', '/ready'],
  ])('describes %s %s', (method, path) => {
    expect(operationAt(method, path)).toHaveProperty('operationId');
  });

  it.each([
    ['/produtos', '/produtos', 'ordem'],
    ['/pedidos', '/pedidos', 'ordem'],
    ['/admin/payments', '/pagamentos', 'meio'],
  ])('gives the exports of %s the filters of the list, and no page', (list, exported, known) => {
    const namesAt = (path: string) =>
      (operationAt('get', path)['parameters'] as Parameter[]).map(({ name }) => name);
    const filters = namesAt(list).filter((name) => !['limite', 'cursor'].includes(name));
    for (const format of ['csv', 'xlsx']) expect(namesAt(`/exportar${exported}.${format}`)).toEqual(filters);
    expect(filters).toContain(known);
  });

  it('resolves every reference', () => {
    const references = findValues('$ref', document);
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\//);
      expect(resolveReference(String(reference)), String(reference)).toMatchObject({ type: 'object' });
    }
  });

  it('gives every operation an id of its own and declares its tags', () => {
    const ids = operations.map(({ operation }) => operation['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
    const declared = (document['tags'] as { name: string }[]).map((tag) => tag.name);
    expect(declared).toEqual(
      expect.arrayContaining(operations.flatMap(({ operation }) => operation['tags'])),
    );
  });

  it.each(operations)('declares exactly the parameters in the address of $name', ({ path, operation }) => {
    const parameters = (operation['parameters'] ?? []) as Parameter[];
    const inPath = parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => parameter.name);
    expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  });

  it('takes from a product everything but its id in the body', () => {
    const body = operationAt('put', '/produtos/{id}')['requestBody'] as Json;
    const [schema] = findValues('schema', body) as { properties: Json; required: string[] }[];
    expect(Object.keys(schema?.properties ?? {})).toContain('estoque_anterior');
    expect(Object.keys(schema?.properties ?? {})).not.toContain('id');
    expect(schema?.required).toEqual([
      'fornecedor_id',
      'nome',
      'preco_fornecedor',
      'preco_venda_ml',
      'estoque',
    ]);
  });

  it('lets a simulated sale go without a body and keeps the marketplace out of it', () => {
    const body = operationAt('post', '/amazon/simular-venda/{id}')['requestBody'] as Json;
    expect(body['required']).toBe(false);
    expect(Object.keys((findValues('properties', body)[0] ?? {}) as Json)).toEqual(['quantidade']);
  });

  it('answers lists as arrays with a Link header', () => {
    const answer = (operationAt('get', '/pedidos')['responses'] as Json)['200'] as Json;
    expect(findValues('schema', answer['content'])).toEqual([
      { type: 'array', items: { $ref: '#/components/schemas/Pedido' } },
    ]);
    expect(answer['headers']).toHaveProperty('Link');
    const names = (operationAt('get', '/pedidos')['parameters'] as Parameter[]).map(({ name }) => name);
    expect(names).toEqual([
      ...['limite', 'cursor', 'busca', 'marketplace', 'conta_id', 'fornecedor_id', 'de', 'ate', 'atencao'],
      ...['atrasados', 'etiqueta_nao_impressa', 'filtro', 'status', 'ordem'],
    ]);
  });

  it('takes the idempotency key of a payment from its header', () => {
    const checkout = operationAt('post', '/checkout');
    expect(checkout['parameters']).toMatchObject([
      { name: 'idempotency-key', in: 'header', required: false },
    ]);
    expect(findValues('chave_idempotencia', checkout['requestBody'])).toEqual([]);
  });

  it('asks for a token everywhere but where there is none yet', () => {
    const open = operations.filter(
      ({ operation }) => (operation['security'] as Json[] | undefined)?.length === 0,
    );
    expect(open.map(({ name }) => name).sort()).toEqual([
      'get /etiquetas/{usuarioId}/{pedidoId}',
      'get /health',
      'get /ready',
      'post /auth/esqueci-senha',
      'post /auth/login',
      'post /auth/redefinir-senha',
      'post /auth/registrar',
      'post /auth/segundo-passo',
      'post /conta/confirmar-email',
    ]);
  });

  it('takes keys with one of the scopes where the procedure does, and nowhere else', () => {
    const security = (method: string, path: string) => operationAt(method, path)['security'];
    const session = { bearer: [] };
    expect(security('get', '/produtos')).toEqual([session, { chave: ['leitura'] }, { chave: ['produtos'] }]);
    expect(security('post', '/pedidos/{id}/pagar')).toEqual([session, { chave: ['pedidos'] }]);
    expect(security('post', '/produtos/importar-csv')).toEqual([session, { chave: ['produtos'] }]);
    expect(security('get', '/exportar/pedidos.csv')).toEqual([
      session,
      { chave: ['leitura'] },
      { chave: ['pedidos'] },
    ]);
    for (const { name, path, operation } of operations) {
      if (!/^\/(auth|checkout|admin)/.test(path)) continue;
      expect([undefined, []], name).toContainEqual(operation['security']);
    }
    expect(document['security']).toEqual([session]);
  });

  it('tells of 403 wherever a token is asked for, because a key may lack the scope', () => {
    for (const { name, operation } of operations) {
      const isOpen = (operation['security'] as Json[] | undefined)?.length === 0;
      const tells = '403' in (operation['responses'] as Json);
      const mayRefuse =
        !isOpen ||
        ['get /etiquetas/{usuarioId}/{pedidoId}', 'post /auth/login', 'post /auth/segundo-passo'].includes(
          name,
        );
      expect(tells, name).toBe(mayRefuse);
    }
  });

  it.each([
    [
      402,
      [
        'post /amazon/publicar/{id}',
        'post /amazon/simular-venda/{id}',
        'post /checkout',
        'post /mercadolivre/publicar/{id}',
        'post /mercadolivre/simular-venda/{id}',
        'post /produtos/importar-csv',
      ],
    ],
    [
      503,
      [
        'get /ready',
        'post /amazon/despublicar/{id}',
        'post /amazon/publicar/{id}',
        'post /amazon/simular-venda/{id}',
        'post /checkout',
        'post /mercadolivre/despublicar/{id}',
        'post /mercadolivre/publicar/{id}',
        'post /mercadolivre/simular-venda/{id}',
        'post /pedidos/lote',
        'post /pedidos/{id}/enviar-fornecedor',
      ],
    ],
  ])('tells of %i exactly where it can come', (status, expected) => {
    const told = operations.filter(({ operation }) => String(status) in (operation['responses'] as Json));
    expect(told.map(({ name }) => name).sort()).toEqual(expected);
  });

  it('tells the refusals of every operation as problems', () => {
    for (const { name, operation } of operations) {
      for (const [status, answer] of Object.entries(operation['responses'] as Record<string, Json>)) {
        if (Number(status) < 400) continue;
        expect(findValues('$ref', answer), `${name} ${status}`).toEqual(['#/components/schemas/Problema']);
      }
    }
  });
});

describe('the documentation routes', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('serve the document as it was built', async () => {
    const answer = await server.call('GET', '/api/openapi.json');
    expect([answer.status, answer.body]).toEqual([200, JSON.parse(JSON.stringify(document))]);
  });

  it.each(['/api/docs', '/api/docs/'])('serve a page under a policy of its own at %s', async (url) => {
    const answer = await server.call('GET', url);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('API da Esteira');
    expect(answer.headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'");
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('serve every file that the page asks for', async () => {
    const page = (await server.call('GET', '/api/docs')).text;
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const url of files) expect((await server.call('GET', url)).status, url).toBe(200);
  });

  it('leave the policy of every other answer strict', async () => {
    const answer = await server.call('GET', '/api/openapi.json');
    expect(answer.headers['content-security-policy']).not.toContain('unsafe-inline');
  });
});

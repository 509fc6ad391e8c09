import { KEY_SCOPE_TEXTS, KEY_SCOPES, MAX_KEY_CALLS_PER_MINUTE } from '@esteira/domain/accounts/api-keys';
import { MAX_LIMIT } from '@esteira/domain/paging';
import { z } from 'zod';
import { procedureAt, procedureMetaAt } from '../router';
import { toExportPaths } from './openapi-exports';
import { EXTRA_PATHS } from './openapi-extra-paths';
import { jsonContent, toProblemResponses, toSecurity, toSuccessResponse } from './openapi-responses';
import { entitySchemas, type Json, toJsonSchema } from './openapi-schemas';
import { REST_ROUTES, type RestRoute } from './routes';

const TAGS: Record<string, string> = {
  auth: 'Conta',
  conta: 'Conta',
  checkout: 'Planos',
  dashboard: 'Painel',
  produtos: 'Produtos',
  custos: 'Custos',
  fornecedores: 'Fornecedores',
  mercadolivre: 'Mercado Livre',
  amazon: 'Amazon',
  pedidos: 'Pedidos',
  admin: 'Administração',
};

const DESCRIPTION = [
  'Automação de dropshipping para Mercado Livre e Amazon.',
  'Entre em `POST /auth/login` e envie o `access_token` como `Authorization: Bearer`, ou crie uma chave de API (`est_…`)',
  'em Configurações e envie-a do mesmo modo.',
  'Valores em reais são números JSON com até 2 casas decimais; datas seguem a ISO 8601 com fuso.',
  'Todo erro responde `{ "detail": "…" }`, uma frase em português; erros de validação (422) trazem também `erros`.',
  'As listas vêm completas, da mais nova para a mais antiga. Com `limite` ou `cursor` vem uma página,',
  'e o cabeçalho `Link` com `rel="next"` aponta a seguinte.',
].join('\n');

const KEY_DESCRIPTION = [
  'Chave de API, criada em Configurações → Chaves de API. Cada operação diz os escopos que servem:',
  ...KEY_SCOPES.map((scope) => `\`${scope}\` (${KEY_SCOPE_TEXTS[scope].description})`),
  `Sem nenhum deles a resposta é 403. Cada chave faz até ${MAX_KEY_CALLS_PER_MINUTE} chamadas por minuto.`,
].join(' ');

/** What query parameters mean; their schemas accept text too, because a query string holds nothing else. */
const QUERY: Record<string, { description: string; schema?: Json }> = {
  limite: {
    description: 'Tamanho da página. Sem `limite` e sem `cursor`, a lista vem completa.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT },
  },
  cursor: { description: 'Onde a página começa, como veio em `Link`.' },
  busca: {
    description:
      'Procura no nome, no SKU ou no e-mail; em pedidos, o começo de cada palavra do número, do SKU, do comprador, do ' +
      'produto ou do fornecedor, ou os últimos dígitos de um número. Não distingue maiúsculas nem acentos.',
  },
  estoque_baixo: { description: 'Somente produtos com menos de 5 unidades.', schema: { type: 'boolean' } },
  sem_estoque: { description: 'Somente produtos sem nenhuma unidade.', schema: { type: 'boolean' } },
  sem_preco_amazon: { description: 'Somente produtos sem preço na Amazon.', schema: { type: 'boolean' } },
  com_prejuizo: {
    description: 'Somente produtos que custam mais do que o preço em algum marketplace.',
    schema: { type: 'boolean' },
  },
  margem_caiu: {
    description: 'Somente produtos que uma mudança de tarifas do último mês deixou abaixo da margem mínima.',
    schema: { type: 'boolean' },
  },
  publicado: { description: 'Somente produtos publicados ali, ou em nenhum marketplace.' },
  filtro: { description: 'Somente pedidos neste ponto do fluxo.' },
  situacao: { description: 'Somente usuários ativos, inativos ou administradores.' },
  plano: { description: 'Somente usuários com este plano em vigor, ou sem nenhum.' },
  status: { description: 'Somente pedidos com este status.' },
  marketplace: { description: 'Somente pedidos deste marketplace.' },
  fornecedor_id: { description: 'Somente deste fornecedor.' },
  de: {
    description: 'Recebidos a partir deste dia (de São Paulo).',
    schema: { type: 'string', format: 'date' },
  },
  ate: { description: 'Recebidos até este dia, inclusive.', schema: { type: 'string', format: 'date' } },
  atencao: { description: 'Somente pedidos que requerem atenção.', schema: { type: 'boolean' } },
  ordem: { description: 'Do mais novo ao mais antigo, se nada for dito.' },
};

const HEADERS: Record<string, string> = {
  'idempotency-key':
    'Repita a chave para repetir o mesmo envio: a cobrança é feita uma vez e a resposta é a mesma. A mesma chave com ' +
    'outros dados é 409; diferente do campo `chave_idempotencia`, 422.',
};

/** The OpenAPI 3.1 description of `/api`, generated from the route table and the procedures' schemas. */
export function buildOpenApi(): Json {
  const paths: Record<string, Json> = {};
  for (const route of REST_ROUTES) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) };
  }
  Object.assign(paths, toExportPaths(paths));
  for (const [path, item] of Object.entries(EXTRA_PATHS)) paths[path] = { ...paths[path], ...item };
  return {
    openapi: '3.1.0',
    info: { title: 'API da Esteira', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags: [...new Set(Object.values(TAGS)), 'Operação'].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        chave: { type: 'http', scheme: 'bearer', bearerFormat: 'est_…', description: KEY_DESCRIPTION },
      },
      schemas: entitySchemas(),
    },
  };
}

function toOperation(route: RestRoute): Json {
  const { input, output } = getSchemas(route);
  const meta = procedureMetaAt(route.procedure);
  const body = toRequestBody(route, input);
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [TAGS[route.path.split('/')[1] ?? ''] ?? 'Outros'],
    ...(meta.isPublic ? { security: [] } : toSecurity(meta.scopes)),
    parameters: [
      ...pathParameters(route),
      ...queryParameters(route, input),
      ...headerParameters(route, input),
    ],
    ...(body === null ? {} : { requestBody: body }),
    responses: { ...toSuccessResponse(route, output), ...toProblemResponses(route, meta) },
  };
}

function operationId({ method, path }: RestRoute): string {
  const words = path.split(/[^a-z]+/i).filter((word) => word !== '' && word !== 'id');
  // One of a list, and the list itself, are both read.
  const one = method === 'GET' && path.endsWith('/:id') ? ['por_id'] : [];
  return [method.toLowerCase(), ...words, ...one].join('_');
}

function getSchemas(route: RestRoute): { input: Json; output: Json | null } {
  const definition: { inputs?: unknown[]; output?: unknown } = procedureAt(route.procedure)._def;
  const input = definition.inputs?.find((schema) => schema instanceof z.ZodType);
  const { output } = definition;
  return {
    input: input === undefined ? {} : toJsonSchema(input, 'input'),
    output: output instanceof z.ZodType ? toJsonSchema(output, 'output') : null,
  };
}

function pathParameters(route: RestRoute): Json[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(route: RestRoute, input: Json): Json[] {
  if (route.method !== 'GET') return [];
  return Object.entries(getFields(input)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: getRequired(input).includes(name),
    schema,
    ...QUERY[name],
  }));
}

function headerParameters(route: RestRoute, input: Json): Json[] {
  return Object.entries(route.headers ?? {}).map(([header, field]) => ({
    name: header,
    in: 'header',
    required: false,
    ...(HEADERS[header] === undefined ? {} : { description: HEADERS[header] }),
    schema: getFields(input)[field] ?? { type: 'string' },
  }));
}

/** What is left of the input once path, headers and the route itself have given their part. */
function toRequestBody(route: RestRoute, input: Json): Json | null {
  if (route.method === 'GET') return null;
  const given = [
    ...pathParameters(route).map(({ name }) => name),
    ...Object.keys(route.fixedInput ?? {}),
    ...Object.values(route.headers ?? {}),
  ];
  const properties = Object.entries(getFields(input)).filter(([name]) => !given.includes(name));
  if (properties.length === 0) return null;
  const required = getRequired(input).filter((name) => !given.includes(name));
  const schema = { type: 'object', properties: Object.fromEntries(properties), required };
  return { required: required.length > 0, content: jsonContent(schema) };
}

function getFields(input: Json): Record<string, Json> {
  return (input['properties'] as Record<string, Json> | undefined) ?? {};
}

function getRequired(input: Json): string[] {
  return (input['required'] as string[] | undefined) ?? [];
}

import type { Json } from './openapi-schemas';
import type { RestRoute } from './routes';

const PROBLEMS: Record<number, string> = {
  400: 'Requisição malformada',
  401: 'Sem sessão, sessão inválida ou login errado',
  402: 'Pagamento recusado, ou plano necessário',
  403: 'Acesso negado',
  404: 'Não existe, ou é de outro vendedor',
  409: 'Conflito com o estado atual',
  413: 'Conteúdo grande demais',
  415: 'Tipo de conteúdo não suportado',
  422: 'Dados inválidos',
  429: 'Tentativas demais; `Retry-After` diz quando tentar de novo',
  503: 'Serviço indisponível',
};

/** Routes whose marketplace or gateway may refuse, be busy or be away. */
const OUTSIDE = /^\/(mercadolivre|amazon|checkout)|enviar-fornecedor$/;

export function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

export function problemAnswer(status: number): Json {
  return {
    description: PROBLEMS[status] ?? 'Erro',
    content: jsonContent({ $ref: '#/components/schemas/Problema' }),
  };
}

export function problemsFor(statuses: readonly number[]): Record<string, Json> {
  return Object.fromEntries(statuses.map((status) => [String(status), problemAnswer(status)]));
}

/** The successful answer of a route; a list is the array of its items. */
export function answerOf(route: RestRoute, output: Json | null): Json {
  if (route.status === 204) return { 204: { description: 'Feito' } };
  const pages = route.list === true;
  return {
    [route.status ?? 200]: {
      description: route.status === 201 ? 'Criado' : 'Sucesso',
      ...(pages ? { headers: { Link: LINK } } : {}),
      content: jsonContent((pages ? itemsOf(output) : output) ?? {}),
    },
  };
}

const LINK = {
  description: 'Endereço da página seguinte, com `rel="next"`; ausente na última e na lista completa.',
  schema: { type: 'string' },
};

function itemsOf(page: Json | null): Json | null {
  const properties = page?.['properties'] as Record<string, Json> | undefined;
  return properties?.['itens'] ?? null;
}

/** Every way the route may refuse. */
export function problemAnswers(route: RestRoute, isPublic: boolean): Record<string, Json> {
  const writes = route.method !== 'GET';
  const takesBody = route.method === 'POST' || route.method === 'PUT';
  const outside = OUTSIDE.test(route.path);
  return problemsFor([
    ...(takesBody ? [400] : []),
    401,
    ...(outside ? [402] : []),
    ...(route.path.startsWith('/admin') || route.path === '/auth/login' ? [403] : []),
    ...(route.path.includes(':') ? [404] : []),
    ...(writes ? [409] : []),
    ...(takesBody ? [413, 415] : []),
    ...(takesBody || route.list ? [422] : []),
    ...(isPublic || outside ? [429] : []),
    ...(outside ? [503] : []),
  ]);
}

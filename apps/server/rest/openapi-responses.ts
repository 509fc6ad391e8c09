import type { KeyScope } from '@esteira/domain/accounts/api-keys';
import type { ProcedureMeta } from '../core/procedures';
import type { Json } from './openapi-schemas';
import type { RestRoute } from './routes';

const PROBLEMS: Record<number, string> = {
  400: 'Requisição malformada',
  401: 'Sem sessão, sessão inválida ou login errado',
  402: 'Pagamento recusado, ou plano necessário',
  403: 'Acesso negado, ou a chave de API não tem o escopo',
  404: 'Não existe, ou é de outro vendedor',
  409: 'Conflito com o estado atual',
  413: 'Conteúdo grande demais',
  415: 'Tipo de conteúdo não suportado',
  422: 'Dados inválidos',
  429: 'Tentativas ou chamadas demais; `Retry-After` diz quando tentar de novo',
  503: 'Serviço indisponível',
};

export function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

export function toProblemResponse(status: number): Json {
  return {
    description: PROBLEMS[status] ?? 'Erro',
    content: jsonContent({ $ref: '#/components/schemas/Problema' }),
  };
}

export function toProblems(statuses: readonly number[]): Record<string, Json> {
  return Object.fromEntries(statuses.map((status) => [String(status), toProblemResponse(status)]));
}

/** A session, or an API key with one of the scopes; without any, the document's own rule holds: a session. */
export function toSecurity(scopes: readonly KeyScope[] | undefined): { security?: Json[] } {
  return scopes === undefined
    ? {}
    : { security: [{ bearer: [] }, ...scopes.map((scope) => ({ chave: [scope] }))] };
}

/** The successful answer of a route; a list is the array of its items. */
export function toSuccessResponse(route: RestRoute, output: Json | null): Json {
  if (route.status === 204) return { 204: { description: 'Feito' } };
  const pages = route.list === true;
  return {
    [route.status ?? 200]: {
      description: route.status === 201 ? 'Criado' : 'Sucesso',
      ...(pages ? { headers: { Link: LINK } } : {}),
      content: jsonContent((pages ? getItems(output) : output) ?? {}),
    },
  };
}

const LINK = {
  description: 'Endereço da página seguinte, com `rel="next"`; ausente na última e na lista completa.',
  schema: { type: 'string' },
};

function getItems(page: Json | null): Json | null {
  const properties = page?.['properties'] as Record<string, Json> | undefined;
  return properties?.['itens'] ?? null;
}

/** Every way the route may refuse, by its method, its path and what its procedure says of itself. */
export function toProblemResponses(route: RestRoute, meta: ProcedureMeta): Record<string, Json> {
  const writes = route.method !== 'GET';
  const takesBody = route.method === 'POST' || route.method === 'PUT';
  return toProblems([
    401,
    ...(takesBody ? [400, 413, 415, 422] : []),
    ...(route.path.includes(':') ? [404] : []),
    ...(writes ? [409] : []),
    ...(route.list ? [422] : []),
    ...(meta.needsPlan ? [402] : []),
    ...(meta.isPublic ? [] : [403]),
    ...(meta.forPeople ? [] : [429]),
    ...(meta.asksOutside ? [429, 503] : []),
    ...(meta.refusals ?? []),
  ]);
}

import { MAX_TABLE_ROWS } from '../core/tables/table';
import { toProblems, toSecurity } from './openapi-responses';
import type { Json } from './openapi-schemas';

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

interface ExportedList {
  name: string;
  tag: string;
  content: string;
  /** The list whose filters it takes. */
  path: string;
  /** What an API key must hold; null: people alone. */
  scopes: Parameters<typeof toSecurity>[0] | null;
}

const LISTS: readonly ExportedList[] = [
  {
    name: 'produtos',
    tag: 'Produtos',
    content: 'Colunas da importação',
    path: '/produtos',
    scopes: ['leitura', 'produtos'],
  },
  {
    name: 'pedidos',
    tag: 'Pedidos',
    content: 'Uma linha por item de cada pedido',
    path: '/pedidos',
    scopes: ['leitura', 'pedidos'],
  },
  {
    name: 'periodo',
    tag: 'Painel',
    content: 'Os pedidos por trás dos números do período, com cada custo',
    path: '/dashboard/periodo',
    scopes: ['leitura'],
  },
  {
    name: 'fechamento',
    tag: 'Painel',
    content: 'Os pedidos por trás dos números do mês, com cada custo',
    path: '/dashboard/fechamento',
    scopes: ['leitura'],
  },
  {
    name: 'pagamentos',
    tag: 'Administração',
    content: 'Uma linha por pagamento de qualquer usuário',
    path: '/admin/payments',
    scopes: null,
  },
];

/** Where the name alone is no plural. */
const WHAT: Readonly<Record<string, string>> = {
  periodo: 'os pedidos de um período',
  fechamento: 'os pedidos de um mês',
};

/** The exports, with the filters of the lists that `paths` describes already. */
export function toExportPaths(paths: Readonly<Record<string, Json>>): Record<string, Json> {
  const exports = LISTS.flatMap((list) =>
    (['csv', 'xlsx'] as const).map((format) => [
      `/exportar/${list.name}.${format}`,
      { get: toOperation(list, format, filtersOf(paths[list.path])) },
    ]),
  );
  return Object.fromEntries(exports);
}

function toOperation(
  { name, tag, content, scopes }: ExportedList,
  format: keyof typeof TYPES,
  parameters: Json[],
) {
  return {
    operationId: `get_exportar_${name}_${format}`,
    summary: `Exporta ${WHAT[name] ?? `os ${name}`} em ${format === 'csv' ? 'CSV' : 'Excel'}`,
    description:
      `${content}, na ordem e com os filtros da lista; no máximo ${MAX_TABLE_ROWS.toLocaleString('pt-BR')} linhas (422 acima disso). ` +
      (format === 'csv'
        ? 'UTF-8 com BOM, separado por `;`, decimais com vírgula, datas de São Paulo.'
        : 'Valores e datas (de São Paulo) como números formatados.'),
    tags: [tag],
    ...(scopes === null ? {} : toSecurity(scopes)),
    parameters,
    responses: {
      200: { description: 'Sucesso', content: { [TYPES[format]]: {} } },
      ...toProblems([401, 403, 422, 429]),
    },
  };
}

function filtersOf(item: Json | undefined): Json[] {
  const { parameters = [] } = (item?.['get'] ?? {}) as { parameters?: Json[] };
  return parameters.filter((parameter) => !['limite', 'cursor'].includes(String(parameter['name'])));
}

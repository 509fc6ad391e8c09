import { toProblems, toSecurity } from './openapi-responses';
import type { Json } from './openapi-schemas';

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const LISTS = [
  { name: 'produtos', tag: 'Produtos', content: 'Colunas da importação' },
  { name: 'pedidos', tag: 'Pedidos', content: 'Uma linha por pedido' },
] as const;

/** The exports, with the filters of the lists that `paths` describes already. */
export function toExportPaths(paths: Readonly<Record<string, Json>>): Record<string, Json> {
  const exports = LISTS.flatMap((list) =>
    (['csv', 'xlsx'] as const).map((format) => [
      `/exportar/${list.name}.${format}`,
      { get: toOperation(list, format, filtersOf(paths[`/${list.name}`])) },
    ]),
  );
  return Object.fromEntries(exports);
}

function toOperation(
  { name, tag, content }: (typeof LISTS)[number],
  format: keyof typeof TYPES,
  parameters: Json[],
) {
  return {
    operationId: `get_exportar_${name}_${format}`,
    summary: `Exporta os ${name} em ${format === 'csv' ? 'CSV' : 'Excel'}`,
    description:
      `${content}, na ordem e com os filtros da lista; no máximo 200.000 linhas (422 acima disso). ` +
      (format === 'csv'
        ? 'UTF-8 com BOM, separado por `;`, decimais com vírgula, datas de São Paulo.'
        : 'Valores e datas (de São Paulo) como números formatados.'),
    tags: [tag],
    ...toSecurity(['leitura', name]),
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

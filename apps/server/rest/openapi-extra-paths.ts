import { MAX_PRINTED_LABELS } from '@esteira/domain/orders/label-printing';
import { CSV_MAX_MEGABYTES, CSV_MAX_ROWS, csvImportResponse } from '@esteira/validators/csv/product-csv';
import { jsonContent, toProblems, toSecurity } from './openapi-responses';
import { type Json, toJsonSchema } from './openapi-schemas';

const text = { type: 'string' };

const importCsv = {
  operationId: 'post_produtos_importar_csv',
  summary: 'Importa produtos de um arquivo CSV',
  description:
    'Separado por vírgula, ponto e vírgula, tabulação ou barra vertical; a codificação é reconhecida; até ' +
    `${CSV_MAX_MEGABYTES} MB e ${CSV_MAX_ROWS.toLocaleString('pt-BR')} linhas. ` +
    'Também .xlsx, sem as linhas ocultas: `avisos` diz quantas são. Linhas válidas ' +
    'são criadas juntas; as demais voltam em `erros`, como `Linha N: coluna: motivo`. Com `atualizar=1`, produtos com ' +
    'o mesmo SKU são alterados: só `sku` é obrigatória, e uma célula vazia mantém o valor.',
  tags: ['Produtos'],
  ...toSecurity(['produtos']),
  parameters: [
    {
      name: 'atualizar',
      in: 'query',
      required: false,
      schema: { type: 'string', enum: ['0', '1'] },
      description: 'Altera os produtos com o mesmo SKU em vez de recusar as linhas deles.',
    },
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', contentMediaType: 'text/csv' } },
          required: ['file'],
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Sucesso',
      content: jsonContent(toJsonSchema(csvImportResponse, 'output')),
    },
    ...toProblems([400, 401, 402, 403, 413, 415, 422, 429]),
  },
};

const label = {
  operationId: 'get_etiquetas',
  summary: 'Etiqueta de envio de um pedido (PDF)',
  description: 'Endereço assinado e temporário, como vem em `etiqueta_ml_url`; dispensa a sessão.',
  tags: ['Pedidos'],
  security: [],
  parameters: [
    ...['usuarioId', 'pedidoId'].map((name) => ({ name, in: 'path', required: true, schema: text })),
    ...['expira', 'assinatura'].map((name) => ({ name, in: 'query', required: true, schema: text })),
  ],
  responses: {
    200: { description: 'Sucesso', content: { 'application/pdf': {} } },
    ...toProblems([403, 404]),
  },
};

const printedLabels = {
  operationId: 'get_pedidos_etiquetas_pdf',
  summary: `Etiquetas de até ${MAX_PRINTED_LABELS} pedidos em um PDF`,
  description:
    'Por fornecedor e SKU, uma por página ou quatro por folha A4. Pedidos sem etiqueta são nomeados na última página; ' +
    '`POST /pedidos/etiquetas` diz antes quais são. As etiquetas do PDF ficam marcadas em `etiqueta_impressa_em`.',
  tags: ['Pedidos'],
  ...toSecurity(['pedidos']),
  parameters: [
    {
      name: 'ids',
      in: 'query',
      required: true,
      description: 'De 1 a 500 pedidos, separados por vírgula',
      schema: text,
    },
    { name: 'por_pagina', in: 'query', schema: { enum: ['1', '4'], default: '1' } },
  ],
  responses: {
    200: { description: 'Sucesso', content: { 'application/pdf': {} } },
    ...toProblems([401, 403, 409, 422, 429]),
  },
};

const receipt = {
  operationId: 'get_assinatura_pagamentos_recibo_pdf',
  summary: 'Recibo de um pagamento do próprio usuário (PDF)',
  description: 'De um pagamento aprovado ou estornado; de qualquer outro, 404.',
  tags: ['Planos'],
  parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
  responses: {
    200: { description: 'Sucesso', content: { 'application/pdf': {} } },
    ...toProblems([401, 403, 404]),
  },
};

const closing = {
  operationId: 'get_dashboard_fechamento_pdf',
  summary: 'Fechamento de um mês (PDF)',
  description: 'Os números de `GET /dashboard/fechamento`; de um mês que não terminou, até agora.',
  tags: ['Painel'],
  ...toSecurity(['leitura']),
  parameters: [{ name: 'mes', in: 'query', required: true, description: 'AAAA-MM', schema: text }],
  responses: {
    200: { description: 'Sucesso', content: { 'application/pdf': {} } },
    ...toProblems([401, 403, 422]),
  },
};

const ownData = {
  operationId: 'get_conta_dados_zip',
  summary: 'Todos os dados do próprio usuário (ZIP)',
  description:
    'Cada assunto em JSON e em CSV, e um LEIA-ME.txt; sem senhas, tokens e chaves. Um download por vez.',
  tags: ['Conta'],
  responses: {
    200: { description: 'Sucesso', content: { 'application/zip': {} } },
    ...toProblems([401, 403, 429]),
  },
};

const probe = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags: ['Operação'],
  security: [],
  responses: {
    200: {
      description: 'Sucesso',
      content: jsonContent({ type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] }),
    },
  },
});

const ready = probe('get_ready', 'O banco de dados responde e está atualizado');

/** The routes that are no rows of the table. */
export const EXTRA_PATHS: Record<string, Json> = {
  '/produtos/importar-csv': { post: importCsv },
  '/etiquetas/{usuarioId}/{pedidoId}': { get: label },
  '/pedidos/etiquetas.pdf': { get: printedLabels },
  '/assinatura/pagamentos/{id}/recibo.pdf': { get: receipt },
  '/dashboard/fechamento.pdf': { get: closing },
  '/conta/dados.zip': { get: ownData },
  '/health': { get: probe('get_health', 'O processo está no ar') },
  '/ready': { get: { ...ready, responses: { ...ready.responses, ...toProblems([503]) } } },
};

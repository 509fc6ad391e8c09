import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  accountEditInput,
  changeEmailInput,
  changePasswordInput,
  confirmEmailInput,
  loginInput,
  registerInput,
  renameInput,
  requestResetInput,
  resetPasswordInput,
} from './accounts/account';
import { requestDeletionInput } from './accounts/account-deletion';
import { apiKeyInput } from './accounts/api-keys';
import { markReadInput } from './accounts/notices';
import {
  beginTwoStepInput,
  confirmTwoStepInput,
  secondStepInput,
  turnOffTwoStepInput,
  twoStepProofInput,
} from './accounts/two-step';
import { adminPaymentsInput, refundInput } from './administration/admin';
import {
  deactivateInput,
  endAllSessionsInput,
  endUserSessionsInput,
  eraseBuyersInput,
  extendPlanInput,
  extensionInput,
  reasonInput,
  removeTwoStepInput,
} from './administration/admin-user-acts';
import { checkoutInputAt, tokenCheckoutInput } from './billing/checkout';
import { createPixInput, pixInput } from './billing/pix';
import { renewalInput, tokenRenewalInput } from './billing/subscription';
import {
  costSettingsEditInput,
  costSettingsInput,
  costSettingsUpdateInput,
  netValuesInput,
  productCostsInput,
} from './costs/costs';
import { knownFeesInput } from './costs/known-fees';
import { netQuoteInput } from './costs/net-quote';
import { correctCostInput, estimateCostsInput } from './costs/order-costs';
import { takenSkusInput } from './csv/product-csv';
import { accountFilter } from './dashboards/dashboard';
import { comparedPeriodInput, periodInput } from './dashboards/dashboard-period';
import { closingInput } from './dashboards/month-closing';
import { periodOrdersInput } from './dashboards/period-orders';
import { adoptInput, connectionInput, disconnectInput } from './marketplaces/integration';
import { listingAttributesInput } from './marketplaces/listing-attributes';
import { publicationInput, simulateSaleInput } from './marketplaces/publication';
import { invoiceInput, markShippedInput, undoInput } from './orders/order';
import { bulkStepInput, bulkUndoInput, orderChoiceInput } from './orders/order-bulk';
import { addNoteInput, removeNoteInput } from './orders/order-details';
import { orderFilterInput, orderListInput } from './orders/order-list';
import {
  productCreateInput,
  productEditInput,
  productInput,
  productListInput,
  productNamesInput,
  productUpdateInput,
} from './products/product';
import { changeApplyInput, changePreviewInput } from './products/product-change';
import { purchaseInput, purchasePageInput, supplierFiguresInput } from './products/purchasing';
import { stockHistoryInput } from './products/stock-history';
import { supplierEditInput, supplierInput, supplierUpdateInput } from './products/supplier';
import { supplierListingsInput, supplierListingsRunInput } from './products/supplier-listings';
import { pageInput, searchPageInput } from './wire/page';
import { toProblem } from './wire/problem';
import { idInput } from './wire/text';

const page = { limite: '50', cursor: 'abc' };
const supplierSample = {
  nome: 'Fornecedor',
  contato: 'Ana',
  email: 'ana@exemplo.com',
  telefone: '11 99999-0000',
  dados_pagamento: 'Pix',
};
const productSample = {
  fornecedor_id: 'f1',
  nome: 'Produto',
  descricao: 'Descrição',
  sku: 'SKU-1',
  preco_fornecedor: 25,
  preco_venda_ml: 59.9,
  preco_venda_amazon: 69.9,
  estoque: 100,
  imagem_url: 'https://exemplo.com/a.jpg',
};
const filterSample = {
  busca: 'caneca',
  publicado: 'amazon',
  conta_id: 'amazon-2',
  estoque_baixo: 'true',
  sem_estoque: 'true',
  sem_preco_amazon: 'false',
  com_prejuizo: 'true',
  margem_caiu: 'true',
  fornecedor_id: 'f1',
};
const sheetSample = {
  ean: '6925281974397',
  motivo_sem_ean: 'kit',
  marca: 'JBL',
  modelo: 'Tune 520',
  condicao: 'usado',
  tipo_anuncio: 'premium',
  categoria_ml: 'MLB196208',
  margem_seguranca: 2,
};
const productCostsSample = {
  peso_g: 800,
  altura_cm: 10,
  largura_cm: 20,
  comprimento_cm: 30,
  categoria_tarifa_ml: 'Casa, Móveis e Decoração',
  categoria_tarifa_amazon: 'Casa',
};
const costSettingsSample = {
  regime: 'simples',
  receita_12_meses: 180_000,
  aliquota: 6.5,
  anuncios: 5,
  devolucoes: 3,
  perda_devolucao: 20,
  embalagem: 1.5,
  outros: 0.3,
  margem_minima: 15,
  reputacao_ml: 'green',
  logistica_ml: 'xd_drop_off',
  logistica_amazon: 'dba',
  origem_amazon: 'sp_capital',
  entrega_propria: 12.9,
  plano_individual_amazon: true,
  parcelamento_amazon: false,
  categoria_ml: 'Casa, Móveis e Decoração',
  categoria_amazon: 'Casa',
};
const { margem_seguranca, ...askedOfSheet } = sheetSample;
const { categoria_tarifa_ml, categoria_tarifa_amazon, ...parcelSample } = productCostsSample;
const knownFeesSample = {
  ...{ id: 'x', nome: 'Produto', preco_venda_ml: 59.9, preco_venda_amazon: 69.9 },
  ...askedOfSheet,
  ...parcelSample,
};
const orderFilterSample = {
  busca: '4321',
  marketplace: 'amazon',
  conta_id: 'amazon-2',
  fornecedor_id: 'f1',
  de: '2026-11-01',
  ate: '2026-11-21',
  atencao: 'true',
  atrasados: 'true',
  etiqueta_nao_impressa: 'true',
};
const card = {
  plano: 'top',
  nome_cartao: 'Ana Souza',
  numero_cartao: '4111 1111 1111 1111',
  validade: '12/30',
  cvv: '123',
  parcelas: 3,
  chave_idempotencia: 'k1',
};

const { parcelas, chave_idempotencia, ...kept } = card;
const tokenCard = {
  plano: 'top',
  token: 'tok_x',
  bandeira: 'visa',
  tipo: 'credit_card',
  ultimos_digitos: '1111',
  cpf: '123.456.789-09',
};

// Every input schema with a sample that fills every field.
const INPUTS: [string, z.ZodObject, Record<string, unknown>][] = [
  ['registerInput', registerInput, { nome: 'Ana', email: 'ana@exemplo.com', senha: 'segredo-123' }],
  ['loginInput', loginInput, { email: 'ana@exemplo.com', senha: 'segredo-123' }],
  ['apiKeyInput', apiKeyInput, { nome: 'ERP', escopos: ['leitura'] }],
  ['requestResetInput', requestResetInput, { email: 'ana@exemplo.com' }],
  ['resetPasswordInput', resetPasswordInput, { token: 'x', senha: 'segredo-123' }],
  ['secondStepInput', secondStepInput, { desafio: 'x', codigo: '123456' }],
  ['beginTwoStepInput', beginTwoStepInput, { senha_atual: 'x' }],
  ['confirmTwoStepInput', confirmTwoStepInput, { codigo: '123456', novo_token: true }],
  ['twoStepProofInput', twoStepProofInput, { senha_atual: 'x', codigo: '123456' }],
  ['turnOffTwoStepInput', turnOffTwoStepInput, { senha_atual: 'x', codigo: '123456', novo_token: true }],
  ['endUserSessionsInput', endUserSessionsInput, { id: 'x', motivo: 'Pediu por telefone' }],
  ['endAllSessionsInput', endAllSessionsInput, { senha_atual: 'x', codigo: '123456' }],
  [
    'eraseBuyersInput',
    eraseBuyersInput,
    {
      senha_atual: 'x',
      codigo: '123456',
      todos: false,
      email: 'ana@exemplo.com',
      motivo: 'Pedido da Amazon',
    },
  ],
  ['renameInput', renameInput, { nome: 'Ana' }],
  [
    'accountEditInput',
    accountEditInput,
    { mudancas: { nome: { antes: 'Ana', depois: 'Bia' }, nome_loja: { antes: null, depois: 'Loja' } } },
  ],
  ['requestDeletionInput', requestDeletionInput, { senha_atual: 'x' }],
  ['changePasswordInput', changePasswordInput, { senha_atual: 'x', senha: 'segredo-123', novo_token: true }],
  ['changeEmailInput', changeEmailInput, { email: 'ana@exemplo.com', senha_atual: 'x' }],
  ['confirmEmailInput', confirmEmailInput, { token: 'x' }],
  ['accountFilter', accountFilter, { conta_id: 'amazon-2' }],
  ['periodInput', periodInput, { de: '2026-11-01', ate: '2026-11-21', conta_id: 'amazon-2' }],
  [
    'comparedPeriodInput',
    comparedPeriodInput,
    { de: '2026-11-01', ate: '2026-11-01', conta_id: 'amazon-2', este_mes: true },
  ],
  [
    'periodOrdersInput',
    periodOrdersInput,
    {
      ...page,
      ...{ de: '2026-11-01', ate: '2026-11-21', marketplace: 'amazon', produto_id: 'x', fornecedor_id: 'x' },
      ...{ momento: '2026-11-21T15:00:00.000Z', custo: 'imposto', conta_id: 'amazon-2' },
    },
  ],
  ['closingInput', closingInput, { mes: '2026-11' }],
  ['estimateCostsInput', estimateCostsInput, { cursor: '0190b0a0-0000-7000-8000-000000000000' }],
  [
    'correctCostInput',
    correctCostInput,
    { id: 'x', codigo: 'tarifa_venda', valor: 9.5, fatura: true, valor_anterior: 8 },
  ],
  ['netQuoteInput', netQuoteInput, { id: 'x', marketplace: 'amazon' }],
  ['idInput', idInput, { id: 'x' }],
  ['pageInput', pageInput, page],
  ['searchPageInput', searchPageInput, { ...page, busca: 'caneca' }],
  ['supplierInput', supplierInput, supplierSample],
  ['supplierUpdateInput', supplierUpdateInput, { ...supplierSample, id: 'x', versao: 'a1' }],
  [
    'supplierEditInput',
    supplierEditInput,
    { id: 'x', mudancas: { telefone: { antes: null, depois: '11 99999-0000' } } },
  ],
  ['listingAttributesInput', listingAttributesInput, sheetSample],
  ['costSettingsInput', costSettingsInput, costSettingsSample],
  ['costSettingsUpdateInput', costSettingsUpdateInput, { ...costSettingsSample, versao: 'a1' }],
  ['costSettingsEditInput', costSettingsEditInput, { mudancas: { embalagem: { antes: 0, depois: 1.5 } } }],
  ['netValuesInput', netValuesInput, { ids: ['x'] }],
  ['productCostsInput', productCostsInput, productCostsSample],
  ['knownFeesInput', knownFeesInput, knownFeesSample],
  ['productInput', productInput, productSample],
  [
    'productCreateInput',
    productCreateInput,
    { ...productSample, ficha: sheetSample, custos: productCostsSample },
  ],
  [
    'productUpdateInput',
    productUpdateInput,
    {
      ...{ ...productSample, id: 'x', versao: 'a1', estoque_anterior: 99 },
      ...{ ficha: sheetSample, custos: productCostsSample },
    },
  ],
  [
    'productEditInput',
    productEditInput,
    {
      id: 'x',
      mudancas: {
        estoque: { antes: 3, depois: 5 },
        ficha: { ean: { antes: null, depois: '6925281974397' } },
        custos: { peso_g: { antes: null, depois: 800 } },
      },
    },
  ],
  ['productListInput', productListInput, { ...page, ...filterSample, ordem: 'menor_margem' }],
  ['takenSkusInput', takenSkusInput, { skus: ['CAN-1'] }],
  ['stockHistoryInput', stockHistoryInput, { ...page, id: 'x' }],
  ['productNamesInput', productNamesInput, { ...filterSample, cursor: 'abc' }],
  [
    'changePreviewInput',
    changePreviewInput,
    { ids: ['x'], campos: ['preco_venda_ml'], modo: 'percentual', valor: 8, final: '90' },
  ],
  [
    'changeApplyInput',
    changeApplyInput,
    {
      lote_id: '0190b0a0-0000-7000-8000-000000000000',
      campo: 'estoque',
      itens: [{ id: 'x', antes: 1, depois: 2 }],
    },
  ],
  ['orderFilterInput', orderFilterInput, orderFilterSample],
  [
    'orderListInput',
    orderListInput,
    { ...page, ...orderFilterSample, filtro: 'pendentes', status: 'pendente', ordem: 'maior_valor' },
  ],
  [
    'markShippedInput',
    markShippedInput,
    { id: 'x', transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' },
  ],
  [
    'orderChoiceInput',
    orderChoiceInput,
    { ...orderFilterSample, filtro: 'pendentes', status: 'pendente', ordem: 'maior_valor' },
  ],
  [
    'bulkStepInput',
    bulkStepInput,
    {
      ...{ acao: 'pagar', ids: ['x'], fornecedor_id: 'x', incluir_atencao: true },
      ...{ transportadora: 'Correios', codigo_rastreio: 'AA123456789BR' },
    },
  ],
  ['bulkUndoInput', bulkUndoInput, { acao: 'pagar', ids: ['x'], fornecedor_id: 'x' }],
  ['undoInput', undoInput, { id: 'x', status: 'aprovado' }],
  ['invoiceInput', invoiceInput, { id: 'x', xml: '<nfeProc/>' }],
  ['connectionInput', connectionInput, { marketplace: 'amazon', conta_id: 'amazon-2' }],
  [
    'disconnectInput',
    disconnectInput,
    { marketplace: 'amazon', conta_id: 'amazon-2', apagar: { senha_atual: 'x' } },
  ],
  [
    'adoptInput',
    adoptInput,
    { marketplace: 'amazon', conta_id: 'amazon-2', refresh_token: 'Atzr|x', vendedor_id: 'A1B2C3D4E5F6G7' },
  ],
  ['publicationInput', publicationInput, { id: 'x', marketplace: 'amazon' }],
  ['simulateSaleInput', simulateSaleInput, { id: 'x', marketplace: 'amazon', quantidade: 2 }],
  ['purchaseInput', purchaseInput, { fornecedor_id: 'f1' }],
  ['purchasePageInput', purchasePageInput, { fornecedor_id: 'f1', pedidos: ['x'], incluir_atencao: true }],
  ['supplierFiguresInput', supplierFiguresInput, { ids: ['f1'] }],
  ['supplierListingsInput', supplierListingsInput, { fornecedor_id: 'f1' }],
  ['supplierListingsRunInput', supplierListingsRunInput, { fornecedor_id: 'f1', cursor: 'abc' }],
  ['checkoutInput', checkoutInputAt(() => new Date('2026-11-21T12:00:00Z')), card],
  ['tokenCheckoutInput', tokenCheckoutInput, { ...tokenCard, parcelas, chave_idempotencia }],
  ['pixInput', pixInput, { plano: 'top' }],
  ['createPixInput', createPixInput, { plano: 'top', chave_idempotencia }],
  ['renewalInput', renewalInput, { ...kept, chave_idempotencia }],
  ['tokenRenewalInput', tokenRenewalInput, { ...tokenCard, chave_idempotencia }],
  ['refundInput', refundInput, { id: 'x', motivo: 'Cobrado em dobro' }],
  ['reasonInput', reasonInput, { motivo: 'Conta invadida' }],
  ['deactivateInput', deactivateInput, { id: 'x', motivo: 'Conta invadida' }],
  ['removeTwoStepInput', removeTwoStepInput, { id: 'x', motivo: 'Perdeu o celular' }],
  ['extensionInput', extensionInput, { prazo: '2027-01-31', motivo: 'Cortesia' }],
  [
    'extendPlanInput',
    extendPlanInput,
    { id: 'x', data_expiracao: '2026-12-22T10:00:00.000Z', prazo: 3, motivo: 'Cortesia' },
  ],
  ['adminPaymentsInput', adminPaymentsInput, { ...page, busca: 'Ana', status: 'aprovado', meio: 'pix' }],
  ['addNoteInput', addNoteInput, { id: 'x', nota_id: '0199d000-0000-7000-8000-000000000000', texto: 'Nota' }],
  ['removeNoteInput', removeNoteInput, { id: 'x', nota_id: 'y' }],
  ['markReadInput', markReadInput, { ate: '2026-11-22T10:00:00.000Z' }],
];

const ENGLISH = /invalid|expected|received|required|too (big|small)|must|string|number/i;

/** Names of two meanings, which each call of the server labels for itself. */
const OF_EACH_INPUT = { token: 'Link', ids: 'Itens', tipo: 'Tipo' };

function expectRefusal(schema: z.ZodType, input: unknown, campo: string) {
  const parsed = schema.safeParse(input);
  if (parsed.success) throw new Error(`accepted ${JSON.stringify(input)}`);
  const { detail, erros } = toProblem(parsed.error, OF_EACH_INPUT);
  expect(detail).toMatch(/^\p{Lu}.*\p{L}/u);
  expect(detail).not.toMatch(ENGLISH);
  expect(detail).not.toContain('\n');
  expect(erros.map((erro) => erro.campo)).toEqual([campo]);
}

describe.each(INPUTS)('%s', (_, schema, sample) => {
  const fields = Object.keys(schema.shape);

  it('accepts its sample, which has every field', () => {
    expect(Object.keys(sample).sort()).toEqual([...fields].sort());
    expect(schema.safeParse(sample)).toMatchObject({ success: true });
  });

  it('refuses wrong types in every field, in Portuguese', () => {
    for (const field of fields) {
      // Any object will do for a nested object of optional fields; its own schema is in the list too.
      const objects = typeof sample[field] === 'object' ? [] : [{}, { $ne: null }];
      const texts = Array.isArray(sample[field]) ? 'x' : ['x'];
      for (const wrong of [[], texts, ...objects]) {
        expectRefusal(schema, { ...sample, [field]: wrong }, field);
      }
      expectRefusal(schema, { ...sample, [field]: typeof sample[field] === 'number' ? '1' : -1.5 }, field);
    }
  });

  it('refuses NUL, other control characters and lone surrogates in every text', () => {
    // An id of any form is an unknown id: it gets 404 from the service, not 422.
    const texts = fields.filter((field) => field !== 'id' && typeof sample[field] === 'string');
    for (const field of texts) {
      for (const bad of ['\u0000', '\u0007', '\u007f', '\u0085', '\ud800', '\udfff']) {
        const value = String(sample[field]);
        expectRefusal(schema, { ...sample, [field]: `${value.slice(0, 1)}${bad}${value.slice(1)}` }, field);
      }
    }
  });

  it('refuses days, months and moments out of the years that the product takes', () => {
    const dates = fields.filter((field) => /^\d{4}-\d\d/.test(String(sample[field])));
    for (const field of dates) {
      const rest = String(sample[field]).slice(4);
      for (const year of ['0000', '1900', '1999', '2101', '9999', '+010000', '-000001']) {
        expectRefusal(schema, { ...sample, [field]: `${year}${rest}` }, field);
      }
    }
  });

  it('drops unknown fields, and refuses them beside a token', () => {
    if (schema._zod.def.catchall !== undefined) {
      expectRefusal(schema, { ...sample, usuario_id: 'other' }, '');
      return;
    }
    const output = schema.parse({ ...sample, usuario_id: 'other', is_admin: true });
    expect(output).not.toHaveProperty('usuario_id');
    expect(output).not.toHaveProperty('is_admin');
  });

  it('names every missing required field', () => {
    const parsed = schema.safeParse({});
    const missing = parsed.success ? [] : toProblem(parsed.error).erros;
    expect(missing.every(({ mensagem }) => mensagem === 'Campo obrigatório')).toBe(true);
    const required = z.toJSONSchema(schema, { io: 'input' }).required ?? [];
    expect(missing.map(({ campo }) => campo)).toEqual(required);
  });

  it('refuses what is no object', () => {
    for (const input of [undefined, null, [], 'x', 1, true]) expectRefusal(schema, input, '');
  });
});

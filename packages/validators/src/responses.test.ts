import { PAYMENT_STATUS_LABELS, PAYMENT_STATUSES } from '@esteira/domain/billing/payment-status';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { authResponse, ownUser, user } from './accounts/account';
import { adminPayment, adminStats } from './administration/admin';
import { checkoutGateway, checkoutResponse } from './billing/checkout';
import { csvImportResponse } from './csv/product-csv';
import { dashboardStats, lowStockProduct } from './dashboards/dashboard';
import { integrationStatus } from './marketplaces/integration';
import { messageResponse } from './marketplaces/publication';
import { order, orderEvent } from './orders/order';
import { orderCounts } from './orders/order-list';
import { product, productRecord } from './products/product';
import { supplier, supplierRecord } from './products/supplier';

const getFields = (schema: z.ZodObject) => Object.keys(schema.shape);

describe('every answer carries the documented fields', () => {
  it.each<[string, z.ZodObject, string]>([
    ['user', user, 'id nome email plano data_expiracao is_admin ativo'],
    ['ownUser', ownUser, 'id nome email plano data_expiracao is_admin ativo nome_loja equipe trocar_senha'],
    ['authResponse', authResponse, 'usuario access_token'],
    ['supplier', supplier, 'id nome contato email telefone dados_pagamento'],
    ['supplierRecord', supplierRecord, 'id nome contato email telefone dados_pagamento versao'],
    [
      'product',
      product,
      'id fornecedor_id nome descricao sku preco_fornecedor preco_venda_ml preco_venda_amazon estoque imagem_url publicado_ml publicado_amazon',
    ],
    [
      'productRecord',
      productRecord,
      'id fornecedor_id nome descricao sku preco_fornecedor preco_venda_ml preco_venda_amazon estoque imagem_url publicado_ml publicado_amazon versao',
    ],
    [
      'order',
      order,
      'id status marketplace ml_order_id produto_id fornecedor_id produto_nome produto_sku imagem_url fornecedor_nome quantidade preco_venda preco_fornecedor lucro itens cliente_nome cliente_endereco etiqueta_ml_url etiqueta_impressa_em despachar_ate enviado_pelo_marketplace requer_atencao motivo_atencao atencoes criado_em atualizado_em envio conta',
    ],
    ['orderCounts', orderCounts, 'todos pendentes aprovados com_fornecedor por_status somas parciais'],
    ['orderEvent', orderEvent, 'id de para criado_em ator_nome motivo'],
    ['messageResponse', messageResponse, 'message'],
    ['checkoutResponse', checkoutResponse, 'message'],
    ['checkoutGateway', checkoutGateway, 'modo cartao_teste chave_publica'],
    [
      'dashboardStats',
      dashboardStats,
      'total_vendas total_vendas_ml total_vendas_amazon receita_total lucro_total pedidos_pendentes vendas_mes produtos_mais_vendidos vendas_por_marketplace produtos_estoque_baixo',
    ],
    ['lowStockProduct', lowStockProduct, 'id nome sku estoque'],
    ['adminStats', adminStats, 'total_usuarios total_payments receita_total planos_distribuicao'],
    [
      'adminPayment',
      adminPayment,
      'id usuario_id usuario_nome status plano valor parcelas data_pagamento bandeira ultimos_digitos usuario_email meio id_externo motivo_estorno devolvido_em pode_estornar',
    ],
    [
      'integrationStatus',
      integrationStatus,
      'mercadolivre amazon pagamento a_reconectar apaga_amazon_a_partir_de senha_antiga',
    ],
    ['csvImportResponse', csvImportResponse, 'produtos_criados produtos_atualizados erros avisos'],
  ])('%s', (_, schema, fields) => {
    expect(getFields(schema)).toEqual(fields.split(' '));
    // The API documentation is generated from these: a schema that cannot be written down would break it.
    expect(z.toJSONSchema(schema)).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('count the plans of the distribution one by one', () => {
    expect(getFields(adminStats.shape.planos_distribuicao)).toEqual(['basico', 'intermediario', 'top']);
  });

  it('know every payment status', () => {
    expect(PAYMENT_STATUSES).toEqual(['pendente', 'aprovado', 'recusado', 'estornado']);
    expect(PAYMENT_STATUSES.map((status) => PAYMENT_STATUS_LABELS[status])).toEqual([
      'Pendente',
      'Aprovado',
      'Recusado',
      'Estornado',
    ]);
  });
});

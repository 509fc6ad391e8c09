import { MAX_BULK_ORDERS } from '@esteira/domain/orders/order-bulk';
import type { ProcedurePath } from '../router';

export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`; path parameters as in Fastify. */
  path: string;
  procedure: ProcedurePath;
  summary: string;
  /** 200 unless told; 204 answers no body. */
  status?: 201 | 204;
  /** Merged over the body, under the path parameters. */
  fixedInput?: Record<string, string | boolean>;
  /** Request headers that become input fields. */
  headers?: Record<string, string>;
  /** The procedure answers pages; without `limite` the whole list is streamed. */
  list?: boolean;
}

const ml = { marketplace: 'mercadolivre' };
const amazon = { marketplace: 'amazon' };
/** The version of the record that a change is meant for. */
const ifMatch = { 'if-match': 'versao' };

/** The whole REST surface (docs/product-rules/rest.md#rest-calls). Authorisation lives in the procedures. */
export const REST_ROUTES: readonly RestRoute[] = [
  { method: 'POST', path: '/auth/login', procedure: 'auth.login', summary: 'Entra com e-mail e senha' },
  {
    method: 'POST',
    path: '/auth/segundo-passo',
    procedure: 'auth.secondStep',
    summary: 'Entra com o código que a verificação em duas etapas pede',
  },
  {
    method: 'POST',
    path: '/auth/registrar',
    procedure: 'auth.register',
    status: 201,
    summary: 'Cria uma conta e entra',
  },
  { method: 'GET', path: '/auth/me', procedure: 'auth.me', summary: 'Usuário da sessão' },
  {
    method: 'POST',
    path: '/auth/esqueci-senha',
    procedure: 'auth.requestReset',
    summary: 'Pede por e-mail um link para criar uma senha nova',
  },
  {
    method: 'POST',
    path: '/auth/redefinir-senha',
    procedure: 'auth.resetPassword',
    status: 204,
    summary: 'Cria uma senha nova pelo link e encerra todas as sessões',
  },
  { method: 'POST', path: '/auth/sair', procedure: 'auth.logout', status: 204, summary: 'Encerra a sessão' },
  { method: 'PUT', path: '/conta/nome', procedure: 'account.rename', summary: 'Troca o nome' },
  {
    method: 'PUT',
    path: '/conta/senha',
    procedure: 'account.changePassword',
    status: 204,
    fixedInput: { novo_token: false },
    summary: 'Troca a senha e encerra as outras sessões',
  },
  {
    method: 'POST',
    path: '/conta/email',
    procedure: 'account.requestEmailChange',
    status: 204,
    summary: 'Envia ao e-mail novo um link que o confirma',
  },
  {
    method: 'POST',
    path: '/conta/confirmar-email',
    procedure: 'account.confirmEmailChange',
    status: 204,
    summary: 'Confirma o e-mail novo pelo link',
  },
  {
    method: 'GET',
    path: '/conta/sessoes',
    procedure: 'account.sessions',
    summary: 'Onde a conta está conectada',
  },
  {
    method: 'DELETE',
    path: '/conta/sessoes/:id',
    procedure: 'account.endSession',
    status: 204,
    summary: 'Encerra uma sessão',
  },
  {
    method: 'POST',
    path: '/conta/sessoes/encerrar-todas',
    procedure: 'account.endOtherSessions',
    summary: 'Encerra todas as outras sessões',
  },
  {
    method: 'GET',
    path: '/conta/exclusao',
    procedure: 'account.deletion',
    summary: 'Quando a conta será excluída',
  },
  {
    method: 'POST',
    path: '/conta/exclusao',
    procedure: 'account.requestDeletion',
    summary: 'Marca a exclusão da conta para daqui a sete dias',
  },
  {
    method: 'DELETE',
    path: '/conta/exclusao',
    procedure: 'account.cancelDeletion',
    status: 204,
    summary: 'Cancela a exclusão da conta',
  },
  {
    method: 'GET',
    path: '/conta/duas-etapas',
    procedure: 'account.twoStep',
    summary: 'Se a verificação em duas etapas está ligada',
  },
  {
    method: 'POST',
    path: '/conta/duas-etapas',
    procedure: 'account.beginTwoStep',
    summary: 'Começa a ligar a verificação em duas etapas',
  },
  {
    method: 'POST',
    path: '/conta/duas-etapas/confirmar',
    procedure: 'account.confirmTwoStep',
    fixedInput: { novo_token: false },
    summary: 'Liga a verificação em duas etapas com o primeiro código',
  },
  {
    method: 'POST',
    path: '/conta/duas-etapas/codigos',
    procedure: 'account.renewRecoveryCodes',
    summary: 'Cria códigos de recuperação novos',
  },
  {
    method: 'POST',
    path: '/conta/duas-etapas/desligar',
    procedure: 'account.turnOffTwoStep',
    status: 204,
    fixedInput: { novo_token: false },
    summary: 'Desliga a verificação em duas etapas',
  },
  {
    method: 'POST',
    path: '/checkout',
    procedure: 'checkout.pay',
    status: 201,
    headers: { 'idempotency-key': 'chave_idempotencia' },
    summary: 'Paga um plano com cartão',
  },
  { method: 'GET', path: '/dashboard/stats', procedure: 'dashboard.stats', summary: 'Números do painel' },
  {
    method: 'GET',
    path: '/dashboard/periodo',
    procedure: 'dashboard.period',
    summary: 'O que foi vendido em um período, comparado com o anterior',
  },
  {
    method: 'GET',
    path: '/dashboard/periodo/pedidos',
    procedure: 'dashboard.periodOrders',
    list: true,
    summary: 'Os pedidos que fazem os números de um período',
  },
  {
    method: 'GET',
    path: '/dashboard/fechamento',
    procedure: 'dashboard.closing',
    summary: 'Os números de um mês, com o que cada custo levou',
  },
  { method: 'GET', path: '/produtos', procedure: 'products.list', list: true, summary: 'Lista os produtos' },
  {
    method: 'POST',
    path: '/produtos',
    procedure: 'products.create',
    status: 201,
    summary: 'Cria um produto',
  },
  {
    method: 'PUT',
    path: '/produtos/:id',
    procedure: 'products.update',
    headers: ifMatch,
    summary: 'Altera um produto',
  },
  {
    method: 'GET',
    path: '/produtos/:id/custos',
    procedure: 'products.costs',
    summary: 'Peso, medidas e categorias de tarifa de um produto',
  },
  { method: 'GET', path: '/custos', procedure: 'costs.settings', summary: 'Custos das vendas' },
  {
    method: 'PUT',
    path: '/custos',
    procedure: 'costs.saveSettings',
    headers: ifMatch,
    summary: 'Altera os custos das vendas',
  },
  {
    method: 'DELETE',
    path: '/produtos/:id',
    procedure: 'products.remove',
    status: 204,
    summary: 'Exclui um produto e encerra seus anúncios',
  },
  {
    method: 'POST',
    path: '/mercadolivre/publicar/:id',
    procedure: 'publication.publish',
    fixedInput: ml,
    summary: 'Publica no Mercado Livre',
  },
  {
    method: 'POST',
    path: '/mercadolivre/despublicar/:id',
    procedure: 'publication.unpublish',
    fixedInput: ml,
    summary: 'Despublica do Mercado Livre',
  },
  {
    method: 'POST',
    path: '/mercadolivre/simular-venda/:id',
    procedure: 'publication.simulateSale',
    fixedInput: ml,
    summary: 'Simula uma venda no Mercado Livre',
  },
  {
    method: 'POST',
    path: '/amazon/publicar/:id',
    procedure: 'publication.publish',
    fixedInput: amazon,
    summary: 'Publica na Amazon',
  },
  {
    method: 'POST',
    path: '/amazon/despublicar/:id',
    procedure: 'publication.unpublish',
    fixedInput: amazon,
    summary: 'Despublica da Amazon',
  },
  {
    method: 'POST',
    path: '/amazon/simular-venda/:id',
    procedure: 'publication.simulateSale',
    fixedInput: amazon,
    summary: 'Simula uma venda na Amazon',
  },
  {
    method: 'GET',
    path: '/fornecedores',
    procedure: 'suppliers.list',
    list: true,
    summary: 'Lista os fornecedores',
  },
  {
    method: 'POST',
    path: '/fornecedores',
    procedure: 'suppliers.create',
    status: 201,
    summary: 'Cria um fornecedor',
  },
  {
    method: 'PUT',
    path: '/fornecedores/:id',
    procedure: 'suppliers.update',
    headers: ifMatch,
    summary: 'Altera um fornecedor',
  },
  {
    method: 'DELETE',
    path: '/fornecedores/:id',
    procedure: 'suppliers.remove',
    status: 204,
    summary: 'Exclui um fornecedor sem produtos',
  },
  { method: 'GET', path: '/pedidos', procedure: 'orders.list', list: true, summary: 'Lista os pedidos' },
  { method: 'GET', path: '/pedidos/:id', procedure: 'orders.get', summary: 'Um pedido' },
  {
    method: 'GET',
    path: '/pedidos/:id/custos',
    procedure: 'orders.costs',
    summary: 'O que um pedido custou e deixa, linha por linha',
  },
  {
    method: 'POST',
    path: '/pedidos/:id/custos',
    procedure: 'orders.correctCost',
    summary: 'Corrige um custo de um pedido, à mão ou pela fatura do marketplace',
  },
  {
    method: 'POST',
    path: '/pedidos/:id/aprovar',
    procedure: 'orders.approve',
    summary: 'De pendente a aprovado',
  },
  {
    method: 'POST',
    path: '/pedidos/:id/enviar-fornecedor',
    procedure: 'orders.sendToSupplier',
    summary: 'De aprovado a enviado ao fornecedor; gera a etiqueta',
  },
  {
    method: 'POST',
    path: '/pedidos/:id/pagar',
    procedure: 'orders.pay',
    summary: 'De enviado ao fornecedor a pago',
  },
  {
    method: 'POST',
    path: '/pedidos/:id/enviado-cliente',
    procedure: 'orders.markShipped',
    summary: 'De pago a enviado ao cliente',
  },
  {
    method: 'POST',
    path: '/pedidos/:id/entregue',
    procedure: 'orders.markDelivered',
    summary: 'De enviado ao cliente a entregue',
  },
  {
    method: 'POST',
    path: '/pedidos/lote',
    procedure: 'orders.bulk',
    summary: `Um passo de até ${MAX_BULK_ORDERS} pedidos; cada um é julgado por si`,
  },
  {
    method: 'POST',
    path: '/pedidos/etiquetas',
    procedure: 'orders.labels',
    summary: 'Diz de quais pedidos há etiqueta para imprimir, e o que falta nos outros',
  },
  {
    method: 'POST',
    path: '/pedidos/:id/cancelar',
    procedure: 'orders.cancel',
    summary: 'Cancela um pedido simulado ainda não enviado e devolve o estoque',
  },
  { method: 'GET', path: '/admin/stats', procedure: 'admin.stats', summary: 'Números da plataforma' },
  {
    method: 'GET',
    path: '/admin/usuarios',
    procedure: 'admin.users',
    list: true,
    summary: 'Lista os usuários',
  },
  {
    method: 'GET',
    path: '/admin/payments',
    procedure: 'admin.payments',
    list: true,
    summary: 'Lista os pagamentos',
  },
  {
    method: 'PUT',
    path: '/admin/usuario/:id/desativar',
    procedure: 'admin.deactivate',
    summary: 'Desativa um usuário',
  },
  {
    method: 'PUT',
    path: '/admin/usuario/:id/ativar',
    procedure: 'admin.activate',
    summary: 'Ativa um usuário',
  },
  {
    method: 'PUT',
    path: '/admin/usuario/:id/tornar-admin',
    procedure: 'admin.promote',
    summary: 'Torna um usuário administrador',
  },
  {
    method: 'PUT',
    path: '/admin/usuario/:id/desligar-duas-etapas',
    procedure: 'admin.removeTwoStep',
    summary: 'Desliga a verificação em duas etapas de quem perdeu celular e códigos',
  },
  {
    method: 'POST',
    path: '/admin/usuario/:id/link-senha',
    procedure: 'admin.createResetLink',
    summary: 'Cria um link com que o usuário cria uma senha nova',
  },
  {
    method: 'PUT',
    path: '/admin/usuario/:id/estender-plano',
    procedure: 'admin.extendPlan',
    summary: 'Estende o plano por meses ou até uma data',
  },
];

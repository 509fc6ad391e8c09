import type { CheckoutGateway } from '@esteira/validators/billing/checkout';
import type { PixPayment } from '@esteira/validators/billing/pix';
import type { Renewal, Subscription, SubscriptionPayment } from '@esteira/validators/billing/subscription';

export const SIMULATED_GATEWAY: CheckoutGateway = {
  modo: 'simulado',
  cartao_teste: '4111111111111111',
  chave_publica: null,
};

export const REAL_GATEWAY: CheckoutGateway = {
  modo: 'mercadopago',
  cartao_teste: null,
  chave_publica: 'APP_USR-publica',
};

export const APPROVED = 'Pagamento aprovado! Plano Basico ativo até 26/12/2026.';

/** A Pix that can be paid for half an hour. */
export const PIX: PixPayment = {
  id: 'x1',
  plano: 'basico',
  valor: 119,
  situacao: 'aguardando',
  copia_e_cola: 'PIX-SIMULADO-1',
  expira_em: '2026-11-26T02:00:00.000Z',
  agora: '2026-11-26T01:30:00.000Z',
  message: null,
};

export const NO_SUBSCRIPTION: Subscription = {
  plano: null,
  data_expiracao: null,
  ativa: false,
  renovacao: null,
};

export const SUBSCRIPTION: Subscription = {
  plano: 'basico',
  data_expiracao: '2099-01-31T15:00:00.000Z',
  ativa: true,
  renovacao: null,
};

export const RENEWAL: Renewal = {
  situacao: 'ligada',
  plano: 'basico',
  valor: 119,
  bandeira: 'Visa',
  ultimos_digitos: '1111',
  proxima_cobranca: '2099-01-30T15:00:00.000Z',
  falha: null,
};

export const PIX_PAID: SubscriptionPayment = {
  id: 'y1',
  status: 'aprovado',
  meio: 'pix',
  plano: 'basico',
  valor: 119,
  parcelas: 1,
  bandeira: null,
  ultimos_digitos: null,
  data_pagamento: '2026-11-26T01:30:00.000Z',
  valido_ate: '2099-01-31T15:00:00.000Z',
  tem_recibo: true,
};

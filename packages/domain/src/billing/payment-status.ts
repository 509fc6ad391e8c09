export const PAYMENT_STATUSES = ['pendente', 'aprovado', 'recusado', 'estornado'] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_STATUS_LABELS = {
  pendente: 'Pendente',
  aprovado: 'Aprovado',
  recusado: 'Recusado',
  estornado: 'Estornado',
} as const satisfies Record<PaymentStatus, string>;

export const PAYMENT_METHODS = ['cartao', 'pix'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABELS = {
  cartao: 'Cartão',
  pix: 'Pix',
} as const satisfies Record<PaymentMethod, string>;

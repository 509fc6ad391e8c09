/** What became of a payment. */
export const PAYMENT_STATUSES = ['pendente', 'aprovado', 'recusado', 'estornado'] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What each payment status reads on the badge. */
export const PAYMENT_STATUS_LABELS = {
  pendente: 'Pendente',
  aprovado: 'Aprovado',
  recusado: 'Recusado',
  estornado: 'Estornado',
} as const satisfies Record<PaymentStatus, string>;

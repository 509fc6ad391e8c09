import { PAYMENT_METHOD_LABELS, type PaymentMethod } from '@esteira/domain/billing/payment-status';

interface Paid {
  meio: PaymentMethod;
  bandeira: string | null;
  ultimos_digitos: string | null;
  parcelas: number;
}

/** 'Pix', 'Visa final 1111 em 3x', 'Visa final 1111'. */
export function describeMeans({ meio, bandeira, ultimos_digitos, parcelas }: Paid): string {
  if (meio === 'pix') return PAYMENT_METHOD_LABELS.pix;
  const card =
    ultimos_digitos === null ? PAYMENT_METHOD_LABELS.cartao : formatCard(bandeira, ultimos_digitos);
  return parcelas > 1 ? `${card} em ${parcelas}x` : card;
}

/** 'Visa final 1111'. */
export function formatCard(bandeira: string | null, ultimosDigitos: string): string {
  return `${bandeira ?? PAYMENT_METHOD_LABELS.cartao} final ${ultimosDigitos}`;
}

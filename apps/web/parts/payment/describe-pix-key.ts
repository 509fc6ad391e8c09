import { findPixKey, hasUnsurePixKey, PIX_KEY_LABELS } from '@esteira/domain/purchasing/pix-key';

export const UNSURE_PIX_KEY = 'Não reconhecemos a chave Pix. Confira os dados de pagamento.';

/** What a seller who types payment data is told of the Pix key in them; undefined where they name none. */
export function describePixKey(paymentData: string): string | undefined {
  const found = findPixKey(paymentData);
  if (found !== null) return `Chave Pix reconhecida: ${PIX_KEY_LABELS[found.type]} ${found.key}`;
  return hasUnsurePixKey(paymentData)
    ? 'Não reconhecemos a chave Pix. Escreva só a chave depois de “Pix:”, como em “Pix: nome@loja.com.br”.'
    : undefined;
}

import type { Marketplace } from '@esteira/domain/marketplaces';
import type { ExternalOrder, ShippingState } from '@esteira/marketplaces/port';
import { unique } from './makers';

/** A paid order of one unit of one listing; what the test needs otherwise comes in `fields`. */
export function externalOrder(
  marketplace: Marketplace,
  fields: Partial<ExternalOrder> & { listing?: string; units?: number } = {},
): ExternalOrder {
  const { listing = 'MLB1', units = 1, ...rest } = fields;
  const now = new Date();
  return {
    marketplace,
    ml_order_id: unique('2000').replace(/\D/g, ''),
    situacao: 'pago',
    itens: [
      {
        id_externo: listing,
        sku: null,
        titulo: 'Item',
        quantidade: units,
        preco_unitario_centavos: 5_000,
      },
    ],
    cliente_nome: 'Comprador',
    cliente_endereco: 'Rua A, 1',
    motivo_bloqueio: null,
    pacote_id: null,
    criado_em: now,
    atualizado_em: now,
    ...rest,
  };
}

export const parcelOf = (fields: Partial<ShippingState> = {}): ShippingState => ({
  situacao: 'etiqueta_pronta',
  precisa_nota: false,
  tem_etiqueta: true,
  pode_marcar_enviado: false,
  motivo: null,
  tentar_em: null,
  ...fields,
});

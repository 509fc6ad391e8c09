/**
 * Where the parcel of an order stands at the marketplace. `aguardando_nota`: the label waits for an NF-e. `coletado`:
 * the carrier has it. `envio_proprio`: the seller ships with a carrier of their own and the marketplace prints no
 * label.
 */
export const SHIPPING_STAGES = [
  'aguardando_marketplace',
  'aguardando_nota',
  'etiqueta_pronta',
  'etiqueta_impressa',
  'coletado',
  'enviado',
  'entregue',
  'devolvido',
  'cancelado',
  'envio_proprio',
] as const;

export type ShippingStage = (typeof SHIPPING_STAGES)[number];

export const SHIPPING_STAGE_LABELS = {
  aguardando_marketplace: 'Aguardando o marketplace',
  aguardando_nota: 'Aguardando NF-e',
  etiqueta_pronta: 'Etiqueta pronta',
  etiqueta_impressa: 'Etiqueta impressa',
  coletado: 'Com a transportadora',
  enviado: 'A caminho',
  entregue: 'Entregue',
  devolvido: 'Devolvido',
  cancelado: 'Envio cancelado',
  envio_proprio: 'Envio próprio',
} as const satisfies Record<ShippingStage, string>;

/** Stages after which a parcel does not move any more. */
export const FINAL_SHIPPING_STAGES = [
  'entregue',
  'devolvido',
  'cancelado',
] as const satisfies readonly ShippingStage[];

/** Whether the parcel is out of the seller's hands and on its way to the buyer, or there. */
export function hasLeft(stage: ShippingStage): boolean {
  return stage === 'coletado' || stage === 'enviado' || stage === 'entregue';
}

/** Why an order needs its seller's attention, in the order in which the reasons are told. */
export const ATTENTION_CODES = [
  'bloqueado',
  'devolvido',
  'pedido_alterado',
  'sem_estoque',
  'sem_anuncio',
  'dados_ocultos',
  'envio_nao_confirmado',
] as const;

export type AttentionCode = (typeof ATTENTION_CODES)[number];

/** One open reason. `detalhe` is what its sentence names: items, products, or the marketplace's own sentence. */
export interface AttentionReason {
  codigo: AttentionCode;
  detalhe: string | null;
}

/** Reasons for which an order must not go on by itself: bulk steps and purchase lists leave it out. */
export const HOLDING_CODES = ['bloqueado', 'devolvido', 'dados_ocultos'] as const satisfies AttentionCode[];

export type HoldingCode = (typeof HOLDING_CODES)[number];

/** The first of the reasons that holds its order back; undefined where none does. */
export function findHold<Reason extends { codigo: AttentionCode }>(
  reasons: readonly Reason[],
): (Reason & { codigo: HoldingCode }) | undefined {
  return reasons.find((reason): reason is Reason & { codigo: HoldingCode } =>
    HOLDING_CODES.some((code) => code === reason.codigo),
  );
}

/** What a seller says to lift a reason, and what the order's history says then. The marketplace alone lifts the others. */
export const ATTENTION_LIFTS = {
  devolvido: { label: 'Recebi de volta', event: 'Pacote recebido de volta' },
  pedido_alterado: {
    label: 'Combinei com o fornecedor',
    event: 'Alteração do pedido combinada com o fornecedor',
  },
  sem_estoque: { label: 'Já tenho o produto', event: 'Produto da venda acima do estoque disponível' },
  sem_anuncio: { label: 'Já providenciei o item', event: 'Item sem anúncio na Esteira providenciado' },
  dados_ocultos: { label: 'Já tenho o endereço', event: 'Endereço do comprador consultado no marketplace' },
} as const satisfies Partial<Record<AttentionCode, { label: string; event: string }>>;

export type LiftableCode = keyof typeof ATTENTION_LIFTS;

/** Whether the seller lifts reasons of this code. */
export function isLiftable(code: AttentionCode): code is LiftableCode {
  return Object.hasOwn(ATTENTION_LIFTS, code);
}

/** What each reason reads, without and with its detail; a reason that always has a detail may ignore its absence. */
const MESSAGES: Readonly<Record<AttentionCode, (detalhe: string | null) => string>> = {
  bloqueado: (motivo) => motivo ?? 'O marketplace bloqueou este pedido: não envie.',
  devolvido: (motivo) => motivo ?? 'A entrega não foi possível e o pacote volta ao remetente.',
  pedido_alterado: (mudancas) =>
    withList('O marketplace alterou este pedido depois do envio ao fornecedor', mudancas),
  sem_estoque: (produtos) => withList('Venda acima do estoque disponível', produtos),
  sem_anuncio: (itens) => withList('Anúncio não encontrado na Esteira', itens),
  dados_ocultos: () => 'O marketplace não informou o nome e o endereço do comprador: consulte o pedido lá.',
  envio_nao_confirmado: () =>
    'O marketplace ainda não mostra o envio que foi marcado aqui: confirme-o na sua conta de lá.',
};

/** The sentence of one reason, for the seller. */
export function getAttentionMessage({ codigo, detalhe }: AttentionReason): string {
  return MESSAGES[codigo](detalhe);
}

/** Open reasons in the order in which they are told, whatever order they were stored in. */
export function sortReasons<Reason extends AttentionReason>(reasons: readonly Reason[]): Reason[] {
  return [...reasons].sort((a, b) => ATTENTION_CODES.indexOf(a.codigo) - ATTENTION_CODES.indexOf(b.codigo));
}

/** The sentences of all open reasons as one text (`motivo_atencao`); null when there is none. */
export function joinMessages(messages: readonly string[]): string | null {
  if (messages.length === 0) return null;
  const last = messages.length - 1;
  return messages
    .map((message, index) => (index === last || message.endsWith('.') ? message : `${message}.`))
    .join(' ');
}

function withList(sentence: string, list: string | null): string {
  return list === null ? sentence : `${sentence}: ${list}.`;
}

/** Stands for the buyer's name and address where the marketplace does not tell them. */
export const HIDDEN_BUYER = 'Não informado pelo marketplace';

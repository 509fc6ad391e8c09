import { AdapterError, type AdapterErrorKind } from '../adapter-error';

/** Sentinels that make any call about a product or order fail, by the error that they cause. */
export const ERROR_SENTINELS = {
  'SIM-TOKEN-EXPIRADO': ['auth_expired', 'O acesso à conta do marketplace expirou. Tente novamente.'],
  'SIM-RECONECTAR': ['reconnect_required', 'A conta do marketplace precisa ser conectada novamente.'],
  'SIM-LIMITE': ['rate_limited', 'O marketplace recebeu chamadas demais. Tente novamente em instantes.'],
  'SIM-VALIDACAO': ['validation', 'O marketplace recusou os dados enviados.'],
  'SIM-NAO-ENCONTRADO': ['not_found', 'O marketplace não encontrou o anúncio ou pedido.'],
  'SIM-CONFLITO': ['conflict', 'O anúncio ou pedido mudou no marketplace. Atualize e tente novamente.'],
  'SIM-NAO-PRONTO': ['not_ready', 'O marketplace ainda está preparando os dados. Tente novamente depois.'],
  'SIM-PROIBIDO': ['forbidden', 'A conta não tem permissão para esta operação no marketplace.'],
  'SIM-INDISPONIVEL': ['upstream_unavailable', 'O marketplace não respondeu. Tente novamente em instantes.'],
  'SIM-NAO-SUPORTADO': ['not_supported', 'O marketplace não oferece esta operação.'],
} as const satisfies Record<string, readonly [AdapterErrorKind, string]>;

/** Sentinels that change one result instead of failing; docs/sentinels.md says which. */
export const RESULT_SENTINELS = [
  'SIM-RECUSAR',
  'SIM-RECUSAR-DEPOIS',
  'SIM-JA-EXISTE',
  'SIM-PROCESSANDO',
  'SIM-PROCESSANDO-SEMPRE',
  'SIM-SEM-RESPOSTA',
  'SIM-PRECO-AUTOMATICO',
  'SIM-ETIQUETA-PENDENTE',
  'SIM-NOTA-RECUSADA',
  'SIM-FRAUDE',
] as const;

/** A picture address that holds this is one that the marketplace cannot download. */
export const PICTURE_SENTINEL = 'SIM-IMAGEM-INVALIDA';

type ErrorSentinel = keyof typeof ERROR_SENTINELS;
export type Sentinel = ErrorSentinel | (typeof RESULT_SENTINELS)[number];

/** How long `SIM-LIMITE` asks to wait. */
const RATE_LIMIT_WAIT_MS = 30_000;

const ALL = [...Object.keys(ERROR_SENTINELS), ...RESULT_SENTINELS] as Sentinel[];
// The longest first: SIM-RECUSAR-DEPOIS also begins with SIM-RECUSAR.
const PATTERNS = ALL.sort((a, b) => b.length - a.length).map(
  (sentinel) => [sentinel, new RegExp(`(?<![A-Z0-9])${sentinel}(?![A-Z0-9])`, 'i')] as const,
);

/** The sentinel that one of the texts holds as a whole word, in any case (`sim-recusar-01`); null for none. */
export function sentinelIn(...texts: (string | null)[]): Sentinel | null {
  const text = texts.filter((part) => part !== null).join('\n');
  return PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** @throws AdapterError when the sentinel is one of those that fail. */
export function failOn(sentinel: Sentinel | null, now: Date): void {
  if (sentinel === null || !isErrorSentinel(sentinel)) return;
  const [kind, mensagem] = ERROR_SENTINELS[sentinel];
  const wait = kind === 'rate_limited' ? { retryAt: new Date(now.getTime() + RATE_LIMIT_WAIT_MS) } : {};
  throw new AdapterError(kind, mensagem, wait);
}

function isErrorSentinel(sentinel: Sentinel): sentinel is ErrorSentinel {
  return Object.hasOwn(ERROR_SENTINELS, sentinel);
}

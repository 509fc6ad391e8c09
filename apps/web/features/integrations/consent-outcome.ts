import { CONSENT_OUTCOMES, type ConsentOutcome } from '@esteira/domain/accounts/consent';
import { MARKETPLACE_NAMES, MARKETPLACES } from '@esteira/domain/marketplaces';

/** How the consent ended that the address tells of, in words. */
export interface OutcomeNotice {
  done: boolean;
  text: string;
  /** Names the account that came instead of the one asked for. */
  pedido: string | null;
}

/** Reads what the server put into the address; null when there is nothing of the kind. */
export function readOutcome(params: URLSearchParams): OutcomeNotice | null {
  const marketplace = MARKETPLACES.find((name) => name === params.get('marketplace'));
  const outcome = CONSENT_OUTCOMES.find((name) => name === params.get('conexao'));
  if (!marketplace || !outcome) return null;
  return {
    done: outcome === 'ok',
    text: SENTENCES[outcome](MARKETPLACE_NAMES[marketplace]),
    pedido: params.get('pedido'),
  };
}

const SENTENCES: Record<ConsentOutcome, (name: string) => string> = {
  ok: (name) => `Conta ${name} conectada! Os pedidos novos já estão sendo buscados.`,
  expirada: () => 'A autorização expirou ou foi iniciada em outro navegador. Clique em Conectar outra vez.',
  recusada: (name) =>
    `${name}: a conexão não foi autorizada. Entre com a conta principal do vendedor, do Brasil, e aceite todas as permissões.`,
  em_uso: () => 'Esta conta já está conectada a outro usuário da Esteira.',
  outra_conta: (name) => `Você entrou com outra conta ${name}, e não com a que pediu.`,
  indisponivel: (name) => `${name} não respondeu como esperado. Tente conectar de novo em instantes.`,
};

import type { Plan } from '@esteira/domain/plans';
import { Suspense } from 'react';
import { trpc } from '../../lib/data/trpc';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { lazyNamed } from '../../lib/lazy-named';
import { ErrorState } from '../../ui/lists/error-state';
import { Panel } from '../../ui/panel';
import { Spinner } from '../../ui/spinner';
import { CardForm } from './card-form';

const LOAD_FAILED = 'Erro ao carregar o pagamento';

const TokenCard = lazyNamed(() => import('./token-card/token-card'), 'TokenCard');

interface CardPaymentProps {
  plan: Plan;
  onInstallments: (parcelas: number) => void;
  onPaid: (message: string) => void;
}

/** The card form of the gateway that takes the payment. Which one it is must be known before a card is asked for. */
export function CardPayment(props: CardPaymentProps) {
  const gateway = trpc.checkout.gateway.useQuery();
  useLoadFailure(gateway, LOAD_FAILED);
  const publicKey = gateway.data?.chave_publica;
  if (gateway.data?.modo === 'simulado') return <CardForm {...props} />;
  if (gateway.isError && !gateway.data) {
    const retry = () => void gateway.refetch();
    return <ErrorState title={LOAD_FAILED} onRetry={retry} retrying={gateway.isFetching} />;
  }
  if (!publicKey) return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      <TokenCard {...props} publicKey={publicKey} />
    </Suspense>
  );
}

function Waiting() {
  return (
    <Panel role="status" aria-label="Carregando" className="grid min-h-64 place-items-center">
      <Spinner />
    </Panel>
  );
}

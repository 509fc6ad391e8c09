import type { ReactNode } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { useLoadFailure } from '../../../lib/data/use-load-failure';
import { describeFailure } from '../../../lib/forms/problem';
import { lazyPart } from '../../../lib/lazy-part';
import { ErrorState } from '../../../ui/lists/error-state';
import { PaymentWaiting } from '../payment-waiting';

const LOAD_FAILED = 'Erro ao carregar o pagamento';

/** The real card form; it brings what talks to Mercado Pago's script. */
export const TokenCard = lazyPart(() => import('../token-card/token-card-form'), 'TokenCard', {
  fallback: <PaymentWaiting />,
});

interface CardGateProps {
  simulated: ReactNode;
  renderReal: (publicKey: string) => ReactNode;
}

/** The card form of the gateway that takes the card. Which one it is must be known before a card is asked for. */
export function CardGate({ simulated, renderReal }: CardGateProps) {
  const gateway = trpc.checkout.gateway.useQuery();
  useLoadFailure(gateway, LOAD_FAILED);
  const publicKey = gateway.data?.chave_publica;
  if (gateway.data?.modo === 'simulado') return simulated;
  if (gateway.isError && !gateway.data) {
    const retry = () => void gateway.refetch();
    return (
      <ErrorState
        title={LOAD_FAILED}
        {...describeFailure(gateway.error)}
        onRetry={retry}
        retrying={gateway.isFetching}
      />
    );
  }
  if (!publicKey) return <PaymentWaiting />;
  return renderReal(publicKey);
}

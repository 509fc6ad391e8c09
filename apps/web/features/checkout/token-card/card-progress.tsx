import type { CardPayment } from '@esteira/validators/billing/checkout';
import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { Panel } from '../../../ui/panel';
import { Spinner } from '../../../ui/spinner';

const POLL_MS = 2_000;

interface CardProgressProps {
  begun: CardPayment;
  onPaid: (message: string) => void;
  onRefused: (reason: string) => void;
}

/** A card that its bank has not decided, followed until it is: with the bank's question, where it has one. */
export function CardProgress({ begun, onPaid, onRefused }: CardProgressProps) {
  const utils = trpc.useUtils();
  const { data: payment, refetch } = trpc.checkout.card.useQuery(
    { id: begun.id },
    {
      initialData: begun,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.situacao === 'em_analise' ? POLL_MS : false),
      // The payer may be looking at the bank's app.
      refetchIntervalInBackground: true,
    },
  );
  // Not every reading has it, and the frame must not load twice.
  const [challengeUrl, setChallengeUrl] = useState(begun.desafio_url);
  if (challengeUrl === null && payment.desafio_url !== null) setChallengeUrl(payment.desafio_url);

  const finish = useEffectEvent(({ situacao, message }: CardPayment) => {
    if (situacao === 'em_analise') return;
    if (situacao !== 'aprovado') return onRefused(message);
    toast.success(message);
    void utils.auth.me.invalidate();
    onPaid(message);
  });
  useEffect(() => finish(payment), [payment]);

  const lookNow = useEffectEvent((event: MessageEvent) => {
    // Whoever says so: it is only a reason to look.
    if (isComplete(event.data)) void refetch();
  });
  useEffect(() => {
    window.addEventListener('message', lookNow);
    return () => window.removeEventListener('message', lookNow);
  }, []);

  return challengeUrl === null ? <UnderReview message={payment.message} /> : <Challenge url={challengeUrl} />;
}

function UnderReview({ message }: { message: string }) {
  return (
    <Panel role="status" className="grid justify-items-center gap-3 px-6 py-14 text-center">
      <Spinner />
      <p className="font-medium">{message}</p>
      <p className="text-muted">Esta página avisa assim que houver resposta. Você também pode fechá-la.</p>
    </Panel>
  );
}

function Challenge({ url }: { url: string }) {
  return (
    <Panel aria-label="Autenticação do banco" className="grid gap-3 p-5">
      <div role="status" className="grid gap-1">
        <p className="font-medium">Confirme a compra com o seu banco.</p>
        <p className="text-muted">
          O banco do cartão espera a sua confirmação por cerca de cinco minutos. O plano é ativado assim que
          ela chegar.
        </p>
      </div>
      <iframe
        title="Autenticação do banco"
        src={url}
        // It may not lead this page elsewhere.
        sandbox="allow-forms allow-same-origin allow-scripts"
        className="h-[31.25rem] w-full rounded-lg border border-border bg-white"
      />
    </Panel>
  );
}

const isComplete = (data: unknown) =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'status') === 'COMPLETE';

import type { PixPayment } from '@esteira/validators/billing/pix';
import { FlaskConical } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { lazyOffer } from '../../../lib/lazy-part';
import { CopyTextButton } from '../../../parts/payment/copy-text-button';
import { Button } from '../../../ui/button';
import { Panel } from '../../../ui/panel';
import { Spinner } from '../../../ui/spinner';
import { SimulatedNotice } from '../simulated-notice';
import { PixTimeLeft } from './pix-time-left';

// The code can be copied while its drawing is on its way, or when it does not come.
const PixQrCode = lazyOffer(
  () => import('../../../parts/payment/pix-qr-code'),
  'PixQrCode',
  <span aria-hidden className="size-48 rounded-lg bg-sunken" />,
);

interface PixCodePanelProps {
  pix: PixPayment;
  /** When `pix` was read, by the browser's clock. */
  readAt: number;
  onSimulate: () => void;
  simulating: boolean;
}

/** A Pix that waits for its payer. */
export function PixCodePanel({ pix, readAt, onSimulate, simulating }: PixCodePanelProps) {
  const panel = useRef<HTMLElement>(null);
  // The button that made the code is gone, and the focus would be with it.
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Panel
      ref={panel}
      tabIndex={-1}
      aria-label="Pix"
      className="grid grid-cols-1 gap-4 p-5 focus:outline-none"
    >
      <div className="flex flex-wrap items-start gap-5">
        <PixQrCode code={pix.copia_e_cola ?? ''} amount={pix.valor} payeeName="Esteira" className="size-48" />
        <div className="grid min-w-0 flex-1 basis-56 grid-cols-1 content-start justify-items-start gap-3">
          <ol className="grid list-decimal gap-1 pl-5">
            <li>Abra o aplicativo do seu banco e escolha pagar com Pix.</li>
            <li>Aponte a câmera para o QR code ou cole o código.</li>
            <li>Confira o valor e confirme.</li>
          </ol>
          <CopyTextButton
            text={pix.copia_e_cola ?? ''}
            label="Copiar código"
            description="Copiar o código do Pix (copia e cola)"
            prominent
          />
          <p className="text-muted">
            O código vale por mais <PixTimeLeft endsAt={toEnd(pix, readAt)} />
          </p>
        </div>
      </div>
      <p role="status" className="flex items-center gap-2 text-muted">
        <Spinner />
        Aguardando o pagamento. Assim que o Pix cair, esta página confirma.
      </p>
      <Simulation onSimulate={onSimulate} simulating={simulating} />
    </Panel>
  );
}

function Simulation({ onSimulate, simulating }: Pick<PixCodePanelProps, 'onSimulate' | 'simulating'>) {
  const { data } = trpc.checkout.gateway.useQuery();
  if (data?.modo !== 'simulado') return null;
  return (
    <SimulatedNotice>
      <Button size="sm" busy={simulating} onClick={onSimulate} className="mt-1.5 justify-self-start">
        {!simulating && <FlaskConical aria-hidden />}
        Simular pagamento do Pix
      </Button>
    </SimulatedNotice>
  );
}

/** By the browser's clock: the server says how long it was at the moment of its answer. */
function toEnd({ expira_em, agora }: PixPayment, readAt: number): number {
  return expira_em === null ? readAt : readAt + Date.parse(expira_em) - Date.parse(agora);
}

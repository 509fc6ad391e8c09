import { QrCode } from 'lucide-react';
import { Button } from '../../../ui/button';

interface ScriptFailedProps {
  onRetry: () => void;
  /** Where Pix can stand in for the card: it needs nothing from outside. */
  onPix?: (() => void) | undefined;
}

/** What stands in place of the form when Mercado Pago's script was blocked or did not come. */
export function ScriptFailed({ onRetry, onPix }: ScriptFailedProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 p-5">
      <p className="font-medium">O formulário do cartão não abriu.</p>
      <p className="text-muted">
        Um bloqueador de anúncios ou a sua rede pode ter impedido o Mercado Pago de carregar. Desative o
        bloqueador nesta página e tente novamente{onPix ? ', ou pague com Pix' : ''}.
      </p>
      <div className="flex flex-wrap gap-2">
        {onPix && (
          <Button variant="primary" onClick={onPix}>
            <QrCode aria-hidden />
            Pagar com Pix
          </Button>
        )}
        <Button onClick={onRetry}>Tentar novamente</Button>
      </div>
    </div>
  );
}

import { Button } from '../../../ui/button';

/** What stands in place of the form when Mercado Pago's script was blocked or did not come. */
export function ScriptFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 p-5">
      <p className="font-medium">O formulário do cartão não abriu.</p>
      <p className="text-muted">
        Um bloqueador de anúncios ou a sua rede pode ter impedido o Mercado Pago de carregar. Desative o
        bloqueador nesta página e tente novamente.
      </p>
      <Button onClick={onRetry}>Tentar novamente</Button>
    </div>
  );
}

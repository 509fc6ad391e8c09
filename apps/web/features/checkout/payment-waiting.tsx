import { Panel } from '../../ui/panel';
import { Spinner } from '../../ui/spinner';

/** Stands where a form of payment is on its way. */
export function PaymentWaiting() {
  return (
    <Panel role="status" aria-label="Carregando" className="grid min-h-64 place-items-center">
      <Spinner />
    </Panel>
  );
}

import { Panel } from '../../ui/panel';
import { Spinner } from '../../ui/spinner';

/** Stands where a form of payment is on its way; on a phone it moves what stands below no more than the form will. */
export function PaymentWaiting() {
  return (
    <Panel
      role="status"
      aria-label="Carregando"
      className="grid min-h-64 place-items-center max-md:min-h-184"
    >
      <Spinner />
    </Panel>
  );
}

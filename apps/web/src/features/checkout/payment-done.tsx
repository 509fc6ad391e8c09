import { CircleCheck } from 'lucide-react';
import { Panel } from '../../ui/panel';

export function PaymentDone({ message }: { message: string }) {
  return (
    <Panel className="grid justify-items-center gap-3 px-6 py-14 text-center" role="status">
      <CircleCheck aria-hidden className="size-9 text-success-text" />
      <p className="font-semibold text-base">{message}</p>
      <p className="text-muted">Levando você ao Dashboard…</p>
    </Panel>
  );
}

import { MAX_NFE_LENGTH } from '@esteira/domain/documents/nfe';
import { SHIPPING_STAGE_LABELS } from '@esteira/domain/orders/shipping-stage';
import { findTrackingUrl } from '@esteira/domain/orders/tracking';
import type { Order, OrderParcel as Parcel } from '@esteira/validators/orders/order';
import { ExternalLink, FileUp, Package, Truck } from 'lucide-react';
import { useRef } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { waitedFor } from '../../../lib/reload';
import { toastDetail } from '../../../lib/toasts';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { usePatchOrder } from '../actions/use-patch-order';
import { parcelNote } from './parcel-labels';

interface OrderParcelProps {
  order: Order;
  /** Numbers of the orders that travel in the same parcel. */
  mates: readonly string[];
}

/** Where a real order's parcel stands at the marketplace, and what it waits for. Simulated orders have none. */
export function OrderParcel({ order, mates }: OrderParcelProps) {
  if (!order.envio) return null;
  const note = parcelNote(order);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-t px-4 py-3">
      <Badge tone={order.envio.precisa_nota ? 'warning' : 'info'} icon={Truck}>
        {SHIPPING_STAGE_LABELS[order.envio.situacao]}
      </Badge>
      <Tracking envio={order.envio} />
      {note && <p className="min-w-0 text-[13px] text-muted [overflow-wrap:anywhere]">{note}</p>}
      {mates.length > 0 && <PackNote mates={mates} />}
      {order.envio.precisa_nota && !order.envio.bloqueio && <InvoiceButton order={order} />}
    </div>
  );
}

/** What the seller typed of their own shipment, to be copied and followed. */
function Tracking({ envio }: { envio: Parcel }) {
  const { transportadora, codigo_rastreio } = envio;
  const url = findTrackingUrl(transportadora, codigo_rastreio);
  if (!transportadora && !codigo_rastreio) return null;
  return (
    <p className="tabular flex min-w-0 flex-wrap items-center gap-x-2 text-[13px] [overflow-wrap:anywhere]">
      {[transportadora, codigo_rastreio].filter(Boolean).join(' · ')}
      {codigo_rastreio && <CopyButton text={codigo_rastreio} label="Copiar código de rastreio" />}
      {url && (
        <Button asChild variant="link" size="bare" className="h-6">
          <a href={url} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            Rastrear
          </a>
        </Button>
      )}
    </p>
  );
}

function PackNote({ mates }: { mates: readonly string[] }) {
  const others = mates.map((number) => `#${number}`).join(', ');
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-[13px] text-muted [overflow-wrap:anywhere]">
      <Package aria-hidden className="size-4 shrink-0" />
      Pacote: vai junto com {others}, com a mesma etiqueta
    </p>
  );
}

function InvoiceButton({ order }: { order: Order }) {
  const file = useRef<HTMLInputElement>(null);
  const { send, isPending } = useSubmitInvoice(order.id);
  return (
    <>
      <Button
        data-changes
        size="sm"
        className="ml-auto"
        busy={isPending}
        onClick={() => file.current?.click()}
      >
        <FileUp aria-hidden />
        Enviar NF-e (XML)
      </Button>
      <input
        ref={file}
        type="file"
        accept=".xml,text/xml,application/xml"
        hidden
        aria-label={`NF-e do pedido ${order.ml_order_id}`}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          // The same file may be chosen again after it was refused.
          target.value = '';
          if (chosen) send(chosen);
        }}
      />
    </>
  );
}

const TOO_LONG = `O XML da NF-e deve ter até ${MAX_NFE_LENGTH / 1_000} KB`;

/** Hands in the NF-e of one order; what the marketplace made of it is read again, also where it refused. */
function useSubmitInvoice(id: string) {
  const utils = trpc.useUtils();
  const patch = usePatchOrder();
  const submit = trpc.orders.submitInvoice.useMutation({
    onSuccess: async (order) => {
      toast.success('NF-e enviada!');
      await patch(id, order);
    },
    onError: (error) => toastDetail(error, 'Erro ao enviar a NF-e'),
    onSettled: (_data, error) => waitedFor(utils.orders.invalidate(), error),
  });
  const send = useSingleFlight(async (file: File) => {
    if (file.size > MAX_NFE_LENGTH) {
      toast.error(TOO_LONG);
      return;
    }
    await submit.mutateAsync({ id, xml: await file.text() });
  });
  return { send, isPending: submit.isPending };
}

import { formatDate } from '@esteira/domain/calendar';
import { findPostalCode } from '@esteira/domain/documents/postal-code';
import { formatMoney } from '@esteira/domain/money';
import { ERASED_BUYER } from '@esteira/domain/orders/buyer-retention';
import { ORDER_STATUS_LABELS } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderDetails } from '@esteira/validators/orders/order-details';
import { Link } from 'react-router';
import { NotLoaded } from '../../../lib/data/loaded';
import { trpc } from '../../../lib/data/trpc';
import { When } from '../../../lib/format/when';
import { paths } from '../../../paths';
import { Badge } from '../../../ui/badge';
import { Panel } from '../../../ui/panel';
import { STATUS_BADGES } from '../list/status-badges';
import { CopiedLine } from './copied-line';

/** Who bought, to be copied for the carrier, and what else they bought. */
export function BuyerPanel({ details }: { details: OrderDetails }) {
  const { pedido, comprador_apagado_em: erasedAt, nfe_apagada } = details;
  return (
    <Panel heading="Dados do Cliente">
      {erasedAt === null ? (
        <KnownBuyer order={pedido} />
      ) : (
        <ErasedBuyer day={formatDate(erasedAt)} hadInvoice={nfe_apagada} />
      )}
    </Panel>
  );
}

function ErasedBuyer({ day, hadInvoice }: { day: string; hadInvoice: boolean }) {
  return (
    <div className="grid gap-1 p-4">
      <p className="font-medium">{ERASED_BUYER}</p>
      <p className="text-muted">
        O nome, o endereço e a etiqueta foram apagados em {day}, no fim do prazo em que podem ser guardados.
        Os valores continuam aqui.
      </p>
      {hadInvoice && <p>XML apagado em {day}: guarde o seu, a lei pede 5 anos.</p>}
    </div>
  );
}

function KnownBuyer({ order }: { order: Order }) {
  const cep = findPostalCode(order.cliente_endereco);
  return (
    <>
      <dl className="grid gap-2 p-4">
        <CopiedLine label="Nome" text={order.cliente_nome} copyLabel="Copiar nome" strong />
        <CopiedLine label="Endereço" text={order.cliente_endereco} copyLabel="Copiar endereço" />
        {cep && <CopiedLine label="CEP" text={cep} copyLabel="Copiar CEP" />}
      </dl>
      <div className="grid gap-2 border-border border-t p-4">
        <h3 className="text-[13px] text-muted">Outros pedidos deste comprador</h3>
        <OtherOrders order={order} />
      </div>
    </>
  );
}

function OtherOrders({ order }: { order: Order }) {
  const query = trpc.orders.ofSameBuyer.useQuery({ id: order.id });
  const { data } = query;
  if (!data) {
    return <NotLoaded query={query} failure="Não foi possível carregar os outros pedidos." className="h-5" />;
  }
  if (data.itens.length === 0) return <p>Nenhum</p>;
  return (
    <>
      <ul className="grid gap-3">
        {data.itens.map((other) => (
          <li key={other.id} className="grid gap-0.5">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <Link
                to={paths.orderPage(other.id)}
                className="thumb tabular font-medium text-primary-text underline-offset-4 hover:underline"
              >
                #{other.ml_order_id}
              </Link>
              <Badge tone={STATUS_BADGES[other.status].tone}>{ORDER_STATUS_LABELS[other.status]}</Badge>
            </div>
            <p className="text-[13px] text-muted [overflow-wrap:anywhere]">
              {other.produto_nome} · {formatMoney(other.preco_venda)} · <When date={other.criado_em} />
            </p>
          </li>
        ))}
      </ul>
      {data.tem_mais && (
        <Link
          to={paths.orderSearch(order.cliente_nome)}
          className="thumb justify-self-start text-primary-text underline-offset-4 hover:underline"
        >
          Ver todos
        </Link>
      )}
    </>
  );
}

import { formatMoney } from '@esteira/domain/money';
import { hasUnsurePixKey } from '@esteira/domain/purchasing/pix-key';
import { type SupplierPart, toSupplierParts } from '@esteira/domain/purchasing/supplier-parts';
import type { Order } from '@esteira/validators/orders/order';
import { useAllSuppliers } from '../../../lib/data/use-all-suppliers';
import { CopyTextButton } from '../../../parts/payment/copy-text-button';
import { UNSURE_PIX_KEY } from '../../../parts/payment/describe-pix-key';
import { toPix } from '../../../parts/payment/to-pix';
import { CopyButton } from '../../../ui/copy-button';

/** Whom an order's payment goes to, how much each, and how: what 'Confirmar Pagamento' says was done. */
export function OrderPayment({ order }: { order: Order }) {
  const parts = toSupplierParts(order);
  const known = parts.filter(({ fornecedor_id }) => fornecedor_id !== null);
  return (known.length > 0 ? known : parts).map((part) => (
    <PartPayment key={part.fornecedor_id} part={part} />
  ));
}

function PartPayment({ part }: { part: SupplierPart }) {
  const { suppliers } = useAllSuppliers();
  const { fornecedor_nome, preco_fornecedor, passo } = part;
  const supplier = suppliers.find(({ id }) => id === part.fornecedor_id);
  const dados = supplier?.dados_pagamento ?? null;
  const pix = supplier ? toPix(supplier, preco_fornecedor) : null;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-border border-t px-4 py-1.5 text-[13px]">
      <p className="[overflow-wrap:anywhere]">
        {passo === 'pago' ? 'Pago: ' : 'Pagar '}
        <strong className="tabular font-semibold">{formatMoney(preco_fornecedor)}</strong> a {fornecedor_nome}
      </p>
      {dados === null ? (
        <p className="text-muted">Sem dados de pagamento</p>
      ) : (
        <div className="flex min-w-0 items-center gap-1 text-muted">
          <p className="truncate" title={dados}>
            {dados}
          </p>
          <CopyButton text={dados} label={`Copiar dados de pagamento de ${fornecedor_nome}`} />
        </div>
      )}
      {dados !== null && hasUnsurePixKey(dados) && <p className="text-muted">{UNSURE_PIX_KEY}</p>}
      {pix && (
        <CopyTextButton
          text={pix.code}
          label="Pix copia e cola"
          description={`Copiar Pix copia e cola de ${formatMoney(preco_fornecedor)} para ${fornecedor_nome}`}
        />
      )}
    </div>
  );
}

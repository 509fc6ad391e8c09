import { formatPhone, toPhoneLinks } from '@esteira/domain/documents/phone';
import { toSupplierParts } from '@esteira/domain/purchasing/supplier-parts';
import type { Order } from '@esteira/validators/orders/order';
import type { Supplier } from '@esteira/validators/products/supplier';
import { Mail, MessageCircle, Phone } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { Panel } from '../../../ui/panel';
import { CopiedLine } from './copied-line';

interface SupplierPanelProps {
  order: Order;
  /** As it is now; null where it was deleted, or never known. */
  supplier: Supplier | null;
}

/** Who supplies the order, how they are reached, and how they are paid. */
export function SupplierPanel({ order, supplier }: SupplierPanelProps) {
  return (
    <Panel heading="Fornecedor">
      <div className="grid gap-3 p-4">
        {supplier ? (
          <Link
            to={paths.supplierSearch(supplier.nome)}
            className="thumb justify-self-start font-medium text-primary-text underline-offset-4 [overflow-wrap:anywhere] hover:underline"
          >
            {supplier.nome}
          </Link>
        ) : (
          <p className="font-medium [overflow-wrap:anywhere]">{order.fornecedor_nome}</p>
        )}
        {supplier && <Contact supplier={supplier} />}
        <OtherSuppliers order={order} />
        {supplier?.dados_pagamento && (
          <dl>
            <CopiedLine
              label="Dados de pagamento"
              text={supplier.dados_pagamento}
              copyLabel="Copiar dados de pagamento"
            />
          </dl>
        )}
      </div>
    </Panel>
  );
}

/** Those of the other lines; each is sent and paid its own part. */
function OtherSuppliers({ order }: { order: Order }) {
  const others = toSupplierParts(order).filter(
    ({ fornecedor_id }) => fornecedor_id !== null && fornecedor_id !== order.fornecedor_id,
  );
  if (others.length === 0) return null;
  return (
    <p className="text-[13px] text-muted [overflow-wrap:anywhere]">
      Também deste pedido:{' '}
      {others.map(({ fornecedor_id, fornecedor_nome }, index) => (
        <Fragment key={fornecedor_id}>
          {index > 0 && ', '}
          <Link
            to={paths.purchasingOf(fornecedor_id ?? '')}
            className="text-primary-text underline underline-offset-4"
          >
            {fornecedor_nome}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}

function Contact({ supplier: { contato, email, telefone } }: { supplier: Supplier }) {
  const phone = telefone === null ? null : toPhoneLinks(telefone);
  if (!contato && !email && !telefone) return <p className="text-muted">Sem dados de contato</p>;
  return (
    <>
      {(contato || telefone || email) && (
        <p className="text-[13px] text-muted [overflow-wrap:anywhere]">
          {[contato, telefone && formatPhone(telefone), email].filter(Boolean).join(' · ')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {phone?.whatsApp && (
          <Button asChild size="sm">
            <a href={phone.whatsApp} target="_blank" rel="noreferrer">
              <MessageCircle aria-hidden />
              WhatsApp
            </a>
          </Button>
        )}
        {phone && (
          <Button asChild size="sm">
            <a href={phone.call}>
              <Phone aria-hidden />
              Ligar
            </a>
          </Button>
        )}
        {email && (
          <Button asChild size="sm">
            <a href={`mailto:${email}`}>
              <Mail aria-hidden />
              E-mail
            </a>
          </Button>
        )}
      </div>
    </>
  );
}

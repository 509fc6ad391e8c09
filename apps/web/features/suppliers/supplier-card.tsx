import { formatPhone, toPhoneLinks } from '@esteira/domain/documents/phone';
import type { SupplierFigures } from '@esteira/validators/products/purchasing';
import type { Supplier } from '@esteira/validators/products/supplier';
import { Mail, Pencil, Phone, Trash2, User, Wallet } from 'lucide-react';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Panel } from '../../ui/panel';
import { SupplierFiguresLine } from './overview/supplier-figures';

interface SupplierCardProps {
  supplier: Supplier;
  /** Absent while they are not known. */
  figures: SupplierFigures | undefined;
  onEdit: (supplier: Supplier) => void;
  onRemove: (supplier: Supplier) => void;
}

export function SupplierCard({ supplier, figures, onEdit, onRemove }: SupplierCardProps) {
  const facts = [
    { icon: Mail, label: 'Email', text: supplier.email, href: supplier.email && `mailto:${supplier.email}` },
    {
      icon: Phone,
      label: 'Telefone',
      text: supplier.telefone && formatPhone(supplier.telefone),
      href: supplier.telefone && toPhoneLinks(supplier.telefone)?.call,
    },
    { icon: User, label: 'Contato', text: supplier.contato },
    { icon: Wallet, label: 'Dados de pagamento', text: supplier.dados_pagamento },
  ].filter((fact) => fact.text !== null);

  return (
    <Panel aria-label={supplier.nome} className="flex flex-col">
      <div className="flex items-start justify-between gap-2 p-4 pb-3">
        <h2 className="min-w-0 pt-1 font-semibold [overflow-wrap:anywhere]">{supplier.nome}</h2>
        <div data-changes className="-mr-1.5 flex">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Editar ${supplier.nome}`}
            title="Editar"
            onClick={() => onEdit(supplier)}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            variant="ghost-danger"
            size="icon"
            aria-label={`Deletar ${supplier.nome}`}
            title="Deletar"
            onClick={() => onRemove(supplier)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      </div>
      {facts.length === 0 ? (
        <p className="flex-1 px-4 pb-4 text-muted">Sem dados de contato</p>
      ) : (
        <dl className="grid flex-1 content-start gap-2 px-4 pb-4 max-sm:gap-5">
          {facts.map((fact) => (
            <div key={fact.label} className="flex gap-2.5">
              <dt className="mt-0.5 text-muted" title={fact.label}>
                <fact.icon aria-hidden className="size-4" />
                <span className="sr-only">{fact.label}</span>
              </dt>
              <dd className="flex min-w-0 flex-1 justify-between gap-1">
                <span className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">
                  {fact.href ? (
                    <a href={fact.href} className="thumb inline-block underline-offset-4 hover:underline">
                      {fact.text}
                    </a>
                  ) : (
                    fact.text
                  )}
                </span>
                {fact.icon === Wallet && (
                  <span className="-my-1.5 -mr-2">
                    <CopyButton
                      text={fact.text ?? ''}
                      label={`Copiar dados de pagamento de ${supplier.nome}`}
                    />
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {figures ? (
        <SupplierFiguresLine supplier={supplier} figures={figures} />
      ) : (
        <div aria-hidden className="h-27 max-sm:h-30" />
      )}
      <div className="flex items-center gap-2 border-border border-t py-1 pr-2 pl-4 text-[13px] text-muted">
        <span className="shrink-0">ID</span>
        <code className="min-w-0 flex-1 truncate" title={supplier.id}>
          {supplier.id}
        </code>
        <CopyButton text={supplier.id} label={`Copiar ID de ${supplier.nome}`} />
      </div>
    </Panel>
  );
}

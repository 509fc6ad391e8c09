import { formatDate, formatTime } from '@esteira/domain/calendar';
import { toPhoneLinks } from '@esteira/domain/documents/phone';
import type { PurchasePageInput } from '@esteira/validators/products/purchasing';
import type { Supplier } from '@esteira/validators/products/supplier';
import { ExternalLink, MessageCircle } from 'lucide-react';
import { detailOf } from '../../../lib/forms/problem';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { CopyTextButton } from '../../../parts/payment/copy-text-button';
import { Button } from '../../../ui/button';
import { Spinner } from '../../../ui/spinner';
import { useSupplierPages } from './use-share';

interface SupplierPagesProps {
  supplier: Supplier;
  input: PurchasePageInput;
}

/** Addresses that open without a login: makes one for the orders on screen, and closes those that are open. */
export function SupplierPages({ supplier, input }: SupplierPagesProps) {
  const { query, create, revoke } = useSupplierPages(supplier.id);
  const make = useSingleFlight(() => create.mutateAsync(input));
  const pages = query.data ?? [];
  const [newest] = pages;
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2 rounded-lg bg-sunken px-3 py-3">
      <p className="max-w-[72ch] text-[13px] text-muted">
        O fornecedor abre sem login, por 72 horas: produtos, quantidades, endereços e etiquetas destes
        pedidos. Quem tiver o link vê os dados dos compradores.
      </p>
      {query.isPending && <Spinner />}
      {query.isError && (
        <p className="text-danger-text">{detailOf(query.error) ?? 'Erro ao carregar as páginas'}</p>
      )}
      {newest && (
        <>
          <p role="status">
            Aberta até {formatDate(newest.expira_em)} às {formatTime(newest.expira_em)}
            {pages.length > 1 && ` · ${pages.length} páginas abertas`}
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyTextButton
              text={newest.url}
              label="Copiar link"
              description={`Copiar link da página de ${supplier.nome}`}
            />
            <Button asChild size="sm">
              <a href={newest.url} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                Abrir página
              </a>
            </Button>
            <WhatsAppLink supplier={supplier} url={newest.url} />
          </div>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant={newest ? 'secondary' : 'primary'}
          busy={create.isPending}
          onClick={() => make(undefined)}
        >
          {newest ? 'Criar outra com os pedidos atuais' : 'Criar página'}
        </Button>
        {newest && (
          <Button
            size="sm"
            variant="ghost-danger"
            busy={revoke.isPending}
            onClick={() => revoke.mutate({ fornecedor_id: supplier.id })}
          >
            {pages.length === 1 ? 'Cancelar página' : 'Cancelar todas'}
          </Button>
        )}
      </div>
    </div>
  );
}

function WhatsAppLink({ supplier, url }: { supplier: Supplier; url: string }) {
  const phone = supplier.telefone === null ? null : toPhoneLinks(supplier.telefone);
  if (!phone?.whatsApp) return null;
  return (
    <Button asChild size="sm">
      <a
        href={`${phone.whatsApp}?text=${encodeURIComponent(`Pedido de compra: ${url}`)}`}
        target="_blank"
        rel="noreferrer"
      >
        <MessageCircle aria-hidden />
        Enviar por WhatsApp
      </a>
    </Button>
  );
}

import { formatDate } from '@esteira/domain/calendar';
import { toPhoneLinks } from '@esteira/domain/documents/phone';
import { sumCosts } from '@esteira/domain/purchasing/purchase-list';
import { toPurchaseMessage } from '@esteira/domain/purchasing/purchase-message';
import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import type { Supplier } from '@esteira/validators/products/supplier';
import { FileSpreadsheet, FileText, Link2, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { downloadCsv, saveFile } from '../../../lib/download';
import { useUser } from '../../../lib/session/session';
import { toPix } from '../../../parts/payment/to-pix';
import { Button } from '../../../ui/button';
import { toPurchaseCsv } from './purchase-csv';
import { SupplierPages } from './supplier-pages';
import { usePurchasePdf } from './use-share';

interface ShareActionsProps {
  supplier: Supplier;
  /** What is on screen, to be sent and to be paid. */
  orders: PurchaseOrder[];
}

/** The list as it is on screen, to keep or to hand to the supplier. */
export function ShareActions({ supplier, orders }: ShareActionsProps) {
  const [showsPages, setShowsPages] = useState(false);
  const message = usePurchaseMessage(supplier, orders);
  const pdf = usePurchasePdf();
  const fileName = `compra-${toFileName(supplier.nome)}`;
  const phone = supplier.telefone === null ? null : toPhoneLinks(supplier.telefone);
  const input = { fornecedor_id: supplier.id, pedidos: orders.map(({ id }) => id) };

  return (
    <div className="grid grid-cols-1 gap-3 border-border border-t pt-3">
      <fieldset className="flex min-w-0 flex-wrap gap-2" aria-label={`Lista de ${supplier.nome}`}>
        <Button
          size="sm"
          busy={pdf.isPending}
          onClick={() => pdf.mutate(input, { onSuccess: (file) => saveFile(`${fileName}.pdf`, file) })}
        >
          {!pdf.isPending && <FileText aria-hidden />}
          PDF
        </Button>
        <Button
          size="sm"
          onClick={() => downloadCsv(`${fileName}.csv`, toPurchaseCsv(supplier.nome, orders))}
        >
          <FileSpreadsheet aria-hidden />
          CSV
        </Button>
        {navigator.clipboard && (
          <Button
            size="sm"
            onClick={() =>
              navigator.clipboard.writeText(message({ short: false })).then(
                () => toast.success('Mensagem copiada!'),
                () => toast.error('Não foi possível copiar'),
              )
            }
          >
            <MessageCircle aria-hidden />
            Copiar para WhatsApp
          </Button>
        )}
        {phone?.whatsApp && (
          <Button asChild size="sm">
            <a
              href={`${phone.whatsApp}?text=${encodeURIComponent(message({ short: true }))}`}
              target="_blank"
              rel="noreferrer"
            >
              <MessageCircle aria-hidden />
              Abrir no WhatsApp
            </a>
          </Button>
        )}
        <Button data-changes size="sm" aria-expanded={showsPages} onClick={() => setShowsPages(!showsPages)}>
          <Link2 aria-hidden />
          Página para o fornecedor
        </Button>
      </fieldset>
      {showsPages && <SupplierPages supplier={supplier} pedidos={input.pedidos} />}
    </div>
  );
}

function toFileName(name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .trim()
    .replace(/[ -]+/g, '-');
  return plain.slice(0, 60) || 'fornecedor';
}

/** The list as text for WhatsApp; with a code that pays all of it, where there is a key. */
function usePurchaseMessage(supplier: Supplier, orders: readonly PurchaseOrder[]) {
  const { nome, equipe } = useUser();
  const sellerName = equipe?.vendedor_nome ?? nome;
  return ({ short }: { short: boolean }) => {
    const amount = sumCosts(orders);
    const pix = toPix(supplier, amount);
    const payment = pix && { amount, pixCode: pix.code };
    const day = formatDate(new Date());
    return toPurchaseMessage(
      { ...{ supplierName: supplier.nome, sellerName, day }, deliveries: orders, pageUrl: null, payment },
      { short },
    );
  };
}

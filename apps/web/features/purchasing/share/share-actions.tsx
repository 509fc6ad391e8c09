import { FileSpreadsheet, FileText, Link2, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { downloadCsv, saveFile } from '../../../lib/download';
import { Button } from '../../../ui/button';
import { toPurchaseCsv } from './purchase-csv';
import { SupplierPages } from './supplier-pages';
import { type MessageToWrite, usePurchaseMessage } from './use-purchase-message';
import { toShareInput, usePurchasePdf } from './use-share';

/** The list as it is on screen, to keep or to hand to the supplier. */
export function ShareActions(list: MessageToWrite) {
  const { supplier, orders } = list;
  const [showsPages, setShowsPages] = useState(false);
  const { write, hasPage, isBusy } = usePurchaseMessage(list);
  const pdf = usePurchasePdf();
  const fileName = `compra-${toFileName(supplier.nome)}`;
  const input = toShareInput(supplier, orders);

  return (
    <div className="grid grid-cols-1 gap-3">
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
            busy={isBusy}
            onClick={() =>
              write()
                .then((text) => navigator.clipboard.writeText(text))
                .then(
                  () => toast.success('Mensagem copiada!'),
                  () => toast.error('Não foi possível copiar'),
                )
            }
          >
            {!isBusy && <MessageCircle aria-hidden />}
            Copiar para WhatsApp
          </Button>
        )}
        <Button data-changes size="sm" aria-expanded={showsPages} onClick={() => setShowsPages(!showsPages)}>
          <Link2 aria-hidden />
          Página para o fornecedor
        </Button>
      </fieldset>
      {hasPage && (
        <p className="max-w-[72ch] text-[13px] text-muted">
          A lista é longa para o WhatsApp: no lugar de produtos e endereços, a mensagem leva o link da página
          do fornecedor, que vale 72 horas.
        </p>
      )}
      {showsPages && <SupplierPages supplier={supplier} input={input} />}
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

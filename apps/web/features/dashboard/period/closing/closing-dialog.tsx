import { lastMonths } from '@esteira/domain/calendar';
import type { DaySpan } from '@esteira/domain/days';
import { formatMoney } from '@esteira/domain/money';
import { countText } from '@esteira/domain/text/count-text';
import { formatLongMonth } from '@esteira/domain/text/month-text';
import type { MonthClosing } from '@esteira/validators/dashboards/month-closing';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { NotLoaded } from '../../../../lib/data/loaded';
import { trpc } from '../../../../lib/data/trpc';
import { saveFile } from '../../../../lib/download';
import { formatCount } from '../../../../lib/format/figures';
import { toastFailure } from '../../../../lib/toasts';
import { fetchFile } from '../../../../parts/export/fetch-file';
import { FigureButton } from '../../../../parts/figure-button';
import { Button } from '../../../../ui/button';
import { SelectField } from '../../../../ui/forms/fields';
import { Dialog, DialogActions, DialogBody } from '../../../../ui/overlays/dialog';
import { CostTable } from '../cost-table';
import { FIGURES } from '../figures/figure-source';

const MONTHS = 24;
const FORMATS: { format: ClosingFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'pdf', label: 'PDF' },
];

interface ClosingDialogProps {
  /** `YYYY-MM`, as the URL names it; whatever else it says means the month before this one. */
  month: string;
  onChoose: (month: string) => void;
  /** Opens what makes a figure of a period. */
  onAsk: (span: DaySpan, address: string) => void;
  onClose: () => void;
}

/** A month as it stands in the books: its figures here, as a document, and its orders as a table. */
export function ClosingDialog({ month, onChoose, onAsk, onClose }: ClosingDialogProps) {
  const months = lastMonths(new Date(), MONTHS).reverse();
  const mes = months.find((each) => each === month) ?? months[1] ?? '';
  const query = trpc.dashboard.closing.useQuery({ mes }, { staleTime: 0 });
  const file = useClosingFile(mes);
  return (
    <Dialog open wide onOpenChange={onClose} title="Fechamento do mês">
      <DialogBody className="grid auto-rows-max grid-cols-1 content-start gap-4">
        <SelectField
          label="Mês"
          value={mes}
          onChange={({ target }) => onChoose(target.value)}
          options={months.map((each) => [each, formatLongMonth(each)])}
        />
        {query.data && <Summary closing={query.data} onAsk={onAsk} />}
        <NotLoaded query={query} failure="Não foi possível carregar o mês." className="h-56" />
      </DialogBody>
      <DialogActions>
        {FORMATS.map(({ format, label }) => (
          <Button
            key={format}
            variant={format === 'pdf' ? 'primary' : 'secondary'}
            busy={file.isPending && file.variables === format}
            disabled={file.isPending && file.variables !== format}
            onClick={() => file.mutate(format)}
          >
            <Download aria-hidden />
            <span>
              <span className="max-sm:sr-only">Baixar </span>
              {label}
            </span>
          </Button>
        ))}
      </DialogActions>
    </Dialog>
  );
}

interface SummaryProps extends Pick<ClosingDialogProps, 'onAsk'> {
  closing: MonthClosing;
}

function Summary({ closing, onAsk }: SummaryProps) {
  const { de, ate, total, custos, cancelados, encerrado } = closing;
  const ask = (address: string) => onAsk({ de, ate }, address);
  const figures = [
    ['vendas', formatCount(total.vendas)],
    ['receita', formatMoney(total.receita)],
    ['lucro', formatMoney(total.lucro)],
  ] as const;
  return (
    <>
      {!encerrado && <p className="text-[13px] text-muted">Parcial: o mês ainda não terminou.</p>}
      <dl className="tabular flex flex-wrap gap-x-8 gap-y-3 sm:grid sm:grid-cols-3">
        {figures.map(([figure, text]) => (
          <div key={figure}>
            <dt className="text-[13px] text-muted">{FIGURES[figure]}</dt>
            <dd className="font-semibold text-lg tracking-tight">
              <FigureButton text={text} label={FIGURES[figure].toLowerCase()} onClick={() => ask(figure)} />
            </dd>
          </div>
        ))}
      </dl>
      {total.calculados > 0 && <CostTable total={total} custos={custos} onAsk={ask} />}
      <ul className="grid gap-1 text-[13px] text-muted">
        {toNotes(closing).map((note) => (
          <li key={note}>{note}</li>
        ))}
        {cancelados.pedidos > 0 && <li>{describeCancelled(cancelados)}</li>}
      </ul>
    </>
  );
}

function toNotes({ total }: MonthClosing): string[] {
  const unknown = total.vendas - total.calculados;
  if (total.vendas === 0) return ['Sem vendas neste mês.'];
  if (unknown === 0) return [];
  return [
    countText(
      unknown,
      'pedido ainda não tem todos os custos e não entra no líquido.',
      'pedidos ainda não têm todos os custos e não entram no líquido.',
    ),
  ];
}

const describeCancelled = ({ pedidos, receita }: MonthClosing['cancelados']) =>
  pedidos === 1
    ? `1 pedido cancelado, de ${formatMoney(receita)}, fica fora das contas.`
    : `${formatCount(pedidos)} pedidos cancelados, de ${formatMoney(receita)}, ficam fora das contas.`;

type ClosingFormat = 'pdf' | 'csv' | 'xlsx';

/** Downloads a month's closing: the document, or its orders as a table. */
function useClosingFile(mes: string) {
  return useMutation({
    mutationFn: async (format: ClosingFormat) => {
      const path = format === 'pdf' ? 'dashboard/fechamento.pdf' : `exportar/fechamento.${format}`;
      const { name, file } = await fetchFile(`/api/${path}?mes=${mes}`, `fechamento-${mes}.${format}`);
      saveFile(name, file);
      return name;
    },
    onSuccess: (name) => toast.success('Arquivo exportado', { description: name }),
    onError: (error) => toastFailure(error, 'Erro ao exportar'),
  });
}

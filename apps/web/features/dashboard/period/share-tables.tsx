import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { clsx } from 'clsx';
import { FigureButton } from '../../../parts/figure-button';
import { FIGURES, type FigureName, toShareAddress } from './figures/figure-source';
import { FIGURE_NAMES, formatFigure } from './figures/figure-texts';
import { STACKED_NAME, STACKED_ROW } from './figures/stacked-row';

interface Row extends Record<Exclude<FigureName, 'liquido'>, number> {
  /** What the dialogs of its figures are asked for by. */
  toAddress: (figure?: FigureName) => string;
  nome: string;
  liquido: number | null;
}

interface ShareTablesProps {
  data: DashboardPeriod;
  /** Opens what makes the figures of a row. */
  onAsk: (address: string) => void;
}

/** The period by marketplace, product and supplier. */
export function ShareTables({ data, onAsk }: ShareTablesProps) {
  const marketplaces = data.marketplaces.map(({ marketplace, total }) => ({
    ...total,
    toAddress: (figure?: FigureName) => toShareAddress('marketplace', marketplace, figure),
    nome: MARKETPLACE_NAMES[marketplace],
  }));
  const withKey = (kind: 'produto' | 'fornecedor') => (row: DashboardPeriod['produtos'][number]) => ({
    ...row,
    toAddress: (figure?: FigureName) => toShareAddress(kind, row.id, figure),
  });
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      <ShareTable title="Por marketplace" rows={marketplaces} onAsk={onAsk} />
      <ShareTable title="Por fornecedor" rows={data.fornecedores.map(withKey('fornecedor'))} onAsk={onAsk} />
      <div className="xl:col-span-2">
        <ShareTable title="Por produto" rows={data.produtos.map(withKey('produto'))} onAsk={onAsk} />
      </div>
    </div>
  );
}

interface ShareTableProps extends Pick<ShareTablesProps, 'onAsk'> {
  title: string;
  rows: readonly Row[];
}

function ShareTable({ title, rows, onAsk }: ShareTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is scrolled with the keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label={title}>
      <table className="tabular w-full text-[13px]">
        <caption className="pb-1.5 text-left font-semibold text-sm">{title}</caption>
        <thead>
          <tr className={clsx(STACKED_ROW, 'text-muted')}>
            <th scope="col" className="w-full py-1.5 pr-3 text-left font-medium max-sm:sr-only sm:min-w-32">
              Nome
            </th>
            {Object.values(FIGURES).map((label) => (
              <th key={label} scope="col" className="px-1 py-1.5 text-right font-medium sm:px-2">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.toAddress()} className={clsx(STACKED_ROW, 'last:border-0')}>
              <th scope="row" className={clsx(STACKED_NAME, 'max-w-0 max-sm:max-w-none max-sm:pt-0')}>
                <button
                  type="button"
                  title={`${row.nome}: por que estes números?`}
                  onClick={() => onAsk(row.toAddress())}
                  className="block max-w-full truncate text-left underline-offset-4 hover:underline max-sm:leading-10"
                >
                  {row.nome}
                </button>
              </th>
              {FIGURE_NAMES.map((figure) => (
                <td key={figure} className="whitespace-nowrap px-1 py-1.5 text-right sm:px-2">
                  <FigureButton
                    text={formatFigure(figure, row[figure])}
                    label={`${FIGURES[figure].toLowerCase()} de ${row.nome}`}
                    onClick={() => onAsk(row.toAddress(figure))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import type { CsvColumn } from '@esteira/validators/csv/csv-columns';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import type { PreviewRow } from './csv-preview-worker';

const FIGURES: ReadonlySet<CsvColumn> = new Set([
  'preco_fornecedor',
  'preco_venda_ml',
  'preco_venda_amazon',
  'estoque',
]);

interface CsvPreviewTableProps {
  columns: CsvColumn[];
  rows: PreviewRow[];
}

/** The file's rows as they stand, the wrong and the doubtful cells marked with their reason. */
export function CsvPreviewTable({ columns, rows }: CsvPreviewTableProps) {
  return (
    <section
      aria-label="Linhas do arquivo"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-64 overflow-auto overscroll-contain rounded-lg border border-border"
    >
      <table className="tabular w-max min-w-full border-separate border-spacing-0 text-[13px]">
        <thead>
          <tr>
            <th scope="col" className={clsx(HEAD, 'left-0 z-20 border-r text-right')}>
              Linha
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={clsx(HEAD, 'z-10', isFigure(column) ? 'text-right' : 'text-left')}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.line} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const HEAD = 'sticky top-0 border-border border-b bg-sunken px-3 py-1.5 font-medium text-muted';
const CELL = 'border-border border-b px-3 py-1.5';

function Row({ row, columns }: { row: PreviewRow; columns: CsvColumn[] }) {
  const whole = row.problems.find(({ column }) => column === 'linha');
  return (
    <tr>
      <th
        scope="row"
        className={clsx(CELL, 'sticky left-0 border-r bg-surface text-right font-normal text-muted')}
      >
        {row.line}
      </th>
      {whole ? (
        <td colSpan={columns.length} className={clsx(CELL, 'bg-danger-soft text-danger-text')}>
          <Mark />
          {whole.reason}
        </td>
      ) : (
        columns.map((column) => (
          <Cell
            key={column}
            column={column}
            text={row.cells[column] ?? ''}
            problem={row.problems.find((problem) => problem.column === column)?.reason}
            warning={row.warnings.find((warning) => warning.column === column)?.reason}
          />
        ))
      )}
    </tr>
  );
}

interface CellProps {
  column: CsvColumn;
  text: string;
  problem: string | undefined;
  warning: string | undefined;
}

function Cell({ column, text, problem, warning }: CellProps) {
  const remark = problem ?? warning;
  return (
    <td
      title={remark}
      className={clsx(
        CELL,
        'max-w-56 truncate',
        isFigure(column) && 'text-right',
        problem ? 'bg-danger-soft text-danger-text' : warning && 'bg-warning-soft text-warning-text',
      )}
    >
      {remark && <Mark />}
      {text || (problem && <span aria-hidden>vazio</span>)}
      {remark && (
        <span className="sr-only">
          {' '}
          ({problem ? 'erro' : 'aviso'}: {remark})
        </span>
      )}
    </td>
  );
}

function Mark() {
  return <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />;
}

function isFigure(column: CsvColumn): boolean {
  return FIGURES.has(column);
}

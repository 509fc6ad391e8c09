import type { CsvColumn } from '@esteira/validators/csv/csv-columns';
import { FIELD_LABELS } from '@esteira/validators/wire/problem';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import type { WrongCell } from './cell-correction';
import type { PreviewRow } from './preview-file';

const FIGURES: ReadonlySet<CsvColumn> = new Set([
  'preco_fornecedor',
  'preco_venda_ml',
  'preco_venda_amazon',
  'estoque',
]);

interface CsvPreviewTableProps {
  columns: CsvColumn[];
  rows: PreviewRow[];
  /** A wrong cell was pressed. */
  onFix: (cell: WrongCell) => void;
}

/**
 * The file's rows as they stand, the wrong and the doubtful cells marked with their reason, and what stands now beside
 * what a row changes.
 */
export function CsvPreviewTable({ columns, rows, onFix }: CsvPreviewTableProps) {
  const hasNotes = rows.some(({ problems, warnings }) => problems.length + warnings.length > 0);
  return (
    <section
      aria-label="Linhas do arquivo"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      // Its own frame for what only screen readers get, which else widens the dialog.
      className="relative max-h-64 overflow-auto overscroll-contain rounded-lg border border-border"
    >
      <table className="tabular w-max min-w-full border-separate border-spacing-0 text-[13px]">
        <thead>
          <tr>
            <th scope="col" className={clsx(HEAD, 'left-0 z-20 w-14 min-w-14 border-r text-right')}>
              Linha
            </th>
            {hasNotes && (
              <th scope="col" className={clsx(HEAD, 'z-10 border-r text-left sm:left-14 sm:z-20')}>
                Problemas
              </th>
            )}
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
            <Row key={row.line} {...{ row, columns, hasNotes, onFix }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const HEAD = 'sticky top-0 border-border border-b bg-sunken px-3 py-1.5 font-medium text-muted';
const CELL = 'border-border border-b px-3 py-1.5';

interface RowProps extends Pick<CsvPreviewTableProps, 'columns' | 'onFix'> {
  row: PreviewRow;
  /** Whether some row has something to say about it. */
  hasNotes: boolean;
}

function Row({ row, columns, hasNotes, onFix }: RowProps) {
  const whole = row.problems.find(({ column }) => column === 'linha');
  return (
    <tr>
      <th
        scope="row"
        className={clsx(CELL, 'sticky left-0 border-r bg-surface text-right font-normal text-muted')}
      >
        {row.line}
      </th>
      {hasNotes && <Notes row={row} />}
      {whole ? (
        <td colSpan={columns.length} className={clsx(CELL, 'bg-danger-soft text-danger-text')}>
          <Mark />
          {whole.reason}
        </td>
      ) : (
        columns.map((column) => <Cell key={column} row={row} column={column} onFix={onFix} />)
      )}
    </tr>
  );
}

/** All that is wrong or doubtful in a row; in sight however far the row reaches. */
function Notes({ row: { problems, warnings } }: { row: PreviewRow }) {
  const toText = ({ column, reason }: PreviewRow['problems'][number]) =>
    `${FIELD_LABELS[column] ?? 'Linha'}: ${reason}`;
  return (
    <td className={clsx(CELL, 'min-w-48 max-w-64 border-r bg-surface sm:sticky sm:left-14')}>
      <span className="block text-danger-text empty:hidden">{problems.map(toText).join('; ')}</span>
      <span className="block text-warning-text empty:hidden">{warnings.map(toText).join('; ')}</span>
    </td>
  );
}

interface CellProps extends Pick<CsvPreviewTableProps, 'onFix'> {
  row: PreviewRow;
  column: CsvColumn;
}

function Cell({ row, column, onFix }: CellProps) {
  const text = row.cells[column] ?? '';
  const problem = row.problems.find((known) => known.column === column)?.reason;
  const warning = row.warnings.find((known) => known.column === column)?.reason;
  const note = problem ?? warning;
  const wrong = row.wrong[column];
  const content = (
    <>
      {note && <Mark />}
      <Before text={row.before[column]} />
      {text || (problem && <span aria-hidden>vazio</span>)}
      {note && (
        <span className="sr-only">
          {' '}
          ({problem ? 'erro' : 'aviso'}: {note})
        </span>
      )}
    </>
  );
  return (
    <td
      title={note}
      className={clsx(
        CELL,
        'max-w-56 truncate',
        isFigure(column) && 'text-right',
        problem ? 'bg-danger-soft text-danger-text' : warning && 'bg-warning-soft text-warning-text',
      )}
    >
      {problem && wrong ? (
        <button
          type="button"
          className="max-w-full cursor-pointer truncate underline decoration-dotted underline-offset-2"
          onClick={() => onFix({ line: row.line, column, reason: problem, ...wrong })}
        >
          {content}
        </button>
      ) : (
        content
      )}
    </td>
  );
}

/** What stands there until the import. */
function Before({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <>
      <del className="text-muted">{text || 'vazio'}</del>
      <span aria-hidden> → </span>
      <span className="sr-only"> passa a ser </span>
    </>
  );
}

function Mark() {
  return <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />;
}

function isFigure(column: CsvColumn): boolean {
  return FIGURES.has(column);
}

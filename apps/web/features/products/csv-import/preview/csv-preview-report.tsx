import { countText } from '@esteira/domain/text/count-text';
import { describeHiddenColumns } from '@esteira/validators/csv/file-notices';
import { ENCODING_NAMES } from '@esteira/validators/csv/scan/encodings';
import { CircleAlert, CircleCheck, Download, Equal, Pencil, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { downloadCsv } from '../../../../lib/download';
import { formatCount } from '../../../../lib/format/figures';
import { paths } from '../../../../paths';
import { Button } from '../../../../ui/button';
import { FilterButtons } from '../../../../ui/forms/filter-buttons';
import { CellCorrection, type WrongCell } from './cell-correction';
import type { Correction } from './corrections';
import { CsvPreviewTable } from './csv-preview-table';
import { CsvProblemList } from './csv-problem-list';
import type { CsvPreview, PreviewView } from './preview-file';

interface CsvPreviewReportProps {
  preview: CsvPreview;
  /** null: not known, so none was checked. */
  suppliers: { nome: string }[] | null;
  onCorrect: (correction: Correction) => void;
  /** How many corrections were made. */
  corrected: number;
  /** The columns are to be matched otherwise. */
  onMatchAgain: () => void;
}

const VIEW_LABELS: [PreviewView, string][] = [
  ['new', 'Novos'],
  ['changed', 'Alterados'],
  ['equal', 'Iguais'],
  ['bad', 'Com erro'],
  ['warned', 'Com aviso'],
];

/** What a file holds and what is wrong with it; a wrong cell can be put right here. */
export function CsvPreviewReport(props: CsvPreviewReportProps) {
  const { preview, suppliers, onCorrect, corrected, onMatchAgain } = props;
  const [cell, setCell] = useState<WrongCell | null>(null);

  function correct(correction: Correction) {
    setCell(null);
    onCorrect(correction);
  }

  return (
    <>
      <Summary {...preview} corrected={corrected} />
      {suppliers?.length === 0 && (
        <p className="text-muted">
          Você ainda não tem fornecedores.{' '}
          <Link to={paths.newSupplier} className="font-medium text-primary-text hover:underline">
            Adicionar Fornecedor
          </Link>
        </p>
      )}
      {cell && (
        <CellCorrection
          key={`${cell.line} ${cell.column}`}
          cell={cell}
          supplierNames={suppliers?.map(({ nome }) => nome) ?? []}
          onCorrect={correct}
          onCancel={() => setCell(null)}
        />
      )}
      <Rows preview={preview} onFix={setCell} />
      {preview.ignored.length > 0 && <IgnoredColumns names={preview.ignored} onMatchAgain={onMatchAgain} />}
      {preview.problemFile && <Problems preview={preview} file={preview.problemFile} />}
      <p className="text-[13px] text-muted empty:hidden">
        {suppliers === null && 'Os fornecedores não puderam ser conferidos aqui. '}
        {!preview.knowsSkus && 'SKUs já cadastrados só são conferidos na importação.'}
      </p>
    </>
  );
}

interface IgnoredColumnsProps {
  names: readonly string[];
  onMatchAgain: () => void;
}

function IgnoredColumns({ names, onMatchAgain }: IgnoredColumnsProps) {
  const count = countText(names.length, 'coluna não importada', 'colunas não importadas');
  return (
    <div className="flex flex-wrap items-start justify-between gap-2 text-[13px] text-muted">
      <details className="min-w-0 flex-1">
        <summary className="cursor-pointer">{count}</summary>
        <p className="[overflow-wrap:anywhere]">{names.join(', ')}</p>
      </details>
      <Button size="sm" onClick={onMatchAgain}>
        Mudar colunas
      </Button>
    </div>
  );
}

function Rows({ preview, onFix }: { preview: CsvPreview; onFix: (cell: WrongCell) => void }) {
  const [view, setView] = useState<'first' | PreviewView>('first');
  const { counts, rows, isUpdate, first, firstRows, columns } = preview;
  const views = [
    { value: 'first' as const, label: 'Primeiras linhas' },
    ...VIEW_LABELS.filter(([kind]) => counts[kind] > 0 && (isUpdate || kind !== 'new')).map(
      ([value, label]) => ({ value, label: `${label} (${formatCount(counts[value])})` }),
    ),
  ];
  const isThere = views.some(({ value }) => value === view);
  const [shown, total] = view === 'first' || !isThere ? [firstRows, rows] : [first[view], counts[view]];
  return (
    <section aria-label="Prévia" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {views.length > 1 ? (
          <FilterButtons
            label="Linhas da prévia"
            value={isThere ? view : 'first'}
            options={views}
            onChange={setView}
          />
        ) : (
          <h3 className="font-medium">Primeiras linhas</h3>
        )}
        <p className="tabular text-[13px] text-muted">
          {shown.length < total
            ? `${shown.length} de ${formatCount(total)}`
            : countText(total, 'linha', 'linhas')}
        </p>
      </div>
      <CsvPreviewTable columns={columns} rows={shown} onFix={onFix} />
    </section>
  );
}

function Problems({ preview, file }: { preview: CsvPreview; file: Blob }) {
  return (
    <CsvProblemList title="Erros no arquivo" count={preview.problemCount} problems={preview.problems}>
      <Button size="sm" onClick={() => downloadCsv('erros_previa.csv', file)}>
        <Download aria-hidden />
        Baixar erros (CSV)
      </Button>
    </CsvProblemList>
  );
}

function Summary({
  counts,
  format,
  place,
  hidden,
  isUpdate,
  knowsSkus,
  corrected,
}: CsvPreview & { corrected: number }) {
  const good = counts.new + counts.changed;
  const isCompared = isUpdate && knowsSkus;
  return (
    <div role="status" className="grid gap-1">
      <div className="tabular flex flex-wrap gap-x-5 gap-y-1 font-medium">
        {good > 0 && !isCompared && (
          <Figure icon={<CircleCheck aria-hidden className="size-4 text-success-text" />}>
            {countText(good, 'produto', 'produtos')} para importar
          </Figure>
        )}
        {isCompared && (
          <>
            <Figure icon={<CircleCheck aria-hidden className="size-4 text-success-text" />}>
              {countText(counts.new, 'novo', 'novos')}
            </Figure>
            <Figure icon={<Pencil aria-hidden className="size-4 text-primary-text" />}>
              {countText(counts.changed, 'alterado', 'alterados')}
            </Figure>
            <Figure icon={<Equal aria-hidden className="size-4 text-muted" />}>
              {countText(counts.equal, 'igual', 'iguais')}
            </Figure>
          </>
        )}
        {counts.bad > 0 && (
          <Figure icon={<CircleAlert aria-hidden className="size-4 text-danger-text" />}>
            {countText(counts.bad, 'linha', 'linhas')} com erro{' '}
            {good > 0 && (counts.bad === 1 ? '(não será importada)' : '(não serão importadas)')}
          </Figure>
        )}
        {counts.warned > 0 && (
          <Figure icon={<TriangleAlert aria-hidden className="size-4 text-warning-text" />}>
            {countText(counts.warned, 'linha', 'linhas')} com aviso
          </Figure>
        )}
      </div>
      {good === 0 && <p className="text-muted">{explainNothing(counts)}</p>}
      <p className="text-[13px] text-muted">
        {describeFormat({ format, place })}
        {corrected > 0 && ` · ${countText(corrected, 'correção', 'correções')} na prévia`}
      </p>
      {hidden.columns.length > 0 && (
        <p className="text-[13px] text-muted">{describeHiddenColumns(hidden.columns)}.</p>
      )}
    </div>
  );
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'vírgula',
  ';': 'ponto e vírgula',
  '\t': 'tabulação',
  '|': 'barra vertical',
};

function describeFormat({ format, place: { sheet, line } }: Pick<CsvPreview, 'format' | 'place'>): string {
  const row = `cabeçalho na linha ${formatCount(line)}`;
  if (format === null) return `Planilha do Excel, aba ${sheet}, ${row}`;
  const { encoding, delimiter } = format;
  const layout = `${ENCODING_NAMES[encoding]}, separado por ${DELIMITER_NAMES[delimiter] ?? delimiter}`;
  return line === 1 ? layout : `${layout}, ${row}`;
}

function explainNothing({ bad, equal }: CsvPreview['counts']): string {
  if (bad === 0 && equal > 0) return 'Nada muda: os produtos já estão assim.';
  return 'Nenhuma linha pode ser importada. Clique em uma célula marcada para corrigir ou escolha outro arquivo.';
}

function Figure({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      {icon}
      {/* One text, as it is read aloud. */}
      <span>{children}</span>
    </span>
  );
}

import { CircleAlert, CircleCheck, Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { downloadCsv } from '../../../lib/download';
import { formatCount } from '../../../lib/format/figures';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { FilterButtons } from '../../../ui/forms/filter-buttons';
import { CsvPreviewTable } from './csv-preview-table';
import type { CsvPreview } from './csv-preview-worker';
import { CsvProblemList } from './csv-problem-list';

interface CsvPreviewReportProps {
  preview: CsvPreview;
  /** null: not known, so none was checked. */
  suppliers: unknown[] | null;
}

/** What a file holds and what is wrong with it. */
export function CsvPreviewReport({ preview, suppliers }: CsvPreviewReportProps) {
  const [view, setView] = useState<'first' | 'bad' | 'warned'>('first');
  const { rows, badRows, warnedRows, problemFile } = preview;
  const views = [
    { value: 'first' as const, label: 'Primeiras linhas', shown: preview.firstRows, total: rows },
    {
      value: 'bad' as const,
      label: `Com erro (${formatCount(badRows)})`,
      shown: preview.firstBadRows,
      total: badRows,
    },
    {
      value: 'warned' as const,
      label: `Com aviso (${formatCount(warnedRows)})`,
      shown: preview.firstWarnedRows,
      total: warnedRows,
    },
  ].filter(({ value, total }) => value === 'first' || total > 0);
  const { shown, total } = views.find(({ value }) => value === view) ?? {
    shown: preview.firstRows,
    total: rows,
  };

  return (
    <>
      <Summary {...preview} />
      {suppliers?.length === 0 && (
        <p className="text-muted">
          Você ainda não tem fornecedores.{' '}
          <Link to={paths.newSupplier} className="font-medium text-primary-text hover:underline">
            Adicionar Fornecedor
          </Link>
        </p>
      )}
      <section aria-label="Prévia" className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          {views.length > 1 ? (
            <FilterButtons label="Linhas da prévia" value={view} options={views} onChange={setView} />
          ) : (
            <h3 className="font-medium">Primeiras linhas</h3>
          )}
          <p className="tabular text-[13px] text-muted">
            {shown.length < total ? `${shown.length} de ${formatCount(total)}` : countOf(total, 'linha')}
          </p>
        </div>
        <CsvPreviewTable columns={preview.columns} rows={shown} />
      </section>
      {problemFile && (
        <CsvProblemList title="Erros no arquivo" count={preview.problemCount} problems={preview.problems}>
          <Button size="sm" onClick={() => downloadCsv('erros_previa.csv', problemFile)}>
            <Download aria-hidden />
            Baixar erros (CSV)
          </Button>
        </CsvProblemList>
      )}
      <p className="text-[13px] text-muted empty:hidden">
        {suppliers === null && 'Os fornecedores não puderam ser conferidos aqui. '}
        {!preview.knowsSkus && 'SKUs já cadastrados só são conferidos na importação.'}
      </p>
    </>
  );
}

function Summary({ rows, badRows, warnedRows, encoding, delimiter }: CsvPreview) {
  const good = rows - badRows;
  return (
    <div role="status" className="grid gap-1">
      <div className="tabular flex flex-wrap gap-x-5 gap-y-1 font-medium">
        {good > 0 && (
          <span className="flex items-center gap-1.5">
            <CircleCheck aria-hidden className="size-4 text-success-text" />
            {countOf(good, 'produto')} para importar
          </span>
        )}
        {badRows > 0 && (
          <span className="flex items-center gap-1.5">
            <CircleAlert aria-hidden className="size-4 text-danger-text" />
            {countOf(badRows, 'linha')} com erro{' '}
            {good > 0 && (badRows === 1 ? '(fica de fora)' : '(ficam de fora)')}
          </span>
        )}
        {warnedRows > 0 && (
          <span className="flex items-center gap-1.5">
            <TriangleAlert aria-hidden className="size-4 text-warning-text" />
            {countOf(warnedRows, 'linha')} com aviso
          </span>
        )}
      </div>
      {good === 0 && (
        <p className="text-muted">Nenhuma linha pode ser importada. Corrija o arquivo e escolha-o de novo.</p>
      )}
      <p className="text-[13px] text-muted">
        {encoding === 'utf-8' ? 'UTF-8' : 'Windows-1252'}, separado por{' '}
        {delimiter === ';' ? 'ponto e vírgula' : 'vírgula'}
      </p>
    </div>
  );
}

function countOf(count: number, noun: 'linha' | 'produto'): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

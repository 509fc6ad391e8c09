import type { ChangeField } from '@esteira/domain/products/bulk-change';
import { isLowStock } from '@esteira/domain/products/stock';
import type { IntegrationStatus } from '@esteira/validators/marketplaces/integration';
import type { Product } from '@esteira/validators/products/product';
import { FlexRender, type Row } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { memo, type ReactNode, use } from 'react';
import { lazyOffer } from '../../../lib/lazy-part';
import { ProductPicture } from '../../../parts/product-picture';
import { formatValue } from '../changes/change-texts';
import { CHANNELS } from '../channels/channels';
import { Stock } from '../list/stock';
import { ExplainNet } from '../net/explain-net';
import { CellInput, CellProblem, type CellRefusal, type SaveCell } from './cells/cell-input';
import { EDITABLE, FIELD_LABELS } from './cells/cell-values';
import { ListingCell } from './cells/listing-cell';
import type { EditedCell } from './cells/use-cell-editor';
import type { RowErrors } from './cells/use-cell-errors';
import { type Column, type FEATURES, ROW_ACTS } from './columns';
import { RowMenuButton } from './row-menu-button';

/** In pixels: two lines of figures need more than one. */
export const heightOf = (product: Product | undefined) =>
  product && CHANNELS.every(({ priceOf }) => priceOf(product) !== null) ? 48 : 40;

interface TableRowProps {
  row: Row<typeof FEATURES, Product>;
  columns: Column[];
  /** From 0. */
  index: number;
  /** Pixels from the top of the table's body. */
  offset: number;
  height: number;
  /** Which marketplaces are real; unknown while that is being read. */
  modes: IntegrationStatus | undefined;
  supplierName: string | undefined;
  selected: boolean;
  /** The column that the Tab key reaches; null: in another row. */
  activeColumn: string | null;
  /** What is edited in this row. */
  editing: EditedCell | null;
  errors: RowErrors | undefined;
  onSelect: (id: string, selected: boolean) => void;
  /** Null: who looks at it changes nothing. */
  onEdit: ((product: Product) => void) | null;
  onRemove: (product: Product) => void;
  onSave: (product: Product, edited: EditedCell) => SaveCell;
  onCancel: (product: Product, campo: ChangeField, refusal: CellRefusal | null) => void;
}

/** Scrolling and moving the cursor draw no other rows again. */
export const TableRow = memo(
  function TableRow(props: TableRowProps) {
    const { row, columns, index, offset, height, activeColumn, selected, errors, onEdit } = props;
    const product = row.original;
    const shown = new Map(row.getAllCells().map((cell) => [cell.column.id, cell]));
    return (
      // biome-ignore lint/a11y/useSemanticElements: rows stand apart from each other, which a <tr> cannot.
      // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus.
      <div
        role="row"
        data-item={product.id}
        aria-rowindex={index + 2}
        aria-selected={selected}
        className={clsx(
          'absolute inset-x-0 top-0 grid items-stretch border-border border-b text-[13px]',
          selected ? 'bg-primary-soft' : 'bg-surface',
          (errors || props.editing) && 'z-1',
        )}
        style={{
          height,
          contain: 'layout',
          transform: `translateY(${offset}px)`,
          gridTemplateColumns: 'var(--columns)',
        }}
      >
        {columns.map(({ id, isNumber }, place) => {
          const cell = shown.get(id);
          const campo = EDITABLE.find((field) => field === id);
          const refusal = campo && errors?.[campo];
          const isError = refusal !== undefined && !refusal.isQuestion;
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            <div
              key={id}
              role="gridcell"
              data-column={id}
              aria-colindex={place + 1}
              aria-readonly={campo === undefined || onEdit === null || undefined}
              aria-invalid={isError || undefined}
              aria-describedby={refusal === undefined ? undefined : `${product.id}-${id}-erro`}
              tabIndex={isOwnTarget(id, onEdit !== null) ? (activeColumn === id ? 0 : -1) : undefined}
              className={clsx(
                'relative flex min-w-0 scroll-mt-32 scroll-mb-6 items-center px-2 focus:outline-2 focus:outline-ring focus:-outline-offset-2',
                isNumber && 'tabular justify-end',
                isError && 'bg-danger-soft',
                campo && onEdit && 'cursor-cell',
              )}
            >
              {drawCell(id, props) ?? (cell && <FlexRender cell={cell} />)}
              {refusal && <CellProblem id={`${product.id}-${id}-erro`} {...refusal} />}
            </div>
          );
        })}
      </div>
    );
  },
  (before, after) =>
    before.row.original === after.row.original &&
    (Object.keys(before) as (keyof TableRowProps)[]).every(
      (name) => name === 'row' || before[name] === after[name],
    ),
);

/** Whether the cell itself takes the focus, and not a control in it. */
function isOwnTarget(id: string, mayEdit: boolean): boolean {
  return id !== 'selecao' && id !== 'liquido' && id !== ROW_ACTS && (id !== 'nome' || !mayEdit);
}

/** The cells that act or are edited; null: the column's own. */
function drawCell(id: string, props: TableRowProps): ReactNode {
  const { row, activeColumn, selected, onSelect, onEdit, supplierName } = props;
  const product = row.original;
  const tabIndex = activeColumn === id ? 0 : -1;
  if (id === 'selecao') {
    return (
      <input
        type="checkbox"
        data-target
        tabIndex={tabIndex}
        aria-label={`Selecionar ${product.nome}`}
        checked={selected}
        onChange={({ target }) => onSelect(product.id, target.checked)}
        className="mx-auto size-4 accent-primary"
      />
    );
  }
  if (id === 'nome') {
    const has = (column: string) => props.columns.some((each) => each.id === column);
    const origin = [!has('sku') && product.sku, !has('fornecedor') && supplierName].filter(Boolean);
    return <NameCell product={product} tabIndex={tabIndex} origin={origin.join(' · ')} onEdit={onEdit} />;
  }
  if (id === 'liquido') return <NetCells product={product} tabIndex={tabIndex} />;
  if (id === ROW_ACTS) {
    const { modes, onRemove } = props;
    return <RowMenuButton product={product} tabIndex={tabIndex} modes={modes} onRemove={onRemove} />;
  }
  if (id === 'anuncios') return <ListingCell product={product} modes={props.modes} />;
  if (id === 'fornecedor') return <span className="truncate text-muted">{supplierName}</span>;
  const campo = EDITABLE.find((field) => field === id);
  return campo === undefined ? null : <ValueCell {...props} campo={campo} />;
}

interface NameCellProps {
  product: Product;
  tabIndex: number;
  /** SKU and supplier, where there are no columns for them. */
  origin: string;
  onEdit: TableRowProps['onEdit'];
}

function NameCell({ product, tabIndex, origin, onEdit }: NameCellProps) {
  const { nome, imagem_url } = product;
  return (
    <>
      <ProductPicture url={imagem_url} className="mr-2 size-8 rounded-lg" />
      <span className="grid min-w-0">
        {onEdit === null ? (
          <span title={nome} className="truncate font-medium">
            {nome}
          </span>
        ) : (
          <button
            type="button"
            data-target
            tabIndex={tabIndex}
            title={nome}
            aria-label={`Editar ${nome}`}
            onClick={() => onEdit(product)}
            className="truncate rounded text-left font-medium hover:underline"
          >
            {nome}
          </button>
        )}
        {origin && (
          <span title={origin} className="truncate text-muted text-xs">
            {origin}
          </span>
        )}
      </span>
    </>
  );
}

function ValueCell({ campo, ...props }: TableRowProps & { campo: ChangeField }) {
  const { row, editing, onSave, onCancel } = props;
  const product = row.original;
  if (editing?.campo === campo) {
    return (
      <CellInput
        label={`${FIELD_LABELS[campo]} de ${product.nome}`}
        initial={editing.text}
        inputMode={campo === 'estoque' ? 'numeric' : 'decimal'}
        onSave={onSave(product, editing)}
        onCancel={(refusal) => onCancel(product, campo, refusal)}
      />
    );
  }
  const value = product[campo];
  if (campo === 'estoque' && isLowStock(product.estoque)) return <Stock estoque={product.estoque} />;
  return <span className={clsx(value === null && 'text-muted')}>{formatValue(campo, value)}</span>;
}

// With its question to the server it is not needed to draw the table.
const NetCell = lazyOffer(() => import('../channels/net-line'), 'NetCell');

interface NetCellsProps {
  product: Product;
  tabIndex: number;
}

/** What remains on each marketplace that has a price, in the order of the profits beside it; opens what makes it. */
function NetCells({ product, tabIndex }: NetCellsProps) {
  const explain = use(ExplainNet);
  return (
    <button
      type="button"
      data-target
      tabIndex={tabIndex}
      title="Por que este número?"
      onClick={() => explain?.(product.id)}
      className="grid w-full justify-items-end gap-0.5 rounded leading-tight hover:underline"
    >
      {CHANNELS.map(({ marketplace, priceOf }) =>
        priceOf(product) === null ? null : (
          <NetCell key={marketplace} product={product} marketplace={marketplace} />
        ),
      )}

      <span className="sr-only">Líquido de {product.nome}: por que este número?</span>
    </button>
  );
}

import type { ChangeField } from '@esteira/domain/products/bulk-change';
import type { Product } from '@esteira/validators/products/product';
import { useState } from 'react';
import { itemsOf } from '../../../lib/data/pages';
import { randomId } from '../../../lib/random-id';
import type { useProducts } from '../list/use-products';
import { readCell, readColumn } from './cells/cell-values';
import type { CellChange, useCellEdits } from './cells/use-cell-edits';
import type { CellError } from './cells/use-cell-errors';

/** What became of a pasted column. */
export interface PasteOutcome {
  /** The set that takes it back. */
  loteId: string;
  taken: number;
  failed: number;
  /** Lines beyond the end of the list. */
  beyond: number;
}

interface ColumnPasteOptions extends Pick<ReturnType<typeof useProducts>, 'query' | 'products'> {
  edit: ReturnType<typeof useCellEdits>;
  onErrors: (errors: readonly CellError[]) => void;
}

/** Fills a column down from a cell with what was copied from a spreadsheet; loads as many products as that needs. */
export function useColumnPaste({ query, products, edit, onErrors }: ColumnPasteOptions) {
  const [pasting, setPasting] = useState(false);
  const [outcome, setOutcome] = useState<PasteOutcome | null>(null);

  async function paste({ id, campo, text }: { id: string; campo: ChangeField; text: string }) {
    const column = readColumn(text);
    if (!column.ok) return onErrors([{ id, campo, sentence: column.problem }]);
    setOutcome(null);
    setPasting(true);
    try {
      const targets = await loadFrom(id, column.lines.length);
      const { changes, problems, same } = readLines(targets, campo, column.lines);
      onErrors(problems);
      const loteId = randomId();
      const taken = changes.length === 0 ? 0 : await edit({ campo, changes, loteId });
      setOutcome({
        loteId,
        taken: taken + same,
        failed: problems.length + changes.length - taken,
        beyond: column.lines.length - targets.length,
      });
    } finally {
      setPasting(false);
    }
  }

  /** So many products from this one on, as far as there are any. Its place is looked up in each list: rows move meanwhile. */
  async function loadFrom(id: string, count: number): Promise<Product[]> {
    const pick = (list: readonly Product[]) => {
      const start = list.findIndex((product) => product.id === id);
      return start === -1 ? [] : list.slice(start, start + count);
    };
    let targets = pick(products);
    let hasMore = query.hasNextPage;
    while (targets.length > 0 && targets.length < count && hasMore) {
      const page = await query.fetchNextPage();
      if (page.isError) break;
      targets = pick(itemsOf(page.data));
      hasMore = page.hasNextPage;
    }
    return targets;
  }

  return { paste, pasting, outcome, dismiss: () => setOutcome(null) };
}

function readLines(targets: readonly Product[], campo: ChangeField, lines: readonly string[]) {
  const changes: CellChange[] = [];
  const problems: CellError[] = [];
  let same = 0;
  for (const [index, product] of targets.entries()) {
    const reading = readCell(campo, lines[index] ?? '');
    if (!reading.ok) problems.push({ id: product.id, campo, sentence: reading.problem });
    else if (reading.value === product[campo]) same += 1;
    else changes.push({ product, antes: product[campo], depois: reading.value });
  }
  return { changes, problems, same };
}

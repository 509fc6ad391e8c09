import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../../lib/format/figures';

interface CsvProblemListProps {
  title: string;
  count: number;
  /** The first of them. */
  problems: string[];
  /** What can be done about them. */
  children: ReactNode;
}

/** Errors by line, the first ones of many; whoever needs all of them takes the file. */
export function CsvProblemList({ title, count, problems, children }: CsvProblemListProps) {
  const rest = count - problems.length;
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="flex items-center gap-2 font-medium">
          <TriangleAlert aria-hidden className="size-4 text-warning-text" />
          {title} <span className="tabular font-normal text-muted">({formatCount(count)})</span>
        </h3>
        {children}
      </div>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={title}
        className="tabular max-h-48 divide-y divide-border overflow-y-auto overscroll-contain rounded-lg border border-border text-[13px]"
      >
        {problems.map((problem) => (
          <li key={problem} className="px-3 py-1.5 [overflow-wrap:anywhere]">
            {problem}
          </li>
        ))}
        {rest > 0 && (
          <li className="px-3 py-1.5 text-muted">
            … e mais {formatCount(rest)}, todos no arquivo para baixar.
          </li>
        )}
      </ul>
    </section>
  );
}

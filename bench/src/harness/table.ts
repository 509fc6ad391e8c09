/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

export const count = (value: number) => Math.round(value).toLocaleString('en-US');

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

/** What went wrong as a list below its title, or that there was none. */
export const listProblems = (title: string, problems: readonly string[]) =>
  `${title}: ${problems.length === 0 ? 'none.' : problems.map((problem) => `\n- ${problem}`).join('')}`;

import { formatRowError } from '@esteira/validators/csv/product-csv';
import type { RowProblem } from '@esteira/validators/csv/validate-row';
import { ERRORS_HEADER, errorLine } from './csv-errors';

/** More lines than anybody reads on screen; the file has them all. */
export const SHOWN_PROBLEMS = 200;
const BLOCK = 64 * 1024;

/** Gathers what is wrong with a file: the first problems to show, all of them as a CSV outside the heap. */
export class ProblemCollector {
  private count = 0;
  private readonly shown: string[] = [];
  private readonly blocks: Blob[] = [];
  private text = ERRORS_HEADER;

  add(line: number, { coluna, motivo }: RowProblem): void {
    this.count += 1;
    const sentence = formatRowError(line, coluna, motivo);
    if (this.shown.length < SHOWN_PROBLEMS) this.shown.push(sentence);
    this.text += errorLine(sentence);
    if (this.text.length > BLOCK) this.flush();
  }

  finish(): { problemCount: number; problems: string[]; problemFile: Blob | null } {
    this.flush();
    const problemFile = this.count > 0 ? new Blob(this.blocks, { type: 'text/csv;charset=utf-8' }) : null;
    return { problemCount: this.count, problems: this.shown, problemFile };
  }

  private flush(): void {
    this.blocks.push(new Blob([this.text]));
    this.text = '';
  }
}

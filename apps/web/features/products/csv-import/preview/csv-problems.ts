import { BOM, toCsvLine } from '@esteira/domain/text/csv-text';
import { formatRowError, type RowProblem } from '@esteira/validators/csv/product-csv';

/** One `Linha N: coluna: motivo` of an import taken apart. */
const SENTENCE = /^Linha (\d+): ([^:]+): ([\s\S]*)$/;

/** The first bytes and the header of a list of errors, as a Brazilian Excel opens it: UTF-8 marked, `;` between. */
export const ERRORS_HEADER = `${BOM}linha;coluna;motivo\r\n`;

/** One error of an import as a line of that list. A sentence of another form stands as it is under `motivo`. */
export function errorLine(sentence: string): string {
  const [, line = '', column = '', reason = sentence] = SENTENCE.exec(sentence) ?? [];
  return toCsvLine([line, column, reason]);
}

/** All errors of an import as a CSV. */
export function errorsAsCsv(erros: string[]): string {
  return ERRORS_HEADER + erros.map(errorLine).join('');
}

/** More lines than anybody reads on screen; the file has them all. */
export const SHOWN_PROBLEMS = 200;
const BLOCK = 64 * 1024;

/** Gathers what is wrong with a file: the first problems to show, all of them as a CSV outside the heap. */
export class ProblemCollector {
  private count = 0;
  private readonly shown: string[] = [];
  private readonly blocks: Blob[] = [];
  private text = ERRORS_HEADER;

  add(line: number, { column, reason }: RowProblem): void {
    this.count += 1;
    const sentence = formatRowError(line, column, reason);
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

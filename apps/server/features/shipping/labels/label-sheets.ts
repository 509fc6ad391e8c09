import { PDFDocument } from '@cantoo/pdf-lib';
import type { LabelsPerPage } from '@esteira/domain/orders/label-printing';
import { addPages, type Face, toFaces } from './label-faces';
import type { StoredLabel } from './label-types';

export const A4: [number, number] = [595.28, 841.89];
const MARGIN = 18;
const GAP = 12;
const COLUMNS = 2;
const ROWS = 2;
const CELL = {
  width: (A4[0] - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS,
  height: (A4[1] - 2 * MARGIN - (ROWS - 1) * GAP) / ROWS,
};

/** Lays labels out on pages: what it returns is finished, and null while a sheet still has room. */
export interface LabelLayout {
  /** @throws whatever the label's bytes make unreadable; the layout goes on without it. */
  add: (label: StoredLabel) => Promise<PDFDocument | null>;
  /** The last sheet, which may not be full. */
  finish: () => Promise<PDFDocument | null>;
}

export function createLayout(perPage: LabelsPerPage): LabelLayout {
  return perPage === 1 ? layOutOneByOne() : layOutOnSheets();
}

function layOutOneByOne(): LabelLayout {
  return {
    add: async (label) => {
      const pages = await createDocument();
      await addPages(pages, label);
      return flushed(pages);
    },
    finish: async () => null,
  };
}

/** Four faces on an A4 sheet, row by row from the top. A label of several pages takes as many places. */
function layOutOnSheets(): LabelLayout {
  let sheet: PDFDocument | null = null;
  let used = 0;

  async function take(): Promise<PDFDocument | null> {
    const full = sheet;
    sheet = null;
    used = 0;
    return full === null ? null : flushed(full);
  }

  return {
    async add(label) {
      sheet ??= await createDocument();
      const faces = await toFaces(sheet, label);
      for (const face of faces) {
        const place = used % (COLUMNS * ROWS);
        drawInCell(place === 0 ? sheet.addPage(A4) : sheet.getPage(sheet.getPageCount() - 1), face, place);
        used += 1;
      }
      // A face belongs to the document it was embedded in, so a sheet ends with the label that fills it.
      return used > 0 && used % (COLUMNS * ROWS) === 0 ? take() : null;
    },
    finish: take,
  };
}

function drawInCell(page: ReturnType<PDFDocument['addPage']>, face: Face, place: number): void {
  const scale = Math.min(1, CELL.width / face.width, CELL.height / face.height);
  const column = place % COLUMNS;
  const row = Math.floor(place / COLUMNS);
  const top = A4[1] - MARGIN - row * (CELL.height + GAP);
  face.draw(page, {
    x: MARGIN + column * (CELL.width + GAP) + (CELL.width - face.width * scale) / 2,
    y: top - face.height * scale,
    scale,
  });
}

const createDocument = () => PDFDocument.create({ updateMetadata: false });

async function flushed(document: PDFDocument): Promise<PDFDocument> {
  await document.flush();
  return document;
}

import { degrees, PDFDocument, type PDFEmbeddedPage, type PDFImage, type PDFPage } from '@cantoo/pdf-lib';
import { IMAGE_TYPES, PDF_TYPE, type StoredLabel } from './label-types';

const POINTS_PER_MM = 72 / 25.4;

/** 100 × 150 mm, the size of a label printer's paper. */
export const LABEL_SIZE: [number, number] = [100 * POINTS_PER_MM, 150 * POINTS_PER_MM];

/** One side of a label that can be drawn into a box of a page. */
export interface Face {
  width: number;
  height: number;
  /** Draws it upright with its lower left corner at `x`, `y`, in points. */
  draw: (page: PDFPage, at: { x: number; y: number; scale: number }) => void;
}

/** The pages of a label as pages of `sheet`: those of a PDF as they are, an image on a page of its own. */
export async function addPages(sheet: PDFDocument, label: StoredLabel): Promise<void> {
  if (label.tipo === PDF_TYPE) {
    const source = await load(label);
    for (const page of await sheet.copyPages(source, source.getPageIndices())) sheet.addPage(page);
    return;
  }
  for (const face of await toFaces(sheet, label)) {
    const page = sheet.addPage(LABEL_SIZE);
    const scale = Math.min(LABEL_SIZE[0] / face.width, LABEL_SIZE[1] / face.height);
    face.draw(page, { x: 0, y: LABEL_SIZE[1] - face.height * scale, scale });
  }
}

/** The pages of a label as pictures that belong to `sheet`; empty pages are left out. */
export async function toFaces(sheet: PDFDocument, label: StoredLabel): Promise<Face[]> {
  if (label.tipo !== PDF_TYPE) {
    const embed = IMAGE_TYPES[label.tipo as keyof typeof IMAGE_TYPES];
    return [toImageFace(await sheet[embed](label.conteudo))];
  }
  const pages = (await load(label)).getPages().filter((page) => page.node.Contents() !== undefined);
  return Promise.all(pages.map((page) => toPageFace(sheet, page)));
}

async function load({ conteudo }: StoredLabel): Promise<PDFDocument> {
  const document = await PDFDocument.load(conteudo, { updateMetadata: false });
  if (document.getPageCount() === 0) throw new RangeError('a label without pages');
  return document;
}

function toImageFace(image: PDFImage): Face {
  const { width, height } = image;
  return {
    width,
    height,
    draw: (page, { x, y, scale }) =>
      page.drawImage(image, { x, y, width: width * scale, height: height * scale }),
  };
}

/** A page may say that it is shown rotated; embedded it has to be rotated by whoever draws it. */
async function toPageFace(sheet: PDFDocument, page: PDFPage): Promise<Face> {
  const { x: left, y: bottom, width, height } = page.getCropBox();
  const box = { left, bottom, right: left + width, top: bottom + height };
  const embedded = await sheet.embedPage(page, box);
  const rotated = (((page.getRotation().angle % 360) + 360) % 360) as 0 | 90 | 180 | 270;
  const isSideways = rotated === 90 || rotated === 270;
  return {
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    draw: (target, at) => drawRotated(target, embedded, { ...at, rotated }),
  };
}

interface RotatedPlace {
  x: number;
  y: number;
  scale: number;
  /** Degrees, clockwise. */
  rotated: 0 | 90 | 180 | 270;
}

/** Turning is around the lower left corner, which therefore starts where it will not end. */
function drawRotated(page: PDFPage, embedded: PDFEmbeddedPage, { x, y, scale, rotated }: RotatedPlace): void {
  const [width, height] = [embedded.width * scale, embedded.height * scale];
  const starts = {
    0: [x, y],
    90: [x, y + width],
    180: [x + width, y + height],
    270: [x + height, y],
  } as const;
  const [startX, startY] = starts[rotated];
  page.drawPage(embedded, { x: startX, y: startY, width, height, rotate: degrees(-rotated) });
}

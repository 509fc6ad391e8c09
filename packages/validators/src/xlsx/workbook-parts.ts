import { RefusedCsv } from '../csv/read-product-csv';
import { getBuiltInFormat, type NumberFormat, parseNumberFormat } from './number-format';
import { TextStore } from './text-store';
import { MAX_PARTS, NO_WORKBOOK, TOO_LARGE, type WorkbookFile } from './workbook-file';
import { decodeXmlText, readXml } from './xml-events';

/** What is needed to read the first sheet of a workbook. */
export interface WorkbookParts {
  sheet: string;
  is1904: boolean;
  /** By the number in a cell's `s`. */
  formats: readonly NumberFormat[];
  /** By the number in a cell whose `t` is `s`. */
  texts: TextStore;
}

/** What all shared texts together may take: they are held in memory. */
const MAX_TEXT_BYTES = 48 * 1024 * 1024;
/** Excel takes no more formats, nor a longer text in a cell. */
const MAX_FORMATS = 65_536;
export const MAX_CELL_LENGTH = 32_767;

/** Fails with `RefusedCsv` where the file is a zip but no workbook. Nothing outside the file is ever followed. */
export async function readParts(file: WorkbookFile): Promise<WorkbookParts> {
  const root = await readTargets(file, '_rels/.rels', '');
  const workbook = root.find(({ type }) => type.endsWith('/officeDocument'))?.path;
  if (workbook === undefined || !file.has(workbook)) throw new RefusedCsv(NO_WORKBOOK);
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const targets = await readTargets(file, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const { sheetId, is1904 } = await readWorkbook(file, workbook);
  const sheet = targets.find(({ id }) => id === sheetId)?.path;
  if (sheet === undefined || !file.has(sheet)) throw new RefusedCsv(NO_WORKBOOK);
  const find = (type: string) =>
    targets.find((target) => target.type.endsWith(type) && file.has(target.path))?.path;
  const [styles, shared] = [find('/styles'), find('/sharedStrings')];
  return {
    sheet,
    is1904,
    formats: styles === undefined ? [] : await readFormats(file, styles),
    texts: shared === undefined ? new TextStore() : await readTexts(file, shared),
  };
}

interface Target {
  id: string;
  type: string;
  path: string;
}

async function readTargets(file: WorkbookFile, path: string, folder: string): Promise<Target[]> {
  if (!file.has(path)) throw new RefusedCsv(NO_WORKBOOK);
  const targets: Target[] = [];
  for await (const events of readXml(file.read(path))) {
    for (const event of events) {
      if (event.kind !== 'open' || event.name !== 'Relationship') continue;
      const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = event.attributes;
      if (mode === 'External') continue;
      if (targets.length >= MAX_PARTS) throw new RefusedCsv(NO_WORKBOOK);
      targets.push({ id, type, path: resolve(folder, target) });
    }
  }
  return targets;
}

function resolve(folder: string, target: string): string {
  const parts: string[] = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The relationship of the first sheet that is shown. */
async function readWorkbook(
  file: WorkbookFile,
  path: string,
): Promise<{ sheetId: string | null; is1904: boolean }> {
  let sheetId: string | null = null;
  let is1904 = false;
  for await (const events of readXml(file.read(path))) {
    for (const event of events) {
      if (event.kind !== 'open') continue;
      const { attributes } = event;
      if (event.name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (event.name !== 'sheet' || sheetId !== null || (attributes['state'] ?? 'visible') !== 'visible')
        continue;
      const id = Object.keys(attributes).find((name) => name.endsWith(':id'));
      sheetId = id === undefined ? null : (attributes[id] ?? null);
    }
  }
  return { sheetId, is1904 };
}

async function readFormats(file: WorkbookFile, path: string): Promise<NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  for await (const events of readXml(file.read(path))) {
    for (const event of events) {
      if (event.kind === 'text') continue;
      if (event.name === 'cellXfs') isInCells = event.kind === 'open';
      if (event.kind !== 'open') continue;
      const { numFmtId, formatCode } = event.attributes;
      if (event.name === 'numFmt') own.set(Number(numFmtId), parseNumberFormat(formatCode ?? ''));
      if (own.size > MAX_FORMATS || formats.length > MAX_FORMATS) throw new RefusedCsv(NO_WORKBOOK);
      if (event.name !== 'xf' || !isInCells) continue;
      const id = Number(numFmtId ?? 0);
      formats.push(own.has(id) ? (own.get(id) ?? null) : getBuiltInFormat(id));
    }
  }
  return formats;
}

async function readTexts(file: WorkbookFile, path: string): Promise<TextStore> {
  const texts = new TextStore();
  let current = '';
  let isText = false;
  let isPhonetic = false;
  for await (const events of readXml(file.read(path))) {
    for (const event of events) {
      if (event.kind === 'text') {
        if (isText && !isPhonetic) current += event.text;
        if (current.length > MAX_CELL_LENGTH * 7) throw new RefusedCsv(NO_WORKBOOK);
      } else if (event.name === 't') isText = event.kind === 'open';
      else if (event.name === 'rPh') isPhonetic = event.kind === 'open';
      else if (event.name === 'si' && event.kind === 'close') {
        texts.add(decodeXmlText(current));
        current = '';
        if (texts.bytes > MAX_TEXT_BYTES) throw new RefusedCsv(TOO_LARGE);
      }
    }
  }
  return texts;
}

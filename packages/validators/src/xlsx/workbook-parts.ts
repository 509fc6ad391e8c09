import { RefusedCsv } from '../csv/read-product-csv';
import { type CellFormat, getBuiltInFormat, parseCellFormat } from './number-format';
import { TextStore } from './text-store';
import { MAX_PARTS, NO_WORKBOOK, TOO_LARGE, type WorkbookFile } from './workbook-file';
import { decodeXmlText, readXml } from './xml-events';

export interface Sheet {
  name: string;
  path: string;
}

/** What is needed to read the sheets of a workbook. */
export interface WorkbookParts {
  /** Those that are shown, in their order. */
  sheets: readonly Sheet[];
  is1904: boolean;
  /** By the number in a cell's `s`. */
  formats: readonly CellFormat[];
  /** By the number in a cell whose `t` is `s`; null: the file has none. */
  texts: TextStore | null;
}

/** What all shared texts together may take: they are held in memory. */
const MAX_TEXT_BYTES = 48 * 1024 * 1024;
/** Excel takes no more formats, nor a longer text in a cell. */
const MAX_FORMATS = 65_536;
/** The sheets that are looked through for a table, and the longest name that Excel gives one. */
const MAX_SHEETS = 50;
const MAX_SHEET_NAME = 31;
export const MAX_CELL_LENGTH = 32_767;

/** Fails with `RefusedCsv` where the file is a zip but no workbook. Nothing outside the file is ever followed. */
export async function readParts(file: WorkbookFile): Promise<WorkbookParts> {
  const root = await readTargets(file, '_rels/.rels', '');
  const workbook = root.find(({ type }) => type.endsWith('/officeDocument'))?.path;
  if (workbook === undefined || !file.has(workbook)) throw new RefusedCsv(NO_WORKBOOK);
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const targets = await readTargets(file, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const { shown, is1904 } = await readWorkbook(file, workbook);
  const sheets = shown.flatMap(({ id, name }) => {
    const path = targets.find((target) => target.id === id && target.type.endsWith('/worksheet'))?.path;
    return path !== undefined && file.has(path) ? [{ name, path }] : [];
  });
  if (sheets.length === 0) throw new RefusedCsv(NO_WORKBOOK);
  const find = (type: string) =>
    targets.find((target) => target.type.endsWith(type) && file.has(target.path))?.path;
  const [styles, shared] = [find('/styles'), find('/sharedStrings')];
  return {
    sheets,
    is1904,
    formats: styles === undefined ? [] : await readFormats(file, styles),
    texts: shared === undefined ? null : await readTexts(file, shared),
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

/** The relationships and names of the sheets that are shown. */
async function readWorkbook(
  file: WorkbookFile,
  path: string,
): Promise<{ shown: { id: string; name: string }[]; is1904: boolean }> {
  const shown: { id: string; name: string }[] = [];
  let is1904 = false;
  for await (const events of readXml(file.read(path))) {
    for (const event of events) {
      if (event.kind !== 'open') continue;
      const { attributes } = event;
      if (event.name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (event.name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') continue;
      const key = Object.keys(attributes).find((name) => name.endsWith(':id'));
      const id = key === undefined ? undefined : attributes[key];
      if (id === undefined || shown.length >= MAX_SHEETS) continue;
      shown.push({ id, name: (attributes['name'] ?? '').slice(0, MAX_SHEET_NAME) });
    }
  }
  return { shown, is1904 };
}

async function readFormats(file: WorkbookFile, path: string): Promise<CellFormat[]> {
  const own = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let isInCells = false;
  for await (const events of readXml(file.read(path))) {
    for (const event of events) {
      if (event.kind === 'text') continue;
      if (event.name === 'cellXfs') isInCells = event.kind === 'open';
      if (event.kind !== 'open') continue;
      const { numFmtId, formatCode } = event.attributes;
      if (event.name === 'numFmt') own.set(Number(numFmtId), parseCellFormat(formatCode ?? ''));
      if (own.size > MAX_FORMATS || formats.length > MAX_FORMATS) throw new RefusedCsv(NO_WORKBOOK);
      if (event.name !== 'xf' || !isInCells) continue;
      const id = Number(numFmtId ?? 0);
      formats.push(own.get(id) ?? getBuiltInFormat(id));
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

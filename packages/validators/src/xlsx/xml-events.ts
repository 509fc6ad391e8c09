import { SaxesParser } from 'saxes';
import { RefusedCsv } from '../csv/read-product-csv';
import { NO_WORKBOOK } from './workbook-file';

/** What a piece of XML holds, names without their prefix. */
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: Readonly<Record<string, string>> }
  | { kind: 'text'; text: string }
  | { kind: 'close'; name: string };

/** A text or a tag that does not end within so many characters is no part of a table: a cell takes 32,767. */
const MAX_UNFINISHED = 512 * 1024;
/** A text in a cell lies eight elements deep. Open ones are held in memory. */
const MAX_DEPTH = 64;

/**
 * Reads XML piece by piece: the events of one piece at a time. Entities of its own, which XML lets a file declare, are
 * refused, so none can grow. Fails with `RefusedCsv`.
 */
export async function* readXml(texts: AsyncIterable<string>): AsyncIterable<XmlEvent[]> {
  let events: XmlEvent[] = [];
  let unfinished = 0;
  let depth = 0;
  const parser = new SaxesParser();
  const refuse = () => {
    throw new RefusedCsv(NO_WORKBOOK);
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) refuse();
    events.push({ kind: 'open', name: toLocal(name), attributes: attributes as Record<string, string> });
  });
  parser.on('text', (text) => events.push({ kind: 'text', text }));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    events.push({ kind: 'close', name: toLocal(name) });
  });
  for await (const text of texts) {
    events = [];
    parser.write(text);
    unfinished = events.length > 0 ? 0 : unfinished + text.length;
    if (unfinished > MAX_UNFINISHED) throw new RefusedCsv(NO_WORKBOOK);
    yield events;
  }
  events = [];
  parser.close();
  yield events;
}

function toLocal(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** What a spreadsheet writes as `_x000D_` because XML cannot hold it, or does not give it back as it was. */
export function decodeXmlText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Lower case without accents, as products are found by. */
export function normalise(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: whether there is anything but ASCII.
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** The cells of one line of a CSV file; a cell in quotes may hold commas. */
export function splitLine(line: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    if (line.charCodeAt(at) === 34) {
      const end = line.indexOf('"', at + 1);
      cells.push(line.slice(at + 1, end));
      at = end + 2;
    } else {
      const comma = line.indexOf(',', at);
      const end = comma < 0 ? line.length : comma;
      cells.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return cells;
}

const cents = (price: string) => (price === '' ? 0 : Math.round(Number(price) * 100));

/** JSON and what COPY reads differ in the backslash. */
const escaped = (text: string) => (text.includes('\\') ? text.replaceAll('\\', '\\\\') : text);

const json = (text: string) => (text === '' ? 'null' : escaped(JSON.stringify(text)));

export interface ProductLine {
  /** As COPY reads it, in the order of the table's columns. */
  text: string;
  stock: number;
}

/** A line of the nine columns of the product's CSV file as a row of the bare schema. */
export function toProductLine(line: string, id: number, seller: string): ProductLine {
  const [
    supplier = '',
    name = '',
    description = '',
    sku = '',
    cost = '',
    ml = '',
    amazon = '',
    stock = '',
    image = '',
  ] = splitLine(line);
  const search = escaped(normalise(`${name} ${sku}`));
  const label = `${json(name)},${json(sku)},${json(image)}`;
  const prices = `${cents(cost)}\t${cents(ml)}\t${cents(amazon)}`;
  return {
    text: `${id}\t${prices}\t${seller}\t${supplier}\t${stock}\t0\t0\t0\t${label}\t${json(description)}\t${search}\n`,
    stock: Number(stock),
  };
}

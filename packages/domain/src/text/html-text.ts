/** Combining marks by the end of an entity's name: `&ccedil;`, `&atilde;`. */
const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
};

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
  ...{ ordf: 'ª', ordm: 'º', deg: '°', bull: '•', middot: '·', hellip: '…', ndash: '–', mdash: '—' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
  ...{ reg: '®', copy: '©', trade: '™', times: '×', frac12: '½', frac14: '¼' },
};

/** The text of a description that another program wrote in HTML, a line for each paragraph; a plain one stays as it is. */
export function fromHtml(text: string): string {
  if (!/<\/?[a-z][^<>]*>|&#?\w+;/i.test(text)) return text;
  return text
    .replace(/<(style|script)\b[^<]*<\/\1>/gi, '')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\s*\/?>/gi, '\n')
    .replace(/<(?:\/?[a-z]|!--)[^<>]*>/gi, '')
    .replace(/&(#x?[\da-f]{1,6}|\w{2,10});/gi, decodeEntity)
    .replace(/\n(?:[ \t\r]*\n){2,}/g, '\n\n')
    .trim();
}

function decodeEntity(entity: string, name: string): string {
  if (name.startsWith('#')) {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : entity;
  }
  const mark = MARKS[name.slice(1)];
  return mark === undefined ? (ENTITIES[name] ?? entity) : (name.charAt(0) + mark).normalize('NFC');
}

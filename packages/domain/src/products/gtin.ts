/** Whether the digits are a GTIN-8, UPC-12, EAN-13 or GTIN-14 with a right check digit (GS1). */
export function isGtin(digits: string): boolean {
  if (!/^(?:\d{8}|\d{12}|\d{13}|\d{14})$/.test(digits)) return false;
  const weighted = [...digits].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 3));
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

/** What programs and people write where a product has no barcode, in upper case, letters and digits alone. */
const NO_CODE = new Set([
  ...['', 'SEM', 'SEMGTIN', 'SEMEAN', 'SEMGTINEAN', 'SEMCODIGO', 'SEMCODIGODEBARRAS', 'SGTIN', 'SEAN'],
  ...['NA', 'ND', 'SN', 'NAO', 'NAOTEM', 'NAOPOSSUI', 'NAOSEAPLICA', 'NAOAPLICAVEL', 'NAOINFORMADO'],
  ...['ISENTO', 'NULL', 'NONE', 'NAN', 'NENHUM', 'VAZIO', 'DOESNOTAPPLY'],
]);

/** Codes and words for none are shorter; taking accents apart takes time that grows faster than the text. */
const MAX_LENGTH = 100;

/**
 * Whether a text in the place of a GTIN names no product that a marketplace could know: a word for "none", zeros, one
 * digit repeated, or a code of the ranges that GS1 leaves to the inside of a shop (docs/product-rules/products.md#ean).
 */
export function hasNoGtin(text: string): boolean {
  const code = text
    .slice(0, MAX_LENGTH)
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  return NO_CODE.has(code) || /^(?:0+|(\d)\1{7,})$/.test(code) || (isGtin(code) && isForInternalUse(code));
}

/** GS1 General Specifications, prefixes of restricted circulation: 02, 04 and 2; of GTIN-8 0 and 2. */
function isForInternalUse(gtin: string): boolean {
  if (gtin.length === 8) return /^[02]/.test(gtin);
  return /^(?:0[24]|2)/.test(gtin.padStart(14, '0').slice(1));
}

interface Carrier {
  /** A word of its name, in lower case. */
  name: string;
  /** Its public tracking page, of this parcel where the page takes the code. */
  page: (code: string) => string;
}

const CORREIOS: Carrier = {
  name: 'correios',
  page: (code) => `https://rastreamento.correios.com.br/app/index.php?objetos=${code}`,
};

const CARRIERS: readonly Carrier[] = [
  CORREIOS,
  { name: 'jadlog', page: (code) => `https://www.jadlog.com.br/tracking?cte=${code}` },
  { name: 'loggi', page: () => 'https://www.loggi.com/rastreador/' },
];

/** A code of the Correios as the Universal Postal Union has it: two letters, nine digits, the country. */
const POSTAL_CODE = /^[A-Z]{2}\d{9}BR$/;

/**
 * The address of the carrier's public tracking page for a parcel; null where no page is known. The carrier's name is
 * as the seller typed it; without one the code of the Correios is known by its form.
 */
export function findTrackingUrl(carrier: string | null, code: string | null): string | null {
  if (code === null) return null;
  const compact = code.replace(/\s/g, '').toUpperCase();
  const words = (carrier ?? '').toLowerCase().split(/[^a-z]+/);
  const known = CARRIERS.find(({ name }) => words.includes(name));
  if (known) return known.page(encodeURIComponent(compact));
  return POSTAL_CODE.test(compact) ? CORREIOS.page(compact) : null;
}

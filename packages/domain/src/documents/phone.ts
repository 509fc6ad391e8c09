/** Addresses by which a phone number is called and written to. */
export interface PhoneLinks {
  /** `tel:` */
  call: string;
  /** A chat on WhatsApp; null where the number lacks its area code. */
  whatsApp: string | null;
}

const BRAZIL = '55';

/** The first run of digits that can be a number, with whatever people write between them. */
const NUMBER = /\+?\(?\d[\d\s().-]{6,}\d/;

/**
 * The addresses of the first phone number in a text that a seller typed; null where there is none. Numbers without a
 * country's code are Brazilian; a leading zero, as before the area code of a long-distance call, is dropped.
 */
export function toPhoneLinks(text: string): PhoneLinks | null {
  const [found] = NUMBER.exec(text) ?? [];
  if (found === undefined) return null;
  const digits = found.replace(/\D/g, '').replace(/^0+/, '');
  if (found.startsWith('+')) return toLinks(digits);
  if (digits.length === 10 || digits.length === 11) return toLinks(BRAZIL + digits);
  const hasCountry = digits.startsWith(BRAZIL) && (digits.length === 12 || digits.length === 13);
  return hasCountry ? toLinks(digits) : { call: `tel:${digits}`, whatsApp: null };
}

function toLinks(digits: string): PhoneLinks {
  return { call: `tel:+${digits}`, whatsApp: `https://wa.me/${digits}` };
}

/** The area codes (DDD) that Anatel has given out. */
const AREA_CODES: ReadonlySet<string> = new Set(
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  ),
);

/** A Brazilian number as it is written there, `(11) 98765-4321`; any other text as it was typed. */
export function formatPhone(text: string): string {
  const [, area = '', first, last] =
    /^(?:\+?55)?0?(\d{2})(\d{4,5})(\d{4})$/.exec(text.replace(/[\s().-]/g, '')) ?? [];
  return AREA_CODES.has(area) ? `(${area}) ${first}-${last}` : text;
}

/** Whether the eleven digits are a Brazilian mobile number with its area code: `41998760001`. */
export function isMobile(digits: string): boolean {
  return /^\d{2}9\d{8}$/.test(digits) && AREA_CODES.has(digits.slice(0, 2));
}

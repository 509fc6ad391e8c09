/** The area codes (DDD) that Anatel has given out. */
const AREA_CODES =
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99';

const KNOWN_AREAS: ReadonlySet<string> = new Set(AREA_CODES.split(' '));

/** Whether the eleven digits are a Brazilian mobile number with its area code: `41998760001`. */
export function isMobile(digits: string): boolean {
  return /^\d{2}9\d{8}$/.test(digits) && KNOWN_AREAS.has(digits.slice(0, 2));
}

/**
 * The first Brazilian number in a text as `5541998760001`, which wa.me takes; null where there is none. A landline is
 * one too: shops use WhatsApp on it.
 */
export function findWhatsAppNumber(text: string): string | null {
  for (const [written] of text.matchAll(/\+?\(?\d[\d\s().-]{6,18}\d/g)) {
    const digits = written.replace(/\D/g, '').replace(/^0+/, '');
    const national = /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits;
    const isLandline = /^\d{2}[2-5]\d{7}$/.test(national) && KNOWN_AREAS.has(national.slice(0, 2));
    if (isLandline || isMobile(national)) return `55${national}`;
  }
  return null;
}

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

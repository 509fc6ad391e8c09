import { at, textAt } from '../../http/json';

/**
 * A shipment's address in one line with its CEP, in either shape that Mercado Livre answers: names are objects
 * (`city.name`) or plain texts. Null when it is hidden, or too little of it is there to send a parcel.
 */
export function addressLine(address: unknown): string | null {
  const street = textAt(address, 'street_name') ?? textAt(address, 'address_line');
  const zip = textAt(address, 'zip_code')?.replace(/\D/g, '') ?? '';
  if (!street || zip.length !== 8) return null;
  const number = textAt(address, 'street_number');
  const city = nameAt(address, 'city') ?? textAt(address, 'city_name');
  const state = stateOf(address);
  const place = [city, state].filter((part) => part !== null).join(' - ');
  const parts = [
    textAt(address, 'street_name') && number ? `${street}, ${number}` : street,
    textAt(address, 'comment'),
    nameAt(address, 'neighborhood'),
    place || null,
    `CEP ${zip.slice(0, 5)}-${zip.slice(5)}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function nameAt(address: unknown, field: string): string | null {
  return textAt(address, field, 'name') ?? textAt(at(address, field) === undefined ? null : address, field);
}

/** `BR-SP` → `SP`; the state's name where there is no code. */
function stateOf(address: unknown): string | null {
  const code = /^BR-([A-Z]{2})$/.exec(textAt(address, 'state', 'id') ?? '')?.[1];
  return code ?? nameAt(address, 'state');
}

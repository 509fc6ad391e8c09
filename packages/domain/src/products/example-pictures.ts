/** Where the web app serves the pictures of the example products; no marketplace can fetch them from there. */
const EXAMPLE_PICTURE = /^\/exemplos\/[a-z0-9-]{1,60}\.webp$/;

/** The address of the example product's picture, within the web app. */
export function getExamplePicture(sku: string): string {
  return `/exemplos/${sku.toLowerCase()}.webp`;
}

/** Whether the address is one of those pictures: shown here, but never sent to a marketplace. */
export function isExamplePicture(address: string): boolean {
  return EXAMPLE_PICTURE.test(address);
}

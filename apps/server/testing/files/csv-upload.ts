const BOUNDARY = 'esteira-test-boundary';

/** Headers and body of a multipart upload of one CSV file, as a browser sends it. */
export function csvUpload(csv: string | Uint8Array, filename = 'produtos.csv') {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: text/csv\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([Buffer.from(head), Buffer.from(csv), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}

/** What every seller of the benchmark logs in with, and its Argon2id hash, made once with the server's parameters. */
export const PASSWORD = 'uma senha só para medir';
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Pakvw0UT5cUfaZdY8mzQTA$TQqb3zacqc1f9xvf7j256j1ZDCLdzFvE91xhOqiXRho';

export const sellerEmail = (seller: number | string) => `vendedora${seller}@bench.example`;

import { readSmokeEnvironment } from '../env/env';
import { startFailure } from '../startup/start-error';
import { runSmoke } from './smoke/smoke';
import { parseSmokeOptions } from './smoke/smoke-options';

/** `smoke:live <mercadolivre|amazon|mercadopago>`: reads a real account, changes nothing and prints what came, masked. */
async function main(): Promise<number> {
  const smoke = parseSmokeOptions(process.argv.slice(2), readSmokeEnvironment());
  const isWell = await runSmoke(smoke, (line) => console.log(line));
  console.log(isWell ? 'All was read and understood.' : 'Something failed: see FAIL above.');
  return isWell ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(startFailure(error));
    process.exit(1);
  },
);

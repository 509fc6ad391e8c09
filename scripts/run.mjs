// The npm scripts that are more than a line come through here. Only Node's own modules up to the installation, so that a
// fresh clone runs.
const REQUIRED = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < REQUIRED[0] || (major === REQUIRED[0] && minor < REQUIRED[1])) {
  console.error(`Esteira needs Node ${REQUIRED.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const { existsSync } = await import('node:fs');
const { delimiter, join } = await import('node:path');
const { COMMANDS } = await import('./commands.mjs');
const { ROOT, followParent } = await import('./processes.mjs');

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
process.chdir(ROOT);
process.env.PATH = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
if (process.env.npm_lifecycle_event) followParent();

if (command === undefined) {
  console.error(`Usage: npm run <${Object.keys(COMMANDS).join(' | ')}>`);
  process.exitCode = 1;
} else {
  if (command.readsEnvFile && existsSync('.env')) process.loadEnvFile('.env');
  try {
    // Undefined: a server was imported and goes on.
    const code = await command.run(args);
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

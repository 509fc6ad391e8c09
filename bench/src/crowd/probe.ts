import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './ask';

/**
 * A process of its own, so that the load's own work delays no answer: asks `/api/health` again and again until the file
 * CROWD_STOP_FILE is there, and prints each answer's status and milliseconds as JSON.
 */
const EVERY_MS = 50;

const url = `${process.env['CROWD_URL']}/api/health`;
const stopFile = process.env['CROWD_STOP_FILE'] ?? '';
const answers: [status: number, ms: number][] = [];
while (!existsSync(stopFile)) {
  const { status, ms } = await ask({ url, from: '127.0.0.1' });
  answers.push([status, Math.round(ms * 10) / 10]);
  await delay(EVERY_MS);
}
console.log(JSON.stringify(answers));

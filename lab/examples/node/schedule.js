// Schedules one task for each text, and prints their ids: node schedule.js LAMBDA TEXT…
import { Client } from './client.js';

const [lambda, ...texts] = process.argv.slice(2);
const client = new Client(process.env.ATF_SERVER ?? 'http://localhost:8080');
for (const text of texts) {
  console.log(await client.schedule(lambda, { text }, { key: `node/${text}` }));
}
client.close();

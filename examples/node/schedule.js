// Schedules one task for each argument, and prints their ids.
import { Client } from './client.js';
import { load } from './api.js';

const { ATF_SERVER, ATF_LAMBDA, ATF_PROTOSET } = process.env;

const client = new Client(load(ATF_PROTOSET), ATF_SERVER);
for (const text of process.argv.slice(2)) {
  console.log(await client.schedule(ATF_LAMBDA, { text }, { key: `node/${text}` }));
}
client.close();

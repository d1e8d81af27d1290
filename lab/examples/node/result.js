// Waits for the ends of tasks, and prints their results: node result.js TASK…
import { Client } from './client.js';

const client = new Client(process.env.ATF_SERVER ?? 'http://localhost:8080');
for (const taskId of process.argv.slice(2)) {
  console.log(JSON.stringify(await client.result(taskId)));
}
client.close();

// Runs dynoxide (DynamoDB) and fauxqs (SQS) on free ports of the loopback, until its standard input
// ends. The first line that it prints has an address of each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { buildApp } from 'fauxqs';

const LOOPBACK = '127.0.0.1';

async function freePort() {
  const probe = createServer().listen(0, LOOPBACK);
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

const storePort = await freePort();
const store = spawn(
  'node_modules/@dynoxide/linux-x64/dynoxide',
  ['--host', LOOPBACK, '--port', storePort],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
process.on('exit', () => store.kill());
process.stdin.on('end', () => process.exit(0)).resume();

const output = createInterface({ input: store.stderr });
output.on('line', (line) => console.error(`dynoxide: ${line}`));
store.on('exit', () => process.exit(1));
// It says that it listens.
await once(output, 'line');

const queue = await buildApp({ logger: false }).listen({ port: 0, host: LOOPBACK });
console.log(`http://${LOOPBACK}:${storePort} ${queue}`);

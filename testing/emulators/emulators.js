// Runs dynoxide (DynamoDB) and fauxqs (SQS, S3) on free ports of the loopback, until its standard input
// ends. The first line that it prints has an address of each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { buildApp } from 'fauxqs';
import { S3Store } from './node_modules/fauxqs/dist/s3/s3Store.js';

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
// The first line says that it listens.
await once(output, 'line');

// fauxqs ignores the conditions of requests that write or delete objects of S3. They are checked
// here, in the same turn of the event loop.
const objects = new S3Store();

function refusal({ method, headers, params }) {
  const match = headers['if-match'];
  const absent = headers['if-none-match'];
  if (!['PUT', 'DELETE'].includes(method) || (match ?? absent) === undefined) {
    return undefined;
  }
  const found = objects.buckets.get(params.bucket)?.get(params['*']);
  if (match !== undefined && !found) {
    return [404, 'NoSuchKey'];
  }
  return (match !== undefined ? found.etag !== match : found)
    ? [412, 'PreconditionFailed']
    : undefined;
}

const app = buildApp({ logger: false, stores: { s3Store: objects } });
app.addHook('preHandler', (request, reply, done) => {
  const refused = refusal(request);
  if (refused) {
    const [status, code] = refused;
    reply.status(status).type('application/xml').send(`<Error><Code>${code}</Code></Error>`);
  } else {
    done();
  }
});
const queue = await app.listen({ port: 0, host: LOOPBACK });
console.log(`http://${LOOPBACK}:${storePort} ${queue}`);

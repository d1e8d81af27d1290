// The services of ATF as gRPC clients, from the descriptor set in dev.atf:atf-protocol:jar:proto.
import { readFileSync } from 'node:fs';
import grpc from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer } from '@grpc/proto-loader';

const options = { longs: Number, enums: String, defaults: true, oneofs: true };

/** @param {string} descriptors the path of `atf.protoset` */
export function load(descriptors) {
  const definition = loadFileDescriptorSetFromBuffer(readFileSync(descriptors), options);
  return grpc.loadPackageDefinition(definition).atf.v1;
}

/** @param {string} uri `http://host:port` */
export function open(service, uri) {
  return new service(new URL(uri).host, grpc.credentials.createInsecure());
}

/** One call that ends within its time-out, whatever the connection does. */
export function call(stub, method, request, timeoutMillis) {
  return new Promise((resolve, reject) => {
    const deadline = new Date(Date.now() + timeoutMillis);
    stub[method](request, { deadline }, (error, reply) => (error ? reject(error) : resolve(reply)));
  });
}

export const toMillis = (duration) =>
  duration ? Number(duration.seconds) * 1000 + duration.nanos / 1e6 : 0;

export const toDuration = (millis) => ({
  seconds: Math.floor(millis / 1000),
  nanos: Math.round((millis % 1000) * 1e6),
});

// The services of ATF as gRPC clients, from the descriptor set in dev.atf:atf-protocol:jar:proto.
// Fields are named as in the .proto files.
import { readFileSync } from 'node:fs';
import grpc from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer } from '@grpc/proto-loader';

const DESCRIPTORS = new URL('atf.protoset', import.meta.url);
const OPTIONS = { longs: Number, enums: String, defaults: true, oneofs: true };

export const api = grpc.loadPackageDefinition(
  loadFileDescriptorSetFromBuffer(readFileSync(DESCRIPTORS), OPTIONS),
).atf.v1;

// Detects a peer that is gone although its connection was never closed.
const CHANNEL = { 'grpc.keepalive_time_ms': 2_000, 'grpc.keepalive_timeout_ms': 2_000 };

/** @param {string} uri `http://host:port` */
export function open(service, uri) {
  return new service(new URL(uri).host, grpc.credentials.createInsecure(), CHANNEL);
}

/** Makes one call. It ends within its time-out, even if the connection hangs. */
export function call(stub, method, request, timeoutMillis) {
  return new Promise((resolve, reject) => {
    const deadline = new Date(Date.now() + timeoutMillis);
    stub[method](request, { deadline }, (error, reply) => (error ? reject(error) : resolve(reply)));
  });
}

/** @returns milliseconds of a duration; 0 if it is absent */
export const toMillis = (duration) =>
  duration ? Number(duration.seconds) * 1000 + duration.nanos / 1e6 : 0;

export const toDuration = (millis) => ({
  seconds: Math.floor(millis / 1000),
  nanos: Math.round((millis % 1000) * 1e6),
});

/** @param value a google.protobuf.Value */
export function toJson(value) {
  switch (value.kind) {
    case 'struct_value':
      return Object.fromEntries(
        // With a descriptor set, the loader returns a map as a list of entries.
        value.struct_value.fields.map(({ key, value: inner }) => [key, toJson(inner)]),
      );
    case 'list_value':
      return value.list_value.values.map(toJson);
    case 'null_value':
      return null;
    default:
      return value[value.kind];
  }
}

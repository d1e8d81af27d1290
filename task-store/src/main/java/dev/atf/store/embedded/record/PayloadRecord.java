package dev.atf.store.embedded.record;

import dev.atf.model.Payload;

/** Bytes and their media type, as part of a record. */
final class PayloadRecord {
  private PayloadRecord() {}

  static void write(Payload payload, RecordWriter out) {
    out.text(payload.contentType()).bytes(payload.bytes());
  }

  static Payload read(RecordReader in) {
    var contentType = in.text();
    return new Payload(in.bytes(), contentType);
  }
}

package dev.atf.store.embedded.record;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import java.time.Instant;

/** A gate as the value of its key; times to the nanosecond. */
public final class GateRecord {
  private static final int VERSION = 1;

  private GateRecord() {}

  public static byte[] of(Gate gate) {
    var out = new RecordWriter();
    out.octet(VERSION)
        .text(gate.lambda().value())
        .optional(gate.collection(), collection -> out.text(collection.value()))
        .name(gate.state())
        .optional(gate.until(), until -> out.text(until.toString()))
        .text(gate.reason())
        .text(gate.by())
        .text(gate.setAt().toString());
    return out.toBytes();
  }

  public static Gate read(byte[] value) {
    var in = new RecordReader(value);
    in.requireVersion(VERSION);
    return new Gate(
        new LambdaName(in.text()),
        in.optional(() -> new CollectionName(in.text())),
        GateState.valueOf(in.text()),
        in.optional(() -> Instant.parse(in.text())),
        in.text(),
        in.text(),
        Instant.parse(in.text()));
  }
}

package dev.atf.store.embedded.record;

import dev.atf.model.Payload;
import dev.atf.model.TaskEntity;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Entities and large results as the values of their keys. */
public final class EntityRecord {
  private static final int VERSION = 1;

  private EntityRecord() {}

  public static byte[] of(TaskEntity entity) {
    var out = new RecordWriter();
    Expiry.write(entity.expiresAt(), out);
    out.octet(VERSION);
    HeaderRecord.write(entity.header(), out);
    PayloadRecord.write(entity.payload(), out);
    out.count(entity.labels().size());
    entity.labels().forEach((name, value) -> out.text(name).text(value));
    out.text(entity.fingerprint());
    return out.toBytes();
  }

  public static TaskEntity read(byte[] value) {
    var in = new RecordReader(value);
    var expiresAt = Objects.requireNonNull(Expiry.read(in), "an entity expires");
    in.requireVersion(VERSION);
    return new TaskEntity(
        HeaderRecord.read(in), PayloadRecord.read(in), labels(in), in.text(), expiresAt);
  }

  public static byte[] ofResult(Payload result, Instant expiresAt) {
    var out = new RecordWriter();
    Expiry.write(expiresAt, out);
    out.octet(VERSION);
    PayloadRecord.write(result, out);
    return out.toBytes();
  }

  public static Payload readResult(byte[] value) {
    var in = new RecordReader(value);
    Expiry.read(in);
    in.requireVersion(VERSION);
    return PayloadRecord.read(in);
  }

  private static Map<String, String> labels(RecordReader in) {
    var labels = new HashMap<String, String>();
    for (int left = in.intCount(); left > 0; left--) {
      labels.put(in.text(), in.text());
    }
    return labels;
  }
}

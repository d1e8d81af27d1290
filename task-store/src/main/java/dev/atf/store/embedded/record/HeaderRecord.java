package dev.atf.store.embedded.record;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A task's header, as part of a record. */
final class HeaderRecord {
  private static final int TASK_ID_BYTES = 16;

  private HeaderRecord() {}

  static void write(TaskHeader header, RecordWriter out) {
    @Nullable CollectionName collection = header.collection();
    @Nullable Instant keepUntil = header.keepUntil();
    out.hex(header.taskId().value())
        .text(header.lambda().value())
        .text(header.priority().value())
        .optional(collection, name -> out.text(name.value()))
        .count(header.shard())
        .millis(header.createdAt())
        .millis(header.scheduledAt())
        .millis(header.deadline())
        .optional(keepUntil, at -> out.number(at.getEpochSecond()));
  }

  static TaskHeader read(RecordReader in) {
    return new TaskHeader(
        new TaskId(in.hex(TASK_ID_BYTES)),
        new LambdaName(in.text()),
        new Priority(in.text()),
        in.optional(() -> new CollectionName(in.text())),
        in.intCount(),
        in.millis(),
        in.millis(),
        in.millis(),
        in.optional(() -> Instant.ofEpochSecond(in.number())));
  }
}

package dev.atf.store;

import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.embedded.EmbeddedStore;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/**
 * Process that schedules tasks until it is killed, and reports each after the store has
 * acknowledged it.
 */
public final class ChildWriter {
  private static final int WRITERS = 8;
  private static final int PAYLOAD_BYTES = 300;

  private ChildWriter() {}

  public static void main(String[] args) {
    var store = EmbeddedStore.open(Path.of(args[0]), reason -> Runtime.getRuntime().halt(9));
    var random = new Random(Long.parseLong(args[1]));
    for (int i = 0; i < WRITERS; i++) {
      long seed = random.nextLong();
      new Thread(() -> write(store, new Random(seed))).start();
    }
  }

  private static void write(EmbeddedStore store, Random random) {
    try (var out = new FileOutputStream(FileDescriptor.out)) {
      while (true) {
        var header = header(TaskId.random(random));
        var payload = new byte[PAYLOAD_BYTES];
        random.nextBytes(payload);
        var entity =
            new TaskEntity(
                header, new Payload(payload, ""), Map.of(), "", SampleTasks.NOW.plusSeconds(60));
        store.ports().entities().putIfAbsent(entity);
        store.ports().associations().create(Association.scheduled(header));
        // One write, and no buffer: the line is out when the process is killed after it.
        out.write((header.taskId() + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // The reader is gone.
      Runtime.getRuntime().halt(1);
    }
  }

  private static TaskHeader header(TaskId taskId) {
    var sample = SampleTasks.header();
    return new TaskHeader(
        taskId,
        sample.lambda(),
        sample.priority(),
        sample.collection(),
        sample.shard(),
        sample.createdAt(),
        sample.scheduledAt(),
        sample.deadline(),
        null);
  }
}

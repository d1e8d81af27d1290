package dev.atf.lab.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dagger.BindsInstance;
import dagger.Component;
import dev.atf.lab.execution.NoisyHandler;
import dev.atf.lab.execution.NoisyWork;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbStoreModule;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Puts a backlog of A straight into the store, as the items that Schedule would have put. */
final class BulkLoad implements AutoCloseable {
  private static final int CALLERS = 3;

  /** An emulator on a busy machine needs less than this for a batch. */
  private static final Duration BATCH_MAX = Duration.ofMinutes(1);

  private static final Duration LIFETIME = Duration.ofDays(30);
  private static final Priority PRIORITY = new Priority("normal");

  private final Parts parts;
  private final SecureRandom random = new SecureRandom();

  private BulkLoad(Parts parts) {
    this.parts = parts;
  }

  static BulkLoad into(String storeEndpoint) {
    var defaults = DynamoDbConfig.DEFAULTS;
    var config =
        new DynamoDbConfig(
            storeEndpoint,
            defaults.region(),
            defaults.tablePrefix(),
            defaults.client().withTimeouts(BATCH_MAX, BATCH_MAX));
    return new BulkLoad(DaggerBulkLoad_Parts.factory().create(config, new SimpleMeterRegistry()));
  }

  /** Returns once all are written. */
  void put(int count, Instant now, Instant dueAt, NoisyWork work, IntConsumer progress) {
    var payload = payload(work);
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      var calls = new ArrayList<Future<Integer>>();
      for (int from = 0; from < count; from += DynamoDbBulkLoad.TASKS_MAX) {
        int size = Math.min(DynamoDbBulkLoad.TASKS_MAX, count - from);
        calls.add(callers.submit(() -> batch(size, now, dueAt, payload)));
      }
      int done = 0;
      for (var call : calls) {
        done += call.get();
        progress.accept(done);
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("the backlog could not be loaded", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      callers.shutdownNow();
    }
  }

  private int batch(int size, Instant now, Instant dueAt, Payload payload) {
    Map<TaskEntity, Association> tasks = new HashMap<>();
    for (int i = 0; i < size; i++) {
      var header =
          new TaskHeader(
              TaskId.random(random),
              new LambdaName(NoisyHandler.LAMBDA),
              PRIORITY,
              null,
              0,
              now,
              dueAt,
              dueAt.plus(LIFETIME),
              null);
      var entity =
          new TaskEntity(header, payload, Map.of(), "", dueAt.plus(LIFETIME.multipliedBy(2)));
      tasks.put(entity, Association.scheduled(header));
    }
    parts.bulkLoad().put(tasks);
    return size;
  }

  private static Payload payload(NoisyWork work) {
    try {
      return new Payload(new ObjectMapper().writeValueAsBytes(work), "application/json");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    parts.client().close();
  }

  /** Store, opened by its own wiring. */
  @Singleton
  @Component(modules = DynamoDbStoreModule.class)
  interface Parts {
    DynamoDbBulkLoad bulkLoad();

    DynamoDbClient client();

    /** Makes the parts. */
    @Component.Factory
    interface Factory {
      Parts create(@BindsInstance DynamoDbConfig config, @BindsInstance MeterRegistry meters);
    }
  }
}

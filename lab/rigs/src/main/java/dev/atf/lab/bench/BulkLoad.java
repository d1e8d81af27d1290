package dev.atf.lab.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dagger.BindsInstance;
import dagger.Component;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.lab.execution.NoisyHandler;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbStoreModule;
import dev.atf.store.dynamodb.TableNames;
import dev.atf.store.dynamodb.call.StoreCalls;
import dev.atf.store.dynamodb.item.AssociationItem;
import dev.atf.store.dynamodb.item.EntityItem;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Puts a backlog of A straight into the store with few requests: the same items as Schedule's, but
 * without its conditions. Nothing is promised before it returns.
 */
final class BulkLoad implements AutoCloseable {
  private static final int CALLERS = 3;

  /** DynamoDB's: requests of one BatchWriteItem. A task is two. */
  private static final int TASKS_MAX = 25 / 2;

  /** Answers in a row that wrote nothing. */
  private static final int IDLE_ANSWERS_MAX = 10;

  /** An emulator on a busy machine needs less than this for a batch. */
  private static final Duration BATCH_MAX = Duration.ofMinutes(1);

  private static final Duration LIFETIME = Duration.ofDays(30);
  private static final Priority PRIORITY = new Priority("normal");

  private final DynamoDbClient client;
  private final TableNames tables;
  private final SecureRandom random = new SecureRandom();

  private BulkLoad(Parts parts) {
    this.client = parts.client();
    this.tables = parts.tables();
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
  void put(int count, Instant now, Instant dueAt, NoisyHandler.Work work, IntConsumer progress) {
    var payload = payload(work);
    var sizes =
        IntStream.iterate(0, from -> from < count, from -> from + TASKS_MAX)
            .mapToObj(from -> Math.min(TASKS_MAX, count - from))
            .toList();
    var unused =
        Callers.call(
            CALLERS,
            sizes,
            size -> write(tasks(size, now, dueAt, payload)),
            called -> progress.accept(Math.min(count, called * TASKS_MAX)),
            MonotonicClock.system());
  }

  private Map<String, List<WriteRequest>> tasks(
      int count, Instant now, Instant dueAt, Payload payload) {
    var entities = new ArrayList<WriteRequest>();
    var associations = new ArrayList<WriteRequest>();
    for (int i = 0; i < count; i++) {
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
      entities.add(putOf(EntityItem.of(entity)));
      associations.add(putOf(AssociationItem.of(Association.scheduled(header))));
    }
    return Map.of(tables.entities(), entities, tables.associations(), associations);
  }

  private void write(Map<String, List<WriteRequest>> items) {
    var left = items;
    int idleAnswers = 0;
    while (!left.isEmpty()) {
      if (idleAnswers == IDLE_ANSWERS_MAX) {
        throw new StoreUnavailableException("DynamoDB does not take the batch", null);
      }
      var request = BatchWriteItemRequest.builder().requestItems(left).build();
      int before = sizeOf(left);
      left = StoreCalls.write(() -> client.batchWriteItem(request)).unprocessedItems();
      idleAnswers = sizeOf(left) < before ? 0 : idleAnswers + 1;
    }
  }

  private static int sizeOf(Map<String, List<WriteRequest>> requests) {
    return requests.values().stream().mapToInt(List::size).sum();
  }

  private static WriteRequest putOf(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  private static Payload payload(NoisyHandler.Work work) {
    try {
      return new Payload(new ObjectMapper().writeValueAsBytes(work), "application/json");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.close();
  }

  /** Store, opened by its own wiring. */
  @Singleton
  @Component(modules = DynamoDbStoreModule.class)
  interface Parts {
    DynamoDbClient client();

    TableNames tables();

    /** Makes the parts. */
    @Component.Factory
    interface Factory {
      Parts create(@BindsInstance DynamoDbConfig config, @BindsInstance MeterRegistry meters);
    }
  }
}

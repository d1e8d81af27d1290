package dev.atf.lab.bench.contender;

import dev.atf.local.EngineKind;
import dev.atf.local.engine.EmbeddedDynamoDb;
import dev.atf.local.engine.EmbeddedSqs;
import dev.atf.queue.QueuePorts;
import dev.atf.queue.memory.InMemoryTaskQueue;
import dev.atf.queue.sqs.SqsClientConfig;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.queue.sqs.SqsPorts;
import dev.atf.store.dynamodb.DynamoDbClientConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.store.dynamodb.DynamoDbStore;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.ports.StorePorts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The store and the queues of one engine, in this process and without services. */
record BareEngine(StorePorts store, QueuePorts queues, List<Runnable> closings)
    implements AutoCloseable {
  /** Time limit of a call. A service gives up a slow call and retries it; a bare loop cannot. */
  private static final Duration CALL_MAX = Duration.ofMinutes(1);

  /**
   * @param directory for its data
   */
  static BareEngine start(EngineKind engine, Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return switch (engine) {
      case EMBEDDED -> embedded(directory);
      case DYNAMODB_LOCAL -> emulators(directory);
      case AWS -> throw new IllegalArgumentException("its floor is not of this machine");
    };
  }

  private static BareEngine embedded(Path directory) {
    var store = EmbeddedStore.open(directory.resolve("embedded"), reason -> {});
    var queue = new InMemoryTaskQueue(InstantSource.system());
    return new BareEngine(store.ports(), QueuePorts.of(queue, queue, queue), List.of(store::close));
  }

  private static BareEngine emulators(Path directory) {
    var dynamoDb = EmbeddedDynamoDb.start(Optional.of(directory), 0);
    var sqs = EmbeddedSqs.start(0);
    var store = DynamoDbStore.withTables(tablesAt(dynamoDb.endpoint()));
    var queues = SqsPorts.open(queuesAt(sqs.endpoint()), new SimpleMeterRegistry());
    return new BareEngine(
        store.ports(), queues, List.of(store::close, queues::close, sqs::close, dynamoDb::close));
  }

  private static DynamoDbConfig tablesAt(String endpoint) {
    var usual = DynamoDbConfig.DEFAULTS;
    var client = usual.client();
    return new DynamoDbConfig(
        endpoint,
        usual.region(),
        usual.tablePrefix(),
        new DynamoDbClientConfig(
            CALL_MAX,
            CALL_MAX,
            client.triesMax(),
            client.backoffMin(),
            client.backoffMax(),
            CALL_MAX,
            CALL_MAX,
            client.idleMax(),
            client.connectionsMax(),
            CALL_MAX));
  }

  private static SqsConfig queuesAt(String endpoint) {
    var usual = SqsConfig.DEFAULTS;
    var client = usual.client();
    return new SqsConfig(
        endpoint,
        usual.region(),
        usual.queuePrefix(),
        new SqsClientConfig(
            CALL_MAX, CALL_MAX, client.triesMax(), CALL_MAX, client.connectionsMax(), CALL_MAX));
  }

  @Override
  public void close() {
    closings.forEach(Runnable::run);
  }
}

package dev.atf.store.dynamodb;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.store.ports.StorePorts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.inject.Singleton;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The store of one process on DynamoDB, and the one connection to it. The owner closes it. */
@Singleton
@Component(modules = DynamoDbStoreModule.class)
public interface DynamoDbStore extends AutoCloseable {
  StorePorts ports();

  DynamoDbClient client();

  /** Makes the store for one start. */
  @Component.Factory
  interface Factory {
    DynamoDbStore create(@BindsInstance DynamoDbConfig config, @BindsInstance MeterRegistry meters);
  }

  static DynamoDbStore open(DynamoDbConfig config, MeterRegistry meters) {
    return DaggerDynamoDbStore.factory().create(config, meters);
  }

  /** Opens a store for a program that is not a service, and creates the missing tables. */
  static DynamoDbStore withTables(DynamoDbConfig config) {
    DynamoDbTables.create(config);
    return open(config, new SimpleMeterRegistry());
  }

  @Override
  default void close() {
    client().close();
  }
}

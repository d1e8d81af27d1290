package dev.atf.storeconsumer;

import dagger.Component;
import dev.atf.queue.sqs.SqsQueueModule;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.RuntimeModule;
import dev.atf.store.dynamodb.DynamoDbStoreModule;
import jakarta.inject.Singleton;

/** Wires a store consumer to DynamoDB and SQS. */
@Singleton
@Component(
    modules = {
      StoreConsumerModule.class,
      StoreConsumerConnectionModule.class,
      RuntimeModule.class,
      DynamoDbStoreModule.class,
      SqsQueueModule.class
    },
    dependencies = {StoreConsumerConfig.class})
public interface StoreConsumerComponent {
  Service service();

  static StoreConsumerComponent of(StoreConsumerConfig config) {
    return DaggerStoreConsumerComponent.builder().storeConsumerConfig(config).build();
  }
}

package dev.atf.storeconsumer;

import dagger.BindsInstance;
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
    })
public interface StoreConsumerComponent {
  Service service();

  /** Makes the component. */
  @Component.Factory
  interface Factory {
    StoreConsumerComponent create(@BindsInstance StoreConsumerConfig config);
  }

  static StoreConsumerComponent of(StoreConsumerConfig config) {
    return DaggerStoreConsumerComponent.factory().create(config);
  }
}

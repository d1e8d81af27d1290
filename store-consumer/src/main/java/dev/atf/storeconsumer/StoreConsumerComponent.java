package dev.atf.storeconsumer;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.hints.ConsumerChannels;
import dev.atf.hints.ConsumerConnections;
import dev.atf.queue.QueuePorts;
import dev.atf.queue.sqs.SqsPorts;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.dynamodb.DynamoDbStore;
import dev.atf.store.ports.StorePorts;
import io.grpc.BindableService;
import jakarta.inject.Singleton;
import java.util.Set;

/** A store consumer on the store, the queues and the other store consumers that it is given. */
@Singleton
@Component(
    modules = StoreConsumerModule.class,
    dependencies = {
      StoreConsumerConfig.class,
      StorePorts.class,
      QueuePorts.class,
      RuntimePorts.class
    })
public interface StoreConsumerComponent {
  Service service();

  /** Calls for other services in the same process. */
  Set<BindableService> calls();

  /** Makes the store consumer for one start. */
  @Component.Factory
  interface Factory {
    StoreConsumerComponent create(
        StoreConsumerConfig config,
        StorePorts store,
        QueuePorts queues,
        @BindsInstance ConsumerChannels consumers,
        RuntimePorts runtime);
  }

  static Factory factory() {
    return DaggerStoreConsumerComponent.factory();
  }

  /** Opens DynamoDB and SQS for a store consumer on this machine, which closes them. */
  static StoreConsumerComponent onAws(StoreConsumerConfig config) {
    var runtime = RuntimePorts.ofMachine();
    var store = DynamoDbStore.open(config.store(), runtime.metrics());
    var queues = SqsPorts.open(config.queue(), runtime.metrics());
    var consumers = new ConsumerConnections(config.credentials());
    return factory()
        .create(
            config, store.ports(), queues, consumers, runtime.closing(consumers, queues, store));
  }
}

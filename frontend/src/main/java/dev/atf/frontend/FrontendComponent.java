package dev.atf.frontend;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.blob.store.BlobConnection;
import dev.atf.frontend.lambda.FrontendStart;
import dev.atf.frontend.rpc.ThrownErrors;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hints.ConsumerChannels;
import dev.atf.hints.ConsumerConnections;
import dev.atf.hints.HintClient;
import dev.atf.queue.QueuePorts;
import dev.atf.queue.sqs.SqsPorts;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.dynamodb.DynamoDbStore;
import dev.atf.store.dynamodb.DynamoDbTables;
import dev.atf.store.ports.StorePorts;
import jakarta.inject.Singleton;

/** A frontend on the store, the blobs, the queues and the store consumers that it is given. */
@Singleton
@Component(
    modules = {FrontendModule.class, HintClient.class},
    dependencies = {FrontendConfig.class, StorePorts.class, QueuePorts.class, RuntimePorts.class})
public interface FrontendComponent {
  Service service();

  /** The start of the frontend in a process that also runs other services. */
  FrontendStart start();

  /** Errors of calls that come from the same process and not through the port. */
  ThrownErrors errors();

  /** Makes the frontend for one start. */
  @Component.Factory
  interface Factory {
    FrontendComponent create(
        FrontendConfig config,
        StorePorts store,
        @BindsInstance BlobConnection blobs,
        QueuePorts queues,
        @BindsInstance ConsumerChannels consumers,
        RuntimePorts runtime);
  }

  static Factory factory() {
    return DaggerFrontendComponent.factory();
  }

  /**
   * Opens DynamoDB, SQS and the blobs for a frontend on this machine, which closes them. Creates
   * the tables if the settings say so.
   */
  static FrontendComponent onAws(FrontendConfig config) {
    if (config.createTables()) {
      DynamoDbTables.create(config.store());
    }
    var runtime = RuntimePorts.ofMachine();
    var store = DynamoDbStore.open(config.store(), runtime.metrics());
    var queues = SqsPorts.open(config.queue(), runtime.metrics());
    var blobs = BlobConnection.open(config.blobs(), runtime.instants(), runtime.random());
    var consumers = new ConsumerConnections(config.credentials());
    return factory()
        .create(
            config,
            store.ports(),
            blobs,
            queues,
            consumers,
            runtime.closing(consumers, blobs, queues, store));
  }
}

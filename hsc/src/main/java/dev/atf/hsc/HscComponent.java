package dev.atf.hsc;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.blob.store.BlobConnection;
import dev.atf.hints.ConsumerChannels;
import dev.atf.hints.ConsumerConnections;
import dev.atf.hints.HintClient;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.dynamodb.DynamoDbStore;
import dev.atf.store.ports.StorePorts;
import io.grpc.BindableService;
import jakarta.inject.Singleton;
import java.util.Set;

/** An HSC on the store, the blobs and the store consumers that it is given. */
@Singleton
@Component(
    modules = {HscModule.class, HintClient.class},
    dependencies = {HscConfig.class, StorePorts.class, RuntimePorts.class})
public interface HscComponent {
  Service service();

  /**
   * Calls for other services in the same process. They work from the start of the HSC until it
   * stops.
   */
  Set<BindableService> calls();

  /** Makes the HSC for one start. */
  @Component.Factory
  interface Factory {
    HscComponent create(
        HscConfig config,
        StorePorts store,
        @BindsInstance BlobConnection blobs,
        @BindsInstance ConsumerChannels consumers,
        RuntimePorts runtime);
  }

  static Factory factory() {
    return DaggerHscComponent.factory();
  }

  /** Opens DynamoDB and the blobs for an HSC on this machine, which closes them. */
  static HscComponent onAws(HscConfig config) {
    var runtime = RuntimePorts.ofMachine();
    var store = DynamoDbStore.open(config.store(), runtime.metrics());
    var consumers = new ConsumerConnections(config.credentials());
    var blobs = BlobConnection.open(config.blobs(), runtime.instants(), runtime.random());
    return factory()
        .create(config, store.ports(), blobs, consumers, runtime.closing(blobs, consumers, store));
  }
}

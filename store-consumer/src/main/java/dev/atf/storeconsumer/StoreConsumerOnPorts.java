package dev.atf.storeconsumer;

import dagger.Binds;
import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.hints.ConsumerChannels;
import dev.atf.queue.QueuePorts;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.LoopsModule;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.ports.StorePorts;
import dev.atf.storeconsumer.plans.HintRpc;
import io.grpc.BindableService;
import jakarta.inject.Singleton;
import java.util.List;

/** Store consumer with a given store, queues, clock and threads. */
@Singleton
@Component(
    modules = {
      StoreConsumerModule.class,
      LoopsModule.class,
      StoreConsumerOnPorts.Unconnected.class
    },
    dependencies = {
      StoreConsumerConfig.class,
      StorePorts.class,
      QueuePorts.class,
      RuntimePorts.class
    })
public interface StoreConsumerOnPorts {
  Service service();

  /** Returns the calls for services in the same process. */
  BindableService calls();

  /** Creates the wiring for one start. */
  @Component.Factory
  interface Factory {
    StoreConsumerOnPorts create(
        StoreConsumerConfig config,
        StorePorts store,
        QueuePorts queues,
        @BindsInstance ConsumerChannels consumers,
        RuntimePorts runtime);
  }

  static Factory factory() {
    return DaggerStoreConsumerOnPorts.factory();
  }

  /** Module without connections. The caller provides the ports and closes them. */
  @Module
  interface Unconnected {
    @Provides
    static StoreConsumerService.Connections connections() {
      return new StoreConsumerService.Connections(List.of());
    }

    @Binds
    BindableService calls(HintRpc rpc);
  }
}

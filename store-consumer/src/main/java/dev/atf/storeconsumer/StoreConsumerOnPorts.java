package dev.atf.storeconsumer;

import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.queue.QueuePorts;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.StorePorts;
import dev.atf.storeconsumer.pool.CloseablePorts;
import jakarta.inject.Singleton;
import java.util.List;

/** A store consumer that is given its store, queues, time and threads. */
@Singleton
@Component(
    modules = {
      StoreConsumerModule.class,
      StorePorts.Ports.class,
      QueuePorts.Ports.class,
      RuntimePorts.Ports.class,
      StoreConsumerOnPorts.Unconnected.class
    })
public interface StoreConsumerOnPorts {
  Service service();

  /** Makes the wiring for one start. */
  @Component.Factory
  interface Factory {
    StoreConsumerOnPorts create(
        @BindsInstance StoreConsumerConfig config,
        @BindsInstance StorePorts store,
        @BindsInstance QueuePorts queues,
        @BindsInstance RuntimePorts runtime);
  }

  static Factory factory() {
    return DaggerStoreConsumerOnPorts.factory();
  }

  /** Module without connections: the caller that provides the ports closes them. */
  @Module
  interface Unconnected {
    @Provides
    static CloseablePorts connections() {
      return new CloseablePorts(List.of());
    }
  }
}

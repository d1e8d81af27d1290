package dev.atf.hsc;

import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.blob.store.BlobConnection;
import dev.atf.hints.ConsumerChannels;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.LoopsModule;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.ports.StorePorts;
import io.grpc.BindableService;
import jakarta.inject.Singleton;
import java.util.Set;

/** HSC with a given store, store consumers, clock and threads. */
@Singleton
@Component(
    modules = {
      HscModule.class,
      HscConfigModule.class,
      LoopsModule.class,
      HscOnPorts.Unconnected.class
    },
    dependencies = {HscConfig.class, StorePorts.class, RuntimePorts.class})
public interface HscOnPorts {
  Service service();

  /**
   * gRPC services for other services in the same process. They work from the start of the HSC until
   * it stops.
   */
  Set<BindableService> calls();

  /** Creates the wiring for one start. */
  @Component.Factory
  interface Factory {
    HscOnPorts create(
        HscConfig config,
        StorePorts store,
        @BindsInstance BlobConnection blobs,
        @BindsInstance ConsumerChannels consumers,
        RuntimePorts runtime);
  }

  static Factory factory() {
    return DaggerHscOnPorts.factory();
  }

  /** Module without connections. The caller provides the store and closes it. */
  @Module
  interface Unconnected {
    @Provides
    static OpenConnections connection() {
      return () -> {};
    }
  }
}

package dev.atf.frontend;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.blob.store.BlobConnection;
import dev.atf.frontend.rpc.ThrownErrors;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hints.ConsumerChannels;
import dev.atf.hints.HintClient;
import dev.atf.queue.QueuePorts;
import dev.atf.runtime.process.LoopsModule;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.ports.StorePorts;
import jakarta.inject.Singleton;

/** A frontend whose store, queues, store consumers, clock and threads are supplied. */
@Singleton
@Component(
    modules = {FrontendModule.class, HintClient.class, LoopsModule.class},
    dependencies = {FrontendConfig.class, StorePorts.class, QueuePorts.class, RuntimePorts.class})
public interface FrontendOnPorts extends WiredFrontend {
  /**
   * Returns the mapping of exceptions for calls from the same process, which do not use the port.
   */
  ThrownErrors errors();

  /** Creates the component for one start. */
  @Component.Factory
  interface Factory {
    FrontendOnPorts create(
        FrontendConfig config,
        @BindsInstance Engines engines,
        StorePorts store,
        @BindsInstance BlobConnection blobs,
        QueuePorts queues,
        @BindsInstance ConsumerChannels consumers,
        RuntimePorts runtime);
  }

  static Factory factory() {
    return DaggerFrontendOnPorts.factory();
  }
}

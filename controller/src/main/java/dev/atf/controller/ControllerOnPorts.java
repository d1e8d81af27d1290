package dev.atf.controller;

import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.queue.QueuePorts;
import dev.atf.runtime.process.LoopsModule;
import dev.atf.runtime.process.RuntimePorts;
import jakarta.inject.Singleton;

/** Controller with given queues, HSC, clock and threads. */
@Singleton
@Component(
    modules = {ControllerModule.class, LoopsModule.class, ControllerOnPorts.Unconnected.class},
    dependencies = {ControllerConfig.class, QueuePorts.class, RuntimePorts.class})
public interface ControllerOnPorts extends WiredController {
  /** Creates the wiring for one start. */
  @Component.Factory
  interface Factory {
    ControllerOnPorts create(
        ControllerConfig config,
        QueuePorts queues,
        @BindsInstance HscServiceBlockingStub hsc,
        RuntimePorts runtime);
  }

  static Factory factory() {
    return DaggerControllerOnPorts.factory();
  }

  /** Module without connections. The caller provides the ports and closes them. */
  @Module
  interface Unconnected {
    @Provides
    static QueueConnection queue() {
      return () -> {};
    }

    @Provides
    static HscConnection hsc() {
      return () -> {};
    }
  }
}

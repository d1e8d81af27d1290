package dev.atf.controller;

import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.queue.QueuePorts;
import dev.atf.runtime.Loops;
import dev.atf.runtime.RuntimeModule;
import dev.atf.runtime.Service;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/** The controller of a machine whose queues are in its own process. */
@Singleton
@Component(
    modules = {
      ControllerModule.class,
      QueuePorts.Ports.class,
      HscConnectionModule.class,
      RuntimeModule.class,
      ControllerOnQueues.Unconnected.class
    })
public interface ControllerOnQueues {
  Service service();

  /** What its port shows; for others that work in its process. */
  MeterRegistry metrics();

  /** Those that its health tells; others in its process may start theirs here, and stop them. */
  Loops loops();

  /** Makes the wiring for one start. */
  @Component.Factory
  interface Factory {
    ControllerOnQueues create(
        @BindsInstance ControllerConfig config, @BindsInstance QueuePorts queues);
  }

  static ControllerOnQueues of(ControllerConfig config, QueuePorts queues) {
    return DaggerControllerOnQueues.factory().create(config, queues);
  }

  /** Who gave it its queues closes them. */
  @Module
  interface Unconnected {
    @Provides
    static QueueConnection queue() {
      return () -> {};
    }
  }
}

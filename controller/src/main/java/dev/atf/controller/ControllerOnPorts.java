package dev.atf.controller;

import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.controller.host.HostReports;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.queue.QueuePorts;
import dev.atf.runtime.RuntimePorts;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/** A controller that is given its queues, its HSC, time and threads. */
@Singleton
@Component(
    modules = {
      ControllerModule.class,
      QueuePorts.Ports.class,
      RuntimePorts.Ports.class,
      ControllerOnPorts.Unconnected.class
    })
public interface ControllerOnPorts {
  Service service();

  /** What its port shows; for others that work in its process. */
  MeterRegistry metrics();

  /** Takes what its process sees of executors that it supervises. */
  HostReports host();

  /** Those that its health tells; others in its process may start theirs here, and stop them. */
  Loops loops();

  /** Makes the wiring for one start. */
  @Component.Factory
  interface Factory {
    ControllerOnPorts create(
        @BindsInstance ControllerConfig config,
        @BindsInstance QueuePorts queues,
        @BindsInstance HscServiceBlockingStub hsc,
        @BindsInstance RuntimePorts runtime);
  }

  static Factory factory() {
    return DaggerControllerOnPorts.factory();
  }

  /** Who gave it its ports closes them. */
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

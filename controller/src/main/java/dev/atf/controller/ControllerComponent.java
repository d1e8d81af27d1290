package dev.atf.controller;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.controller.host.HostReports;
import dev.atf.queue.sqs.SqsQueueModule;
import dev.atf.runtime.RuntimeModule;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/** The controller as a process runs it. */
@Singleton
@Component(
    modules = {
      ControllerModule.class,
      QueueConnectionModule.class,
      HscConnectionModule.class,
      RuntimeModule.class,
      SqsQueueModule.class
    })
public interface ControllerComponent {
  Service service();

  /** What its port shows; for others that work in its process. */
  MeterRegistry metrics();

  /** Takes what its process sees of executors that it supervises. */
  HostReports host();

  /** Those that its health tells; others in its process may start theirs here, and stop them. */
  Loops loops();

  /** Makes the controller of one worker host. */
  @Component.Factory
  interface Factory {
    ControllerComponent create(@BindsInstance ControllerConfig config);
  }
}

package dev.atf.controller;

import dagger.Component;
import dev.atf.controller.host.HostReports;
import dev.atf.queue.sqs.SqsQueueModule;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.process.RuntimeModule;
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
    },
    dependencies = {ControllerConfig.class})
public interface ControllerComponent {
  Service service();

  /** Metrics that its port serves; for others that work in its process. */
  MeterRegistry metrics();

  /** Receives reports on executors that the process supervises. */
  HostReports host();

  /** Loops that the health check reports; others in the process may start and stop theirs here. */
  Loops loops();

  /** Makes the controller of one worker host. */
  @Component.Factory
  interface Factory {
    ControllerComponent create(ControllerConfig config);
  }
}

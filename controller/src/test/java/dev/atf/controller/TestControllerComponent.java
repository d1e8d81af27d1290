package dev.atf.controller;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.TaskReceiver;
import dev.atf.queue.TaskSender;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.LoopsModule;
import dev.atf.runtime.process.RuntimePorts;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/** The controller on a queue, a clock and threads that the test holds. */
@Singleton
@Component(
    modules = {ControllerModule.class, HscConnectionModule.class, LoopsModule.class},
    dependencies = {ControllerConfig.class, RuntimePorts.class})
interface TestControllerComponent {
  Service service();

  TaskMatcher matcher();

  MeterRegistry metrics();

  HostReports host();

  @Component.Factory
  interface Factory {
    TestControllerComponent create(
        ControllerConfig config,
        @BindsInstance TaskReceiver receiver,
        @BindsInstance TaskSender sender,
        @BindsInstance QueueAdmin admin,
        @BindsInstance QueueConnection connection,
        RuntimePorts runtime);
  }
}

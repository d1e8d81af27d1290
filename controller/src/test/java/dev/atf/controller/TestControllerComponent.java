package dev.atf.controller;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.queue.QueuePorts;
import dev.atf.runtime.process.RuntimePorts;
import jakarta.inject.Singleton;

/** The controller, with what waits and is buffered in it. */
@Singleton
@Component(
    modules = ControllerModule.class,
    dependencies = {ControllerConfig.class, QueuePorts.class, RuntimePorts.class})
interface TestControllerComponent extends ControllerComponent {
  TaskMatcher matcher();

  @Component.Factory
  interface Factory {
    TestControllerComponent create(
        ControllerConfig config,
        QueuePorts queues,
        @BindsInstance HscServiceBlockingStub hsc,
        RuntimePorts runtime);
  }
}

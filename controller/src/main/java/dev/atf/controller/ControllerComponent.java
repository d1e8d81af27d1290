package dev.atf.controller;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.queue.sqs.SqsQueueModule;
import dev.atf.runtime.RuntimeModule;
import dev.atf.runtime.Service;
import jakarta.inject.Singleton;

/** The controller as a process runs it. */
@Singleton
@Component(
    modules = {
      ControllerModule.class,
      QueueConnectionModule.class,
      RuntimeModule.class,
      SqsQueueModule.class
    })
public interface ControllerComponent {
  Service service();

  /** Makes the controller of one worker host. */
  @Component.Factory
  interface Factory {
    ControllerComponent create(@BindsInstance ControllerConfig config);
  }
}

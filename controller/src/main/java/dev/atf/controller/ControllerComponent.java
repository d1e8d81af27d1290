package dev.atf.controller;

import dagger.Component;
import dev.atf.queue.sqs.SqsQueueModule;
import dev.atf.runtime.process.RuntimeModule;
import jakarta.inject.Singleton;

/** Controller as a process runs it. */
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
public interface ControllerComponent extends WiredController {
  /** Creates the controller of one worker host. */
  @Component.Factory
  interface Factory {
    ControllerComponent create(ControllerConfig config);
  }
}

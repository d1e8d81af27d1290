package dev.atf.executor;

import com.fasterxml.jackson.databind.ObjectMapper;
import dagger.BindsInstance;
import dagger.Component;
import dev.atf.executor.core.Handlers;
import dev.atf.executor.core.RunningAttempts;
import dev.atf.executor.core.Terminator;
import dev.atf.runtime.RuntimeModule;
import dev.atf.runtime.Service;
import jakarta.inject.Singleton;

/** The wiring of one executor process. */
@Singleton
@Component(modules = {RuntimeModule.class, ExecutorModule.class, ExecutorConnectionModule.class})
interface ExecutorComponent {
  Service service();

  RunningAttempts running();

  Terminator terminator();

  /** Makes the wiring from what differs between processes. */
  @Component.Factory
  interface Factory {
    /**
     * @param config with the name of the lambda filled in
     */
    ExecutorComponent create(
        @BindsInstance ExecutorConfig config,
        @BindsInstance Handlers handlers,
        @BindsInstance ObjectMapper json);
  }
}

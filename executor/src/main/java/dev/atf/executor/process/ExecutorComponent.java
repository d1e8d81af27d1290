package dev.atf.executor.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import dagger.BindsInstance;
import dagger.Component;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.runtime.Service;
import dev.atf.runtime.process.RuntimeModule;
import jakarta.inject.Singleton;

/** The wiring of one executor process. */
@Singleton
@Component(modules = {RuntimeModule.class, ExecutorModule.class, ExecutorConnectionModule.class})
public interface ExecutorComponent {
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

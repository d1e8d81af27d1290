package dev.atf.executor;

import com.fasterxml.jackson.databind.ObjectMapper;
import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.executor.core.ControllerCalls;
import dev.atf.executor.core.DeadlineNotice;
import dev.atf.executor.core.Handlers;
import dev.atf.executor.core.HscCalls;
import dev.atf.executor.core.Terminator;
import dev.atf.runtime.RuntimePorts;
import dev.atf.runtime.Service;
import dev.atf.runtime.Threads;
import jakarta.inject.Singleton;

/** One executor that is given what it calls, and how its process ends. */
@Singleton
@Component(modules = {ExecutorModule.class, RuntimePorts.Ports.class, ExecutorOnPorts.Alone.class})
public interface ExecutorOnPorts {
  Service service();

  /** Makes the wiring for one start. */
  @Component.Factory
  interface Factory {
    /**
     * @param config with the name of the lambda filled in
     */
    ExecutorOnPorts create(
        @BindsInstance ExecutorConfig config,
        @BindsInstance Handlers handlers,
        @BindsInstance ObjectMapper json,
        @BindsInstance RuntimePorts runtime,
        @BindsInstance ControllerCalls controller,
        @BindsInstance HscCalls hsc,
        @BindsInstance Terminator terminator);
  }

  static Factory factory() {
    return DaggerExecutorOnPorts.factory();
  }

  /** No supervisor watches it. */
  @Module
  interface Alone {
    @Provides
    static DeadlineNotice notice() {
      return DeadlineNotice.NONE;
    }

    @Provides
    static HandlerThreads handlerThreads(Threads threads) {
      return new HandlerThreads(threads);
    }

    @Provides
    static ExecutorConnection connection() {
      return () -> {};
    }
  }
}

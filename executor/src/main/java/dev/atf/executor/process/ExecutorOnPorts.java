package dev.atf.executor.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.HandlerThreads;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.process.RuntimePorts;
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

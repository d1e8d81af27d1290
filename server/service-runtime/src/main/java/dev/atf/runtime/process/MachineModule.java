package dev.atf.runtime.process;

import dagger.Module;
import dagger.Provides;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rpc.RpcServer;
import dev.atf.runtime.rpc.RpcServers;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Singleton;

/** Provides the threads and ports of a real machine. */
@Module(includes = LoopsModule.class)
public interface MachineModule {
  @Provides
  static ProcessName name() {
    return ProcessName.ofThisProcess();
  }

  @Provides
  @Singleton
  static Threads threads() {
    return Threads.system();
  }

  @Provides
  static RpcServers servers(PrometheusMeterRegistry metrics) {
    return (name, config, alive, services, tuneGrpc, tuneServer) ->
        RpcServer.start(name, config, metrics, alive, services, tuneGrpc, tuneServer);
  }
}

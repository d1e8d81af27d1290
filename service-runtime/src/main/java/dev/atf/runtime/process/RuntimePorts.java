package dev.atf.runtime.process;

import dagger.Module;
import dagger.Provides;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rpc.RpcServers;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Time, randomness, threads and ports of a simulated process. */
public record RuntimePorts(
    ProcessName name,
    InstantSource instants,
    MonotonicClock clock,
    RandomGenerator random,
    Threads threads,
    RpcServers servers,
    MeterRegistry metrics) {

  /** Provides each part to the classes that need it. */
  @Module(includes = LoopsModule.class)
  public interface Ports {
    @Provides
    static ProcessName name(RuntimePorts runtime) {
      return runtime.name();
    }

    @Provides
    static InstantSource instants(RuntimePorts runtime) {
      return runtime.instants();
    }

    @Provides
    static MonotonicClock clock(RuntimePorts runtime) {
      return runtime.clock();
    }

    @Provides
    static RandomGenerator random(RuntimePorts runtime) {
      return runtime.random();
    }

    @Provides
    static Threads threads(RuntimePorts runtime) {
      return runtime.threads();
    }

    @Provides
    static RpcServers servers(RuntimePorts runtime) {
      return runtime.servers();
    }

    @Provides
    static MeterRegistry metrics(RuntimePorts runtime) {
      return runtime.metrics();
    }
  }
}

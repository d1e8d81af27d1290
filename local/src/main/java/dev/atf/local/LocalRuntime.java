package dev.atf.local;

import dagger.Component;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.process.RuntimeModule;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.runtime.rpc.RpcServers;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Runtime of one service in this process. Each service has its own metrics. */
@Singleton
@Component(modules = RuntimeModule.class)
interface LocalRuntime {
  ProcessName name();

  InstantSource instants();

  MonotonicClock clock();

  RandomGenerator random();

  Threads threads();

  RpcServers servers();

  MeterRegistry metrics();

  static RuntimePorts ports() {
    var machine = DaggerLocalRuntime.create();
    return new RuntimePorts(
        machine.name(),
        machine.instants(),
        machine.clock(),
        machine.random(),
        machine.threads(),
        machine.servers(),
        machine.metrics());
  }
}

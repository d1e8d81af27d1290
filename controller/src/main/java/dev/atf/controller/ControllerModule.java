package dev.atf.controller;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dagger.multibindings.IntoSet;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import io.grpc.BindableService;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Provides values that are derived from the settings. */
@Module
interface ControllerModule {
  @Binds
  Service service(ControllerService service);

  @Binds
  @IntoSet
  BindableService served(ControllerRpc rpc);

  @Provides
  static ServedLambdas lambdas(ControllerConfig config) {
    return ServedLambdas.of(config.lambdas(), config.queue().client().connectionsMax());
  }

  @Provides
  @Singleton
  static HostIdentity identity(
      ControllerConfig config, ProcessName name, InstantSource clock, RandomGenerator random) {
    return HostIdentity.of(config.place(), name, config.offers(), clock.instant(), random);
  }

  @Provides
  static HostReports host(
      DeathReports deaths, ExecutorStates states, QueueLoads loads, HostHealth health) {
    return new HostReports(deaths, states, loads, health);
  }
}

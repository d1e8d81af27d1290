package dev.atf.controller;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dagger.multibindings.IntoSet;
import dev.atf.queue.QueueAdmin;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import io.grpc.BindableService;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Provides what classes need of the settings beside the parts that they have themselves. */
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
  static BufferLimits bufferLimits(ControllerConfig config) {
    return new BufferLimits(
        config.bufferMax(),
        config.bufferAge(),
        config.ageing(),
        new PriorityWeights(config.priorityWeights()));
  }

  @Provides
  static BreakerLimits breakerLimits(ControllerConfig config) {
    return new BreakerLimits(config.breakerFailuresMax());
  }

  @Provides
  @Singleton
  static ControllerId self(ProcessName name, RandomGenerator random) {
    return new ControllerId(name.unique(random));
  }

  @Provides
  @Singleton
  static HostIdentity identity(
      ControllerConfig config, ProcessName name, InstantSource clock, RandomGenerator random) {
    return HostIdentity.of(config.place(), name, config.offers(), clock.instant(), random);
  }

  @Provides
  @Singleton
  static MissingQueues missingQueues(ControllerConfig config, QueueAdmin admin) {
    return new MissingQueues(config.createQueues(), admin);
  }

  @Provides
  static PollTimes pollTimes(ControllerConfig config) {
    return new PollTimes(config.receiveWait(), config.visibility());
  }

  @Provides
  static ClaimTimes claimTimes(ControllerConfig config) {
    return new ClaimTimes(config.claimTimeout());
  }

  @Provides
  static HostReports host(
      DeathReports deaths, ExecutorStates states, QueueLoads loads, HostHealth health) {
    return new HostReports(deaths, states, loads, health);
  }

  @Provides
  static ReportTimes reportTimes(ControllerConfig config) {
    return new ReportTimes(config.claimTimeout());
  }

  @Provides
  static RefreshTimes refreshTimes(ControllerConfig config) {
    return new RefreshTimes(config.settingsRefresh(), config.tuning().unknownLambdaRefresh());
  }
}

package dev.atf.frontend;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dagger.multibindings.IntoSet;
import dev.atf.access.TaskLambdas;
import dev.atf.frontend.event.EventRpc;
import dev.atf.frontend.express.FrontendPeers;
import dev.atf.frontend.lambda.LambdaRegistration.LambdaLimit;
import dev.atf.frontend.lambda.LambdaRegistration.QueueCreation;
import dev.atf.frontend.lambda.LambdaRpc;
import dev.atf.frontend.plans.FrontendPlansModule;
import dev.atf.frontend.settings.ExpressConfig;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.frontend.settings.PlanLimits;
import dev.atf.frontend.task.StoredTaskLambdas;
import dev.atf.model.AlarmTimes;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.otlp.OtlpTracing;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.tracing.Tracing;
import dev.atf.store.MemberRegistry;
import dev.atf.store.worker.HostSightings;
import io.grpc.BindableService;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/**
 * The frontend without its adapters: needs the ports of store and queue, time, chance and metrics.
 */
@Module(includes = FrontendPlansModule.class)
public interface FrontendModule {
  @Binds
  Service service(FrontendService service);

  @Binds
  @IntoSet
  BindableService tasks(TaskRpc rpc);

  @Binds
  @IntoSet
  BindableService lambdas(LambdaRpc rpc);

  @Binds
  @IntoSet
  BindableService events(EventRpc rpc);

  @Binds
  TaskLambdas taskLambdas(StoredTaskLambdas stored);

  @Provides
  static RpcServerConfig server(FrontendConfig config) {
    return config.server();
  }

  @Provides
  static LeaseTimes lease(FrontendConfig config) {
    return config.lease();
  }

  @Provides
  static ExpressConfig express(FrontendConfig config) {
    return config.express();
  }

  @Provides
  static AlarmTimes alarms(ExpressConfig express) {
    return AlarmTimes.DEFAULT.withEnqueueTimeout(express.enqueueTimeout());
  }

  @Provides
  static HostSightings workerHosts(MemberRegistry members) {
    return new HostSightings(members);
  }

  @Provides
  static PlanLimits planLimits(FrontendConfig config) {
    return config.plans();
  }

  @Provides
  static FrontendTuning tuning(FrontendConfig config) {
    return config.tuning();
  }

  @Provides
  static QueueCreation queueCreation(FrontendConfig config) {
    return new QueueCreation(config.createQueues());
  }

  @Provides
  static LambdaLimit lambdaLimit(FrontendConfig config) {
    return new LambdaLimit(config.lambdasMax());
  }

  @Provides
  static LoopSettings loops(FrontendConfig config) {
    return config.loops();
  }

  @Provides
  static FrontendPeers.Settings peers(FrontendConfig config) {
    return config.peers();
  }

  @Provides
  @Singleton
  static Tracing tracing(FrontendConfig config, ProcessName name, MeterRegistry metrics) {
    return OtlpTracing.of("atf-frontend", config.tracing(), name, metrics);
  }
}

package dev.atf.frontend;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dagger.multibindings.IntoSet;
import dev.atf.access.TaskLambdas;
import dev.atf.access.Transfers;
import dev.atf.blob.Blobs;
import dev.atf.blob.store.BlobConnection;
import dev.atf.frontend.event.EventRpc;
import dev.atf.frontend.lambda.LambdaRpc;
import dev.atf.frontend.notice.NoticeOrigin;
import dev.atf.frontend.notice.SubscriptionRpc;
import dev.atf.frontend.origin.OriginKind;
import dev.atf.frontend.resource.ResourceRpc;
import dev.atf.frontend.resource.ResourceStore;
import dev.atf.frontend.route.RouteRpc;
import dev.atf.frontend.settings.ExpressConfig;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.frontend.task.StoredTaskLambdas;
import dev.atf.frontend.worker.WorkerRpc;
import dev.atf.model.AlarmTimes;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.otlp.OtlpTracing;
import dev.atf.runtime.tracing.Tracing;
import io.grpc.BindableService;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;

/**
 * Provides a frontend without its adapters. It needs the ports of store and queue, a clock,
 * randomness and metrics.
 */
@Module(includes = FrontendPlansModule.class)
interface FrontendModule {
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
  @IntoSet
  BindableService workers(WorkerRpc rpc);

  @Binds
  @IntoSet
  BindableService subscriptions(SubscriptionRpc rpc);

  @Binds
  @IntoSet
  BindableService routes(RouteRpc rpc);

  @Binds
  @IntoSet
  BindableService resources(ResourceRpc rpc);

  @Binds
  @IntoSet
  OriginKind notices(NoticeOrigin origin);

  @Binds
  TaskLambdas taskLambdas(StoredTaskLambdas stored);

  @Provides
  static Blobs blobs(BlobConnection connection) {
    return connection.blobs();
  }

  @Provides
  @Singleton
  static Transfers transfers() {
    return new Transfers(ResourceStore.TRANSFERS_MAX);
  }

  @Provides
  static AlarmTimes alarms(ExpressConfig express) {
    return AlarmTimes.DEFAULT.withEnqueueTimeout(express.enqueueTimeout());
  }

  @Provides
  @Singleton
  static Tracing tracing(FrontendConfig config, ProcessName name, MeterRegistry metrics) {
    return OtlpTracing.of("atf-frontend", config.tracing(), name, metrics);
  }
}

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
import dev.atf.frontend.resource.SweepStep;
import dev.atf.frontend.route.RouteRpc;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.frontend.task.StoredTaskLambdas;
import dev.atf.frontend.worker.WorkerRpc;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.DeletionStep;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.otlp.OtlpTracing;
import dev.atf.runtime.process.LoopsModule;
import dev.atf.runtime.tracing.Tracing;
import io.grpc.BindableService;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.Optional;

/** Provides the calls, and what depends on more than the settings. */
@Module(includes = {FrontendPlansModule.class, LoopsModule.class})
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
  static Optional<DeletionStep> sweep(
      BlobConnection blobs, InstantSource clock, MonotonicClock monotonic, MeterRegistry metrics) {
    return blobs
        .sweep()
        .map(sweep -> new DeletionStep(new SweepStep(sweep, metrics), clock, monotonic));
  }

  @Provides
  @Singleton
  static Tracing tracing(FrontendConfig config, ProcessName name, MeterRegistry metrics) {
    return OtlpTracing.of("atf-frontend", config.tracing(), name, metrics);
  }
}

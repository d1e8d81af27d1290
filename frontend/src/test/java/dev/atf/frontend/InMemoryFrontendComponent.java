package dev.atf.frontend;

import dagger.BindsInstance;
import dagger.Component;
import dev.atf.blob.store.BlobConnection;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hints.ConsumerChannels;
import dev.atf.hints.HintReceiver;
import dev.atf.hints.HintSettings;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.TaskSender;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.process.MachineModule;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.MemberRegistry;
import dev.atf.store.RunningPermits;
import dev.atf.store.StoreLocality;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionFeed;
import dev.atf.store.TriggerIndex;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.search.TaskSearch;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Frontend on ports that a test supplies. */
@Singleton
@Component(
    modules = {FrontendModule.class, MachineModule.class},
    dependencies = FrontendConfig.class)
interface InMemoryFrontendComponent extends WiredFrontend {
  @Component.Builder
  interface Builder {
    Builder config(FrontendConfig config);

    @BindsInstance
    Builder engines(Engines engines);

    @BindsInstance
    Builder entities(TaskEntities entities);

    @BindsInstance
    Builder associations(TaskAssociations associations);

    @BindsInstance
    Builder transitions(TaskTransitions transitions);

    @BindsInstance
    Builder search(TaskSearch search);

    @BindsInstance
    Builder index(TriggerIndex index);

    @BindsInstance
    Builder lambdas(LambdaRegistry registry);

    @BindsInstance
    Builder gates(GateRegistry gates);

    @BindsInstance
    Builder subscriptions(SubscriptionRegistry subscriptions);

    @BindsInstance
    Builder routes(RouteRegistry routes);

    @BindsInstance
    Builder plans(Plans plans);

    @BindsInstance
    Builder members(MemberRegistry members);

    @BindsInstance
    Builder permits(RunningPermits permits);

    @BindsInstance
    Builder feed(TransitionFeed feed);

    @BindsInstance
    Builder locality(StoreLocality locality);

    @BindsInstance
    Builder blobs(BlobConnection blobs);

    @BindsInstance
    Builder consumers(ConsumerChannels consumers);

    @BindsInstance
    Builder hints(HintSettings settings);

    @BindsInstance
    Builder receiver(HintReceiver receiver);

    @BindsInstance
    Builder sender(TaskSender sender);

    @BindsInstance
    Builder queues(QueueAdmin queues);

    @BindsInstance
    Builder instants(InstantSource clock);

    @BindsInstance
    Builder monotonic(MonotonicClock clock);

    @BindsInstance
    Builder random(RandomGenerator random);

    @BindsInstance
    Builder prometheus(PrometheusMeterRegistry registry);

    @BindsInstance
    Builder metrics(MeterRegistry registry);

    InMemoryFrontendComponent build();
  }
}

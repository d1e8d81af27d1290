package dev.atf.hsc;

import dagger.Binds;
import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dev.atf.blob.store.BlobConnection;
import dev.atf.hints.ConsumerChannels;
import dev.atf.hints.HintReceiver;
import dev.atf.hints.HintSettings;
import dev.atf.hsc.call.Bulkhead;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.claim.ReturnDelay;
import dev.atf.hsc.lambda.ClosedGates;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.log.LogFollowers;
import dev.atf.hsc.member.HscMember;
import dev.atf.hsc.member.Presence;
import dev.atf.hsc.worker.PlaceDirectory;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.worker.HealthTimes;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.process.MachineModule;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.MemberRegistry;
import dev.atf.store.RunningPermits;
import dev.atf.store.StoreLocality;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.TaskTransitions;
import dev.atf.store.awake.AwakeView;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.testing.FaultyStore;
import dev.atf.testtime.TestTimeouts;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.random.RandomGenerator;

/** The HSC wired as in production, with a store, a clock and chance of the test. */
@Singleton
@Component(modules = {HscModule.class, MachineModule.class, InMemoryHsc.TestModule.class})
interface InMemoryHsc {
  Service service();

  Refresh refresh();

  PlaceDirectory places();

  PrometheusMeterRegistry metrics();

  @Component.Factory
  interface Factory {
    InMemoryHsc create(
        @BindsInstance FaultyStore store,
        @BindsInstance LambdaRegistry lambdas,
        @BindsInstance GateRegistry gates,
        @BindsInstance SubscriptionRegistry subscriptions,
        @BindsInstance RunningPermits permits,
        @BindsInstance MemberRegistry members,
        @BindsInstance Plans plans,
        @BindsInstance BlobConnection blobs,
        @BindsInstance InstantSource clock,
        @BindsInstance MonotonicClock monotonic,
        @BindsInstance RpcServerConfig server);
  }

  @Module
  interface TestModule {
    @Binds
    TaskTransitions transitions(FaultyStore store);

    @Binds
    TaskEntities entities(FaultyStore store);

    @Binds
    TaskAssociations associations(FaultyStore store);

    @Provides
    static StoreLocality locality() {
      return StoreLocality.FAR;
    }

    @Provides
    static OpenConnections connection() {
      return () -> {};
    }

    /** Leads to the server of this process that has the member's name. */
    @Provides
    static ConsumerChannels consumers() {
      return (member, uri) -> InProcessChannelBuilder.forName(member).directExecutor().build();
    }

    @Provides
    static HintReceiver noConsumer() {
      return HintReceiver.NONE;
    }

    /** Long enough that a slow machine does not end a call. */
    @Provides
    static HintSettings hints() {
      return new HintSettings(TestTimeouts.STALL, "");
    }

    @Provides
    static LeaseTimes lease() {
      return LeaseTimes.DEFAULT;
    }

    @Provides
    static HealthTimes workers() {
      return HealthTimes.DEFAULT;
    }

    @Provides
    static Refresh refresh(
        Lambdas lambdas,
        ClosedGates gates,
        LogFollowers followers,
        AwakeView awake,
        InstantSource clock) {
      return new Refresh(lambdas, gates, followers, awake, Duration.ofHours(1), clock);
    }

    @Provides
    static Bulkhead.Limits bulkheadLimits() {
      return new Bulkhead.Limits(HscFixture.WRITERS, HscTuning.DEFAULTS.callsMax());
    }

    @Provides
    static RetryingWrites.Tries writeTries() {
      return new RetryingWrites.Tries(3, Duration.ofSeconds(1), Duration.ofMinutes(1));
    }

    @Provides
    static HscTuning tuning() {
      return HscTuning.DEFAULTS;
    }

    @Provides
    static LoopSettings loops() {
      return LoopSettings.DEFAULT;
    }

    @Provides
    static Presence presence(
        MemberRegistry members, HscMember self, Loops loops, InstantSource clock) {
      return new Presence(members, self, Duration.ofHours(1), loops, clock);
    }

    @Provides
    static HscMember self() {
      return new HscMember("hsc-1");
    }

    @Provides
    static ReturnDelay returnDelay() {
      return ReturnDelay.DEFAULT;
    }

    @Provides
    @Singleton
    static RandomGenerator random() {
      return new Random(1);
    }

    @Provides
    @Singleton
    static PrometheusMeterRegistry prometheus() {
      return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    @Binds
    MeterRegistry metrics(PrometheusMeterRegistry registry);
  }
}

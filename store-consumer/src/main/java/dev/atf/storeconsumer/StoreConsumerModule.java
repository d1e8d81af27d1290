package dev.atf.storeconsumer;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dev.atf.hints.HintSettings;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.process.LoopsModule;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreLocality;
import dev.atf.storeconsumer.member.MemberId;
import dev.atf.storeconsumer.member.Membership;
import dev.atf.storeconsumer.member.MembershipSettings;
import dev.atf.storeconsumer.plans.StoreConsumerPlansModule;
import dev.atf.storeconsumer.pool.WorkPools;
import dev.atf.storeconsumer.release.LookAhead;
import dev.atf.storeconsumer.release.WorkHealth;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Provides the threads, and what depends on more than the settings. */
@Module(includes = {StoreConsumerPlansModule.class, LoopsModule.class})
interface StoreConsumerModule {
  /**
   * Number of tasks of one turn for each marking thread. It is enough to keep all threads busy, and
   * small enough to push soon.
   */
  int RELEASES_PER_THREAD = 4;

  /**
   * Number of alarms of one turn for each thread. {@link StoreConsumerConfig} calculates the time
   * of a turn with it.
   */
  int ALARMS_PER_THREAD = 2;

  @Binds
  Service service(StoreConsumerService service);

  @Provides
  @Singleton
  static Membership membership(
      MemberRegistry registry,
      MemberId self,
      MembershipSettings settings,
      WorkHealth health,
      InstantSource clock,
      MonotonicClock monotonic) {
    return new Membership(registry, self, settings, health::works, clock, monotonic);
  }

  @Provides
  @Singleton
  static LookAhead lookAhead(StoreConsumerConfig config) {
    return new LookAhead(config.lookAheadMax());
  }

  @Provides
  @Singleton
  static WorkPools pools(StoreConsumerConfig config, StoreLocality store, Threads threads) {
    int width = config.pollConcurrency();
    // A local store is one process with its queues, too.
    return new WorkPools(
        store.isNear()
            ? WorkPools.together(store)
            : threads.pool("atf-mark", config.markConcurrency()),
        threads.pool("atf-poll", width),
        threads.pool("atf-alarm", width),
        store.isNear() ? Pool.direct() : threads.pool("atf-plan", width),
        config.markConcurrency() * RELEASES_PER_THREAD,
        width * ALARMS_PER_THREAD);
  }

  @Provides
  static HintSettings hints(MemberId self) {
    return HintSettings.ofConsumer(self.value());
  }

  @Provides
  @Singleton
  static MemberId self(ProcessName name, RandomGenerator random) {
    return new MemberId(name.unique(random));
  }
}

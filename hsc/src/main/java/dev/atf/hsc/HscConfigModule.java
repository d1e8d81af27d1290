package dev.atf.hsc;

import dagger.Module;
import dagger.Provides;
import dev.atf.hints.HintClient;
import dev.atf.hsc.call.Bulkhead;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.lambda.ClosedGates;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.log.LogFollowers;
import dev.atf.hsc.member.HscMember;
import dev.atf.hsc.member.Presence;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.Loops;
import dev.atf.store.MemberRegistry;
import dev.atf.store.awake.AwakeView;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Provides values that are derived from the settings. */
@Module(includes = HintClient.class)
interface HscConfigModule {
  @Provides
  static Refresh refresh(
      Lambdas lambdas,
      ClosedGates gates,
      LogFollowers followers,
      AwakeView awake,
      HscConfig config,
      InstantSource clock) {
    return new Refresh(lambdas, gates, followers, awake, config.lambdaRefresh(), clock);
  }

  @Provides
  static Bulkhead.Limits bulkheadLimits(HscConfig config) {
    return new Bulkhead.Limits(config.writeConcurrency(), config.tuning().callsMax());
  }

  @Provides
  static RetryingWrites.Tries writeTries(HscConfig config) {
    return new RetryingWrites.Tries(
        config.tuning().writeTriesMax(),
        config.store().client().callTimeout(),
        config.lease().callTimeout());
  }

  @Provides
  static Presence presence(
      MemberRegistry members, HscMember self, HscConfig config, Loops loops, InstantSource clock) {
    return new Presence(members, self, config.beatInterval(), loops, clock);
  }

  @Provides
  @Singleton
  static HscMember self(ProcessName name, RandomGenerator random) {
    return new HscMember(name.unique(random));
  }
}

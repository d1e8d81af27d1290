package dev.atf.hsc;

import dagger.Module;
import dagger.Provides;
import dev.atf.hints.HintClient;
import dev.atf.hsc.call.BulkheadLimits;
import dev.atf.hsc.call.WriteTries;
import dev.atf.hsc.lambda.LambdaRefresh;
import dev.atf.hsc.member.HeartbeatTimes;
import dev.atf.hsc.member.HscMember;
import dev.atf.runtime.ProcessName;
import jakarta.inject.Singleton;
import java.util.random.RandomGenerator;

/** Provides what classes need of the settings beside the parts that {@link HscConfig} has. */
@Module(includes = HintClient.class)
interface HscConfigModule {
  @Provides
  static LambdaRefresh lambdaRefresh(HscConfig config) {
    return new LambdaRefresh(config.lambdaRefresh());
  }

  @Provides
  static BulkheadLimits laneLimits(HscConfig config) {
    return new BulkheadLimits(config.writeConcurrency(), config.tuning().callsMax());
  }

  @Provides
  static WriteTries writeTries(HscConfig config) {
    return new WriteTries(
        config.tuning().writeTriesMax(),
        config.store().client().callTimeout(),
        config.lease().callTimeout());
  }

  @Provides
  static HeartbeatTimes beatTimes(HscConfig config) {
    return new HeartbeatTimes(config.beatInterval());
  }

  @Provides
  @Singleton
  static HscMember self(ProcessName name, RandomGenerator random) {
    return new HscMember(name.unique(random));
  }
}

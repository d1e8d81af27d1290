package dev.atf.hsc;

import dagger.Module;
import dagger.Provides;
import dev.atf.hsc.call.BulkheadLimits;
import dev.atf.hsc.call.WriteTries;
import dev.atf.hsc.heartbeat.HeartbeatTimes;
import dev.atf.hsc.heartbeat.HscMember;
import dev.atf.hsc.lambda.LambdaRefresh;
import dev.atf.hsc.result.ReturnDelay;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.server.RpcServerConfig;
import jakarta.inject.Singleton;
import java.util.random.RandomGenerator;

/** Provides each part of the settings to the classes that need it. */
@Module
interface HscConfigModule {
  @Provides
  static RpcServerConfig server(HscConfig config) {
    return config.server();
  }

  @Provides
  static LeaseTimes lease(HscConfig config) {
    return config.lease();
  }

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
  static HscTuning tuning(HscConfig config) {
    return config.tuning();
  }

  @Provides
  static LoopSettings loops(HscConfig config) {
    return config.loops();
  }

  @Provides
  static ReturnDelay returnDelay(HscConfig config) {
    return config.returnDelay();
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

package dev.atf.runtime.process;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dev.atf.runtime.loop.MonotonicClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Provides time, randomness and metrics of a real process. Tests and the simulator provide their
 * own.
 */
@Module(includes = MachineModule.class)
public interface RuntimeModule {

  @Provides
  static InstantSource instants() {
    return InstantSource.system();
  }

  @Provides
  static MonotonicClock monotonicClock() {
    return MonotonicClock.system();
  }

  /**
   * Returns a thread-safe source with a seed of the system, so that hosts have different ids and
   * jitter.
   */
  @Provides
  @Singleton
  static RandomGenerator random() {
    return new SecureRandom();
  }

  @Provides
  @Singleton
  static PrometheusMeterRegistry prometheus() {
    return ServiceMeters.registry();
  }

  @Binds
  MeterRegistry metrics(PrometheusMeterRegistry registry);
}

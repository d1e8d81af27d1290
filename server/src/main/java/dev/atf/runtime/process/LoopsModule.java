package dev.atf.runtime.process;

import dagger.Module;
import dagger.Provides;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.random.RandomGenerator;

/** Provides the loops of a process. */
@Module
public interface LoopsModule {
  @Provides
  @Singleton
  static Loops loops(
      Threads threads,
      MonotonicClock clock,
      RandomGenerator random,
      MeterRegistry metrics,
      LoopSettings settings) {
    return new Loops(threads, clock, random, metrics, settings);
  }
}

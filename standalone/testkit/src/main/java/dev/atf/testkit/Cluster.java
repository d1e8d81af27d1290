package dev.atf.testkit;

import dev.atf.embedded.Settings;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscComponent;
import dev.atf.hsc.HscConfig;
import dev.atf.storeconsumer.StoreConsumerComponent;
import dev.atf.storeconsumer.StoreConsumerConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Services that always run: a frontend, an HSC and a store consumer. */
final class Cluster {
  static final String FRONTEND = "frontend";
  static final String HSC = "hsc";
  private static final String CONSUMER = "consumer";

  /**
   * Interval of everything that is polled. It must be short, so that peers that seemed dead after a
   * jump of the clock are found again.
   */
  private static final Duration CHECK_EVERY = Duration.ofMillis(100);

  private Cluster() {}

  /** Returns the processes to stop, in the order of stopping. */
  static Deque<Machines.Running> start(Machines machines, TestServices engine) {
    var running = new ArrayDeque<Machines.Running>();
    var frontend =
        new Settings()
            .with("ATF_CREATE_QUEUES", true)
            .with("ATF_MEMBER_INTERVAL", CHECK_EVERY)
            .over(FrontendConfig.DEFAULTS);
    var hsc =
        new Settings()
            .with("ATF_LAMBDA_REFRESH", CHECK_EVERY)
            .with("ATF_BEAT_INTERVAL", CHECK_EVERY)
            .over(HscConfig.DEFAULTS);
    var consumer =
        new Settings()
            .with("ATF_POLL_INTERVAL", CHECK_EVERY)
            .with("ATF_MEMBER_INTERVAL", CHECK_EVERY)
            .with("ATF_LAMBDA_REFRESH", CHECK_EVERY)
            .over(StoreConsumerConfig.DEFAULTS);
    running.push(
        machines.start(
            FRONTEND,
            process ->
                FrontendComponent.factory()
                    .create(
                        frontend,
                        engine.store(),
                        engine.blobs(),
                        engine.queues(),
                        (member, uri) -> machines.channel(process, CONSUMER),
                        machines.runtime(process))
                    .service()));
    running.push(
        machines.start(
            HSC,
            process ->
                HscComponent.factory()
                    .create(
                        hsc,
                        engine.store(),
                        engine.blobs(),
                        (member, uri) -> machines.channel(process, CONSUMER),
                        machines.runtime(process))
                    .service()));
    running.push(
        machines.start(
            CONSUMER,
            process ->
                StoreConsumerComponent.factory()
                    .create(
                        consumer,
                        engine.store(),
                        engine.queues(),
                        (member, uri) -> machines.channel(process, CONSUMER),
                        machines.runtime(process))
                    .service()));
    return running;
  }
}

package dev.atf.e2e.support;

import dev.atf.lab.processes.Edge;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.FaultyLink;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.lab.processes.SupervisedExecutors;
import dev.atf.model.lambda.LeaseTimes;

/** An executor process that no supervisor watches or restarts. */
public final class LoneExecutor {
  public static final String READY = SupervisedExecutors.READY;

  private LoneExecutor() {}

  /** Starts an executor; it is ready when its output contains {@link #READY}. */
  public static JavaProcess start(
      TestCluster cluster, EffectSink sink, String lambda, int threads, LeaseTimes heartbeats) {
    return start(cluster, sink, lambda, threads, heartbeats, cluster.links().of(Edge.EXECUTOR_HSC));
  }

  /**
   * @param hsc its own connection to the HSC
   */
  public static JavaProcess start(
      TestCluster cluster,
      EffectSink sink,
      String lambda,
      int threads,
      LeaseTimes heartbeats,
      FaultyLink hsc) {
    var settings =
        cluster
            .services()
            .executorSettings(threads, heartbeats)
            .with("ATF_LAMBDA", lambda)
            .with("ATF_HSC_URI", hsc.uri());
    return JavaProcess.start(
        "executor-" + lambda,
        cluster.services().logs(),
        settings.variables(),
        EffectsWorker.class.getName(),
        sink.uri(),
        lambda);
  }
}

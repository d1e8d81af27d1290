package dev.atf.store.plans;

import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Cache of the graphs of jobs, which never change. The most recently used graphs are kept.
 * Thread-safe.
 */
@Singleton
public final class JobGraphs {
  /** Maximum number of graphs in the cache. A graph of 1,000 steps takes about 300 KB. */
  private static final int KEPT_MAX = 64;

  /** Key of a graph. A job of the same name may be created after the first one is forgotten. */
  private record Key(PlanId id, Instant createdAt) {}

  private final Plans plans;
  private final Map<Key, JobGraph> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, JobGraph> eldest) {
          return size() > KEPT_MAX;
        }
      };

  @Inject
  public JobGraphs(Plans plans) {
    this.plans = plans;
  }

  /**
   * Returns the graph of a job.
   *
   * @throws UnreadablePlanException if this process cannot interpret the parts of the job
   */
  public JobGraph of(Plan job, JobRow row) {
    var key = new Key(job.id(), job.createdAt());
    synchronized (kept) {
      var known = kept.get(key);
      if (known != null) {
        return known;
      }
    }
    var graph = JobGraph.of(JobSteps.find(plans, job, row.head()));
    synchronized (kept) {
      kept.put(key, graph);
    }
    return graph;
  }
}

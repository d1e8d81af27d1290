package dev.atf.lab.bench.outage;

import dev.atf.embedded.Settings;
import dev.atf.lab.processes.Edge;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.ProcessCluster;
import dev.atf.model.lambda.LeaseTimes;
import java.nio.file.Path;
import java.util.List;

/** Each service as a process of its own, on DynamoDB Local and ElasticMQ. */
final class SeparateServices implements Services {
  private static final int STARTS_MAX = 3;

  private final ProcessCluster cluster;

  private SeparateServices(ProcessCluster cluster) {
    this.cluster = cluster;
  }

  /** Returns when all are ready. */
  static SeparateServices start(Path logs, List<String> lambdas, OutageOptions options) {
    var cluster =
        ProcessCluster.open(logs, lambdas, options.lease(), STARTS_MAX, options.slowness());
    try {
      return new SeparateServices(cluster.startAll());
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  @Override
  public String frontend() {
    return cluster.links().uri(Edge.CLIENT_FRONTEND);
  }

  @Override
  public Settings executorSettings(int threads, LeaseTimes lease) {
    return cluster.executorSettings(threads, lease);
  }

  @Override
  public List<Killable> processes() {
    return Part.ONE_OF_EACH.stream().<Killable>map(Service::new).toList();
  }

  @Override
  public void close() {
    cluster.close();
  }

  private final class Service implements Killable {
    private final Part part;

    Service(Part part) {
      this.part = part;
    }

    @Override
    public String name() {
      return part.toString();
    }

    @Override
    public void killAndRestart() {
      cluster.process(part).kill9();
      var unused = cluster.start(part);
    }
  }
}

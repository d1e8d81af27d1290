package dev.atf.lab.bench.outage;

import dev.atf.cli.AtfMain;
import dev.atf.embedded.Settings;
import dev.atf.lab.bench.outage.OutageBenchmark.Options;
import dev.atf.lab.processes.Edge;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.ProcessCluster;
import dev.atf.local.engine.FreePort;
import dev.atf.model.lambda.LeaseTimes;
import java.nio.file.Path;
import java.util.List;

/** Services that run in processes of their own, each of which can be killed and started again. */
interface Services extends AutoCloseable {
  /** Process of services, one or several. */
  interface Killable {
    /** Returns the name of its services. */
    String name();

    /** Kills it (SIGKILL), and starts it again; returns when that answers. */
    void killAndRestart();
  }

  /** Returns the address of the public API, which a restart does not change. */
  String frontend();

  /** Returns the settings of an executor. */
  Settings executorSettings(int threads, LeaseTimes lease);

  /** Returns their processes. */
  List<Killable> processes();

  @Override
  void close();

  /**
   * All services in one process, {@code atf up}, on the embedded engine: a kill ends the frontend,
   * the store consumer, the controller and the HSC together.
   */
  final class Shared implements Services, Killable {
    private static final String READY = "atf: ready at";

    private final Path directory;
    private final LeaseTimes lease;
    private final int port = FreePort.find();
    private final int hscPort = FreePort.find();
    private final int controllerPort = FreePort.find();
    private JavaProcess process;

    private Shared(Path directory, LeaseTimes lease) {
      this.directory = directory;
      this.lease = lease;
      this.process = launch();
    }

    /** Returns when they are ready. */
    static Shared start(Path directory, Options options) {
      return new Shared(directory, options.lease());
    }

    private JavaProcess launch() {
      var started =
          JavaProcess.start(
              "up",
              directory,
              new Settings().withLease(lease).variables(),
              AtfMain.class.getName(),
              "up",
              "--engine=embedded",
              "--data=" + directory.resolve("data"),
              "--port=" + port,
              "--hsc-port=" + hscPort,
              "--controller-port=" + controllerPort,
              // None: the benchmark starts its own.
              "--executors=http=0..1");
      try {
        return started.awaitOutput(READY);
      } catch (RuntimeException e) {
        started.close();
        throw e;
      }
    }

    @Override
    public String frontend() {
      return loopback(port);
    }

    @Override
    public Settings executorSettings(int threads, LeaseTimes heartbeats) {
      return new Settings()
          .withHeartbeats(heartbeats)
          .with("ATF_THREADS", threads)
          .with("ATF_CONTROLLER_URI", loopback(controllerPort))
          .with("ATF_HSC_URI", loopback(hscPort));
    }

    @Override
    public List<Killable> processes() {
      return List.of(this);
    }

    @Override
    public String name() {
      return "services";
    }

    @Override
    public void killAndRestart() {
      process.kill9();
      process = launch();
    }

    @Override
    public void close() {
      process.close();
    }

    private static String loopback(int port) {
      return "http://127.0.0.1:" + port;
    }
  }

  /** Each service as a process of its own, on DynamoDB Local and ElasticMQ. */
  final class Separate implements Services {
    private static final int STARTS_MAX = 3;

    private final ProcessCluster cluster;

    private Separate(ProcessCluster cluster) {
      this.cluster = cluster;
    }

    /** Returns when all are ready. */
    static Separate start(Path logs, List<String> lambdas, Options options) {
      var cluster =
          ProcessCluster.open(logs, lambdas, options.lease(), STARTS_MAX, options.slowness());
      try {
        return new Separate(cluster.startAll());
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
}

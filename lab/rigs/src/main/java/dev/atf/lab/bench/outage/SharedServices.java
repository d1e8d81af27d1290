package dev.atf.lab.bench.outage;

import dev.atf.cli.AtfMain;
import dev.atf.embedded.Settings;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.engine.FreePort;
import dev.atf.model.lambda.LeaseTimes;
import java.nio.file.Path;
import java.util.List;

/**
 * All services in one process, {@code atf up}, on the embedded engine: a kill ends the frontend,
 * the store consumer, the controller and the HSC together.
 */
final class SharedServices implements Services, Services.Killable {
  private static final String READY = "atf: ready at";

  private final Path directory;
  private final LeaseTimes lease;
  private final int port = FreePort.find();
  private final int hscPort = FreePort.find();
  private final int controllerPort = FreePort.find();
  private JavaProcess process;

  private SharedServices(Path directory, LeaseTimes lease) {
    this.directory = directory;
    this.lease = lease;
    this.process = launch();
  }

  /** Returns when they are ready. */
  static SharedServices start(Path directory, OutageOptions options) {
    return new SharedServices(directory, options.lease());
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

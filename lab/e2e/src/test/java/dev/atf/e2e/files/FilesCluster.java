package dev.atf.e2e.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.AtfMain;
import dev.atf.client.AtfClient;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.UpProcess;
import dev.atf.embedded.Settings;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.engine.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code atf up} with executors of the lambda {@code command} and a cache of files of its own. */
final class FilesCluster implements AutoCloseable {
  private static final Duration CALL_MAX = Duration.ofMinutes(1);
  private static final int TRIES_MAX = 12;

  private final Path directory;
  private final int port = FreePort.find();
  private final int hscPort = FreePort.find();
  private JavaProcess up;

  private FilesCluster(Path directory, Map<String, String> settings) {
    this.directory = directory;
    this.up = start(settings);
  }

  static FilesCluster start(Path directory) {
    return new FilesCluster(directory, Map.of());
  }

  /**
   * @param settings of all processes, besides their own
   */
  static FilesCluster start(Path directory, Map<String, String> settings) {
    return new FilesCluster(directory, settings);
  }

  private JavaProcess start(Map<String, String> settings) {
    var all = new HashMap<>(new Settings().withLease(TestCluster.LEASE).variables());
    all.putAll(settings);
    all.put("ATF_STAGING_DIRECTORY", cache().toString());
    return UpProcess.awaitReady(
        JavaProcess.start(
            "up",
            directory,
            all,
            AtfMain.class.getName(),
            "up",
            "--data=" + directory.resolve("data"),
            "--port=" + port,
            "--hsc-port=" + hscPort,
            "--controller-port=0",
            "--executors=command=2",
            "--threads=4"));
  }

  /** Kills all services and executors, and starts them again. */
  void killAndRestart() {
    up.kill9();
    restart();
  }

  /** Ends all services and executors in order, and starts them with their own settings. */
  void restart() {
    if (up.isAlive()) {
      up.terminate();
    }
    up = start(Map.of());
  }

  /** Returns a client that outlasts a restart. */
  AtfClient client() {
    return AtfClient.builder(uri()).callTimeout(CALL_MAX).triesMax(TRIES_MAX).build();
  }

  String uri() {
    return "http://127.0.0.1:" + port;
  }

  /** Returns a counter of the frontend. */
  long ofFrontend(String counter) {
    return Counters.read(uri(), counter);
  }

  /** Returns a counter of the HSC. */
  long ofHsc(String counter) {
    return Counters.read("http://127.0.0.1:" + hscPort, counter);
  }

  /** Returns the directory in which contents are stored. */
  Path blobs() {
    return directory.resolve("data").resolve("blobs");
  }

  /** Returns the cache of this host. */
  Path cache() {
    return directory.resolve("cache");
  }

  /** Returns the executors that are alive. */
  List<ProcessHandle> executors() {
    assertThat(up.isAlive()).as(up.output()).isTrue();
    return up.descendants().stream()
        .filter(each -> each.info().command().filter(name -> name.endsWith("java")).isPresent())
        .toList();
  }

  String output() {
    return up.output();
  }

  @Override
  public void close() {
    up.close();
  }
}

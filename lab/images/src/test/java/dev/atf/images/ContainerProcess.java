package dev.atf.images;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Container of an image, started by crun as by an engine with {@code --read-only}, {@code
 * --cap-drop ALL}, {@code --network host}, and with an empty volume at /tmp.
 */
final class ContainerProcess implements AutoCloseable {
  /** Time limit of a start: several start at one time, and a machine may be slow. */
  private static final Duration HEALTHY_MAX = TestTimeouts.STALL;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final OciImage image;
  private final Crun crun;
  private final Process process;
  private final Path log;

  private ContainerProcess(String name, OciImage image, Crun crun, Process process, Path log) {
    this.name = name;
    this.image = image;
    this.crun = crun;
    this.process = process;
    this.log = log;
  }

  /**
   * Starts one. Its /tmp is an empty volume as Fargate makes it: root's, with the mode of the
   * image's directory if the image declares that volume, otherwise 0755.
   *
   * @param directory for its bundle, its volume, its log and crun's state
   * @param variables added to those of the image
   */
  static ContainerProcess start(
      String name, OciImage image, Path directory, Map<String, String> variables)
      throws IOException {
    return start(name, image, directory, variables, image.volumes().contains("/tmp"));
  }

  /**
   * @param honoursVolumes whether the volume gets the mode of the image's directory
   */
  static ContainerProcess start(
      String name,
      OciImage image,
      Path directory,
      Map<String, String> variables,
      boolean honoursVolumes)
      throws IOException {
    var bundle = Files.createDirectories(directory.resolve(name));
    var tmp = Files.createDirectory(bundle.resolve("tmp"));
    Files.setAttribute(
        tmp,
        "unix:mode",
        honoursVolumes ? Files.getAttribute(image.root().resolve("tmp"), "unix:mode") : 0755);
    JSON.writeValue(bundle.resolve("config.json").toFile(), specification(image, tmp, variables));
    var log = directory.resolve(name + ".log");
    var crun = new Crun(directory.resolve("crun"));
    var process =
        new ProcessBuilder(crun.command("run", "--bundle", bundle.toString(), name))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return new ContainerProcess(name, image, crun, process, log);
  }

  /** Returns whether the health command of the image succeeds inside. */
  boolean isHealthy() {
    var check = crun.command("exec", "--user", image.user(), "--cwd", image.directory(), name);
    check.addAll(image.healthCommand());
    return Program.end(check).exitCode() == 0;
  }

  void awaitHealthy() {
    boolean looked =
        Pause.until(() -> !process.isAlive() || isHealthy(), HEALTHY_MAX, MonotonicClock.system());
    if (!looked || !process.isAlive()) {
      throw new IllegalStateException(name + " did not become healthy:\n" + output());
    }
  }

  /**
   * Sends SIGTERM, which crun hands on.
   *
   * @return the exit code
   * @throws IllegalStateException if it has not ended in time
   */
  int stop() throws InterruptedException {
    process.destroy();
    return exitCode();
  }

  /**
   * Waits for its end.
   *
   * @throws IllegalStateException if it has not ended in time
   */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          name + " did not end within " + TestTimeouts.STALL + ":\n" + output());
    }
    return process.exitValue();
  }

  /** Returns the processes inside. */
  List<ProcessHandle> processes() {
    return process.descendants().toList();
  }

  String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      Program.end(crun.command("delete", "--force", name));
    }
  }

  /**
   * Returns config.json of the bundle. <a
   * href="https://github.com/opencontainers/runtime-spec/blob/main/config.md">Runtime
   * specification</a>
   */
  private static Map<String, Object> specification(
      OciImage image, Path tmp, Map<String, String> variables) {
    var user = image.user().split(":", 2);
    var environment = new ArrayList<>(image.environment());
    variables.forEach((name, value) -> environment.add(name + "=" + value));
    var process =
        Map.of(
            "user", Map.of("uid", Integer.valueOf(user[0]), "gid", Integer.valueOf(user[1])),
            "args", image.command(),
            "env", environment,
            "cwd", image.directory(),
            "noNewPrivileges", true);
    return Map.of(
        "ociVersion", "1.0.0",
        "process", process,
        "root", Map.of("path", image.root().toAbsolutePath().toString(), "readonly", true),
        "mounts",
            List.of(
                mount("proc", "proc", "/proc"),
                mount("tmpfs", "tmpfs", "/dev", "nosuid", "mode=755"),
                mount("bind", tmp.toString(), "/tmp", "bind", "nosuid", "nodev", "noexec"),
                mount("bind", "/etc/hosts", "/etc/hosts", "bind", "ro"),
                mount("bind", "/etc/resolv.conf", "/etc/resolv.conf", "bind", "ro")),
        "linux",
            Map.of(
                "namespaces",
                Stream.of("pid", "mount", "ipc", "uts").map(n -> Map.of("type", n)).toList()));
  }

  private static Map<String, Object> mount(
      String type, String source, String destination, String... options) {
    return Map.of(
        "type", type, "source", source, "destination", destination, "options", List.of(options));
  }
}

package dev.atf.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.TestJvm;
import dev.atf.runtime.FatalErrors;
import dev.atf.runtime.config.ConfigException;
import dev.atf.testtime.TestTimeouts;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a worker host as a process of its own. */
@Tag("system")
final class WorkerHostTest {
  /** Process of a worker host in which a thread dies of an error. */
  static final class DyingHost {
    private DyingHost() {}

    public static void main(String[] args) throws InterruptedException {
      try {
        new WorkerHost(Map.of(), Optional.empty(), Optional.empty(), List.of()).run();
      } catch (ConfigException e) {
        // A host without executors does not start.
      }
      var thread =
          new Thread(
              () -> {
                throw new NoClassDefFoundError("planted");
              });
      thread.start();
      thread.join();
    }
  }

  @Test
  @Tag("F25")
  void errorOfAThreadEndsTheProcessWithItsOwnCode() throws Exception {
    var host =
        new ProcessBuilder(TestJvm.command(DyingHost.class))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();
    try {
      assertThat(host.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(host.exitValue()).isEqualTo(FatalErrors.EXIT_CODE);
    } finally {
      host.destroyForcibly();
    }
  }
}

package dev.atf.worker.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.atf.testtime.TestTimeouts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("system")
final class CommandCheckTest {
  @TempDir private Path directory;

  @Test
  void aCommandThatEndsWell() {
    assertThatCode(() -> new CommandCheck("echo fine; exit 0").check()).doesNotThrowAnyException();
  }

  @Test
  void aCommandThatFailsSaysWhyInItsLastLine() {
    assertThatThrownBy(() -> new CommandCheck("echo one; echo 97 % full >&2; exit 3").check())
        .hasMessage("the health command ended with exit code 3: 97 % full");
    assertThatThrownBy(() -> new CommandCheck("exit 4").check())
        .hasMessage("the health command ended with exit code 4");
  }

  @ParameterizedTest
  @EnabledOnOs(OS.LINUX)
  @ValueSource(ints = {0, 3})
  void nothingThatACommandStartedOutlivesTheCheck(int exitCode) throws Exception {
    var pid = directory.resolve("pid");
    var script = "setsid sleep 1001 >/dev/null 2>&1 & echo $! > '%s'; exit %d";

    var end = catchThrowable(() -> new CommandCheck(script.formatted(pid, exitCode)).check());

    assertThat(end == null).isEqualTo(exitCode == 0);
    var left = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
    await().until(() -> left.filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void aCommandThatIsInterruptedIsKilledWithItsChildren() throws Exception {
    var pids = directory.resolve("pids");
    var ended = new CompletableFuture<Throwable>();
    var checking =
        new Thread(
            () -> {
              try {
                new CommandCheck("sleep 1000 & echo $! >> '%s'; wait".formatted(pids)).check();
                ended.complete(new AssertionError("it passed"));
              } catch (Exception e) {
                ended.complete(e);
              }
            });
    checking.start();
    await().until(() -> Files.exists(pids) && Files.readString(pids).endsWith("\n"));

    checking.interrupt();

    checking.join(TestTimeouts.STALL.toMillis());
    assertThat(ended.getNow(new AssertionError("it runs on")))
        .isInstanceOf(InterruptedException.class);
    long child = Long.parseLong(Files.readString(pids).strip());
    await().until(() -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
  }
}

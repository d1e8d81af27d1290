package dev.atf.worker.builtin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prefix of commands that makes them die with their executor, even if the executor is killed.
 *
 * <p>On Linux, a process can ask the kernel for a signal when its parent dies (PR_SET_PDEATHSIG),
 * which {@code setpriv} of util-linux does. The signal is bound to the <em>thread</em> that started
 * the command; handlers run on threads that live as long as the process. Only the command gets the
 * signal, and not its children. On other systems the prefix is empty, and a command may outlive a
 * killed executor.
 *
 * @param prefix words in front of the command; may be empty
 * @see <a href="https://man7.org/linux/man-pages/man2/pr_set_pdeathsig.2const.html">prctl</a>
 */
record CommandLauncher(List<String> prefix) {
  private static final Logger log = LoggerFactory.getLogger(CommandLauncher.class);
  private static final List<String> SETPRIV = List.of("setpriv", "--pdeathsig", "KILL", "--");
  private static final long DETECT_SECONDS_MAX = 5;

  /** Detects once whether this host has setpriv. */
  static CommandLauncher detect() {
    if (!System.getProperty("os.name", "").startsWith("Linux") || !works()) {
      log.warn("no setpriv --pdeathsig here: commands may outlive a killed executor");
      return new CommandLauncher(List.of());
    }
    return new CommandLauncher(SETPRIV);
  }

  List<String> wrap(List<String> argv) {
    var words = new ArrayList<>(prefix);
    words.addAll(argv);
    return List.copyOf(words);
  }

  private static boolean works() {
    var words = new ArrayList<>(SETPRIV);
    words.add("true");
    try {
      var process =
          new ProcessBuilder(words)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor(DETECT_SECONDS_MAX, TimeUnit.SECONDS)) {
        return process.exitValue() == 0;
      }
      process.destroyForcibly();
      return false;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

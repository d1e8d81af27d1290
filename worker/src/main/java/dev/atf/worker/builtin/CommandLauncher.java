package dev.atf.worker.builtin;

import dev.atf.worker.builtin.CommandHandler.ProgramPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prefix of commands that ties them to their executor, and to nothing else. It uses two programs of
 * util-linux. What a system does not have is left out.
 *
 * <ul>
 *   <li>{@code setsid} gives the command a session of its own. A Ctrl-C in the terminal then
 *       reaches only the executor, which drains, and does not kill the command.
 *   <li>{@code setpriv} makes the command die with its executor, even if the executor is killed: a
 *       process can ask the kernel for a signal when its parent dies (PR_SET_PDEATHSIG). The signal
 *       is bound to the <em>thread</em> that started the command; handlers run on threads that live
 *       as long as the process. Only the command gets the signal, and not its children.
 * </ul>
 *
 * @param prefix words in front of the command; may be empty
 * @see <a href="https://man7.org/linux/man-pages/man2/pr_set_pdeathsig.2const.html">prctl</a>
 */
record CommandLauncher(List<String> prefix) {
  private static final Logger log = LoggerFactory.getLogger(CommandLauncher.class);
  private static final long DETECT_SECONDS_MAX = 5;

  /** Detects once which of the programs this host has. */
  static CommandLauncher detect() {
    var prefix = new ArrayList<String>();
    find("setsid")
        .ifPresentOrElse(
            prefix::addAll,
            () -> log.warn("no setsid here: a Ctrl-C in the terminal ends running commands, too"));
    find("setpriv", "--pdeathsig", "KILL", "--")
        .ifPresentOrElse(
            prefix::addAll,
            () -> log.warn("no setpriv --pdeathsig here: commands may outlive a killed executor"));
    return new CommandLauncher(List.copyOf(prefix));
  }

  List<String> wrap(List<String> argv) {
    var words = new ArrayList<>(prefix);
    words.addAll(argv);
    return List.copyOf(words);
  }

  /**
   * Returns the words in front of a command, if they work here. The program has its absolute path,
   * because the PATH of a task's payload applies to the command only.
   */
  private static Optional<List<String>> find(String program, String... options) {
    var path = System.getenv().getOrDefault("PATH", "");
    return ProgramPath.find(program, path, Path.of("").toAbsolutePath())
        .map(
            found -> {
              var words = new ArrayList<>(List.of(found.toString()));
              words.addAll(List.of(options));
              return List.copyOf(words);
            })
        .filter(CommandLauncher::works);
  }

  private static boolean works(List<String> prefix) {
    var words = new ArrayList<>(prefix);
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

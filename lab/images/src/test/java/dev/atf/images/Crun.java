package dev.atf.images;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The OCI runtime crun, as a command line. */
final class Crun {
  /**
   * A mount namespace of its own, in which version 2 of cgroups is hidden where version 1 stands
   * beside it: crun refuses that, and is not asked for limits here.
   */
  private static final String HIDE_HYBRID_CGROUPS =
      """
      hybrid=/sys/fs/cgroup/unified
      if [ -d $hybrid ]; then mount -t tmpfs none $hybrid || exit; fi
      exec crun --cgroup-manager=disabled "$@"
      """;

  private static final List<String> NAMESPACES =
      List.of("unshare", "--mount", "--pid", "--ipc", "--uts", "--fork", "true");

  private final Path state;

  /**
   * @param state the directory in which it keeps its containers' states
   */
  Crun(Path state) {
    this.state = state;
  }

  /** Returns whether this machine has it, and this user may make namespaces. */
  static boolean isPermitted() {
    return "root".equals(System.getProperty("user.name"))
        && Stream.of("/usr/bin/crun", "/usr/bin/unshare").map(Path::of).allMatch(Files::exists)
        && Program.end(NAMESPACES).exitCode() == 0;
  }

  List<String> command(String... arguments) {
    var command = new ArrayList<>(List.of("unshare", "--mount", "bash", "-c", HIDE_HYBRID_CGROUPS));
    command.addAll(List.of("crun", "--root", state.toString()));
    command.addAll(List.of(arguments));
    return command;
  }
}

package dev.atf.cli.chore.git;

import java.util.List;
import java.util.Map;

/**
 * Environment and settings of each call of git. The owner's own configuration stays, since it holds
 * credentials and proxies and nobody who pushes can write it; what would have git run a program,
 * ask a question, or act on another repository does not.
 */
final class GitEnvironment {
  /** Variables that {@code git rev-parse --local-env-vars} lists. */
  private static final List<String> OF_OTHER_REPOSITORIES =
      List.of(
          "GIT_ALTERNATE_OBJECT_DIRECTORIES",
          "GIT_COMMON_DIR",
          "GIT_CONFIG",
          "GIT_CONFIG_COUNT",
          "GIT_CONFIG_PARAMETERS",
          "GIT_DIR",
          "GIT_GRAFT_FILE",
          "GIT_IMPLICIT_WORK_TREE",
          "GIT_INDEX_FILE",
          "GIT_INTERNAL_SUPER_PREFIX",
          "GIT_NAMESPACE",
          "GIT_NO_REPLACE_OBJECTS",
          "GIT_OBJECT_DIRECTORY",
          "GIT_PREFIX",
          "GIT_REPLACE_REF_BASE",
          "GIT_SHALLOW_FILE",
          "GIT_WORK_TREE");

  /** Protocols that run no program which an address names. */
  static final String PROTOCOLS = "file:http:https:ssh";

  /** Options before each command. */
  static final List<String> OPTIONS =
      List.of(
          "--literal-pathspecs",
          "-c",
          "core.hooksPath=/dev/null",
          "-c",
          "core.fsmonitor=false",
          // Malformed objects, such as a directory "..", are refused at the door.
          "-c",
          "fetch.fsckObjects=true",
          "-c",
          "fetch.recurseSubmodules=false",
          "-c",
          "push.recurseSubmodules=no",
          "-c",
          "gc.autoDetach=false");

  private GitEnvironment() {}

  static void applyTo(Map<String, String> environment) {
    OF_OTHER_REPOSITORIES.forEach(environment::remove);
    environment.put("GIT_ALLOW_PROTOCOL", PROTOCOLS);
    environment.put("GIT_TERMINAL_PROMPT", "0");
    environment.putIfAbsent("GIT_SSH_COMMAND", "ssh -o BatchMode=yes");
    environment.put("LC_ALL", "C");
  }
}

package dev.atf.lab.postgres;

import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.ArrayList;
import java.util.List;

/**
 * User that PostgreSQL's programs run as: this process's own, or {@code postgres} if that is root,
 * which they refuse. The kernel ends them with the thread that started them (ADR 0007), where
 * {@code setpriv} of util-linux is installed.
 */
final class ServerUser {
  private static final String NAME = "postgres";
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  private final boolean root = "root".equals(System.getProperty("user.name"));

  /** Returns the command that is to be started instead of {@code argv}. */
  List<String> command(List<String> argv) {
    var words = new ArrayList<String>();
    if (Files.isExecutable(SETPRIV)) {
      words.add(SETPRIV.toString());
      if (root) {
        words.addAll(List.of("--reuid", NAME, "--regid", NAME, "--init-groups"));
      }
      // PostgreSQL's signal for an immediate shutdown.
      words.addAll(List.of("--pdeathsig", "QUIT", "--"));
    } else if (root) {
      throw new ConfigException(
          "PostgreSQL does not run as root, and there is no " + SETPRIV + " to change the user");
    }
    words.addAll(argv);
    return List.copyOf(words);
  }

  /** Makes the user the owner of a file that only its owner may read. */
  void own(Path path) {
    if (!root) {
      return;
    }
    try {
      Files.setOwner(
          path,
          FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(NAME));
    } catch (UserPrincipalNotFoundException e) {
      throw new ConfigException(
          "PostgreSQL does not run as root, and there is no user " + NAME + " here");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the user pass through a directory to the files that it owns there. */
  void mayPass(Path directory) {
    if (!root) {
      return;
    }
    try {
      var permissions = Files.getPosixFilePermissions(directory);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
      Files.setPosixFilePermissions(directory, permissions);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

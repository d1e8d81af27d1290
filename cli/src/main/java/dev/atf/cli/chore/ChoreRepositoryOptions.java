package dev.atf.cli.chore;

import dev.atf.cli.chore.git.GitProgram;
import dev.atf.cli.chore.git.GitRepository;
import dev.atf.cli.chore.git.RepositoryUrl;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that locate the repository, for every command about chores. */
@Command
final class ChoreRepositoryOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--repo",
      required = true,
      paramLabel = "URL",
      description = "The Git repository: a path, or an address of SSH, https, http or file.")
  private String url;

  @Option(
      names = "--branch",
      paramLabel = "NAME",
      description = "Its branch (default: the repository's default).")
  private @Nullable String branch;

  /**
   * Checks the options.
   *
   * @throws ParameterException if an option has an invalid value
   */
  void check() {
    var unused = url();
    if (branch != null && !GitRepository.isBranch(branch)) {
      throw wrong("--branch: %s (expected: letters, digits, dots, dashes, /)".formatted(branch));
    }
  }

  /**
   * Opens the repository.
   *
   * @param directory directory that only this process uses
   */
  GitRepository open(Path directory) {
    check();
    return GitRepository.open(new GitProgram(directory), url(), Optional.ofNullable(branch));
  }

  RepositoryUrl url() {
    try {
      return RepositoryUrl.of(url);
    } catch (IllegalArgumentException e) {
      throw wrong("--repo: " + e.getMessage());
    }
  }

  ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}

package dev.atf.cli.chore.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.chore.git.GitProgram;
import dev.atf.cli.chore.git.GitRepository;
import dev.atf.cli.chore.git.RepositoryUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Repository that bridges share, and a clone by which somebody pushes to it.
 *
 * @param directory directory of the test
 */
public record BareRepository(Path directory) {
  public static BareRepository make(Path directory) {
    var made = new BareRepository(directory);
    made.git(directory, "init", "--quiet", "--bare", "-b", "main", "shared.git");
    made.git(directory, "clone", "--quiet", made.url(), "pusher");
    made.git(made.working(), "checkout", "--quiet", "-b", "main");
    made.git(made.working(), "config", "user.name", "pusher");
    made.git(made.working(), "config", "user.email", "pusher@example.com");
    return made;
  }

  public String url() {
    return directory.resolve("shared.git").toString();
  }

  /** Returns the directory of the working copy. */
  Path working() {
    return directory.resolve("pusher");
  }

  BareRepository write(String path, String text) {
    try {
      var file = working().resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a chore of the runner bash. */
  BareRepository chore(String path, String instructions) {
    return write(
            path + "/chore.json", "{\"runner\":\"bash\",\"id\":\"" + path.replace('/', '-') + "\"}")
        .write(path + "/do_it.txt", instructions);
  }

  BareRepository push() {
    git(working(), "add", "--all");
    git(working(), "commit", "--quiet", "-m", "Add");
    git(working(), "push", "--quiet", "origin", "main");
    return this;
  }

  BareRepository pull() {
    git(working(), "pull", "--quiet", "--ff-only", "origin", "main");
    return this;
  }

  int commitCount() {
    return Integer.parseInt(git(Path.of(url()), "rev-list", "--count", "main").strip());
  }

  /** Returns a bridge's view, with a cache of its own. */
  GitRepository open(String name) {
    try {
      var cache = Files.createDirectories(directory.resolve("cache-" + name));
      return GitRepository.open(new GitProgram(cache), RepositoryUrl.of(url()), Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<String> paths() {
    return git(Path.of(url()), "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "main")
        .lines()
        .toList();
  }

  public String text(String path) {
    return git(Path.of(url()), "cat-file", "blob", "main:" + path);
  }

  /** Returns how many commits have added a path. */
  int added(String path) {
    var log =
        git(
            Path.of(url()),
            "--literal-pathspecs",
            "log",
            "--format=%H",
            "--no-renames",
            "--diff-filter=A",
            "main",
            "--",
            path);
    return (int) log.lines().count();
  }

  String git(Path in, String... arguments) {
    var words = new ArrayList<>(List.of("git"));
    words.addAll(List.of(arguments));
    try {
      var process =
          new ProcessBuilder(words).directory(in.toFile()).redirectErrorStream(true).start();
      process.getOutputStream().close();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(words + ": " + output).isZero();
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

package dev.atf.e2e.chores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.AtfCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Bare repository of chores, read by git.
 *
 * @param path of the repository
 */
record ChoresRepository(Path path) {
  static ChoresRepository make(Path directory) {
    var path = directory.resolve("chores.git");
    run(directory, "", "init", "--quiet", "--bare", "-b", "main", path.toString());
    return new ChoresRepository(path);
  }

  /** Adds a chore as users do, with results below {@code made}; returns its directory. */
  String add(String command) {
    var out = new StringWriter();
    int exitCode =
        AtfCommand.commandLine()
            .setOut(new PrintWriter(out))
            .execute(
                "chores",
                "add",
                "--repo",
                path.toString(),
                "--command",
                command,
                "--result",
                "made/*");
    assertThat(exitCode).as(out.toString()).isZero();
    return out.toString().split(" ", 3)[1];
  }

  /** Adds chores in one commit, upon none, with results below {@code made}. */
  void begin(Map<String, String> commands) {
    var stream = new StringBuilder("commit refs/heads/main\ncommitter x <x@example.com> 1 +0000\n");
    stream.append(data("Add\n"));
    commands.forEach(
        (chore, command) -> {
          stream.append("M 100644 inline %s/chore.json\n".formatted(chore));
          stream.append(data("{\"runner\":\"bash\",\"results\":[\"made/*\"]}"));
          stream.append("M 100644 inline %s/do_it.txt\n".formatted(chore));
          stream.append(data(command));
        });
    run(path, stream.toString(), "fast-import", "--quiet");
  }

  private static String data(String ascii) {
    return "data %d\n%s\n".formatted(ascii.length(), ascii);
  }

  long doneCount() {
    return git("ls-tree", "-r", "--name-only", "main")
        .lines()
        .filter(file -> file.endsWith("/done.txt"))
        .count();
  }

  /** Returns how many commits have added each path. */
  Map<String, Long> added() {
    return git("log", "--no-renames", "--diff-filter=A", "--name-only", "--format=", "main")
        .lines()
        .filter(line -> !line.isBlank())
        .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
  }

  String text(String file) {
    return git("cat-file", "blob", "main:" + file);
  }

  private String git(String... arguments) {
    return run(path, "", arguments);
  }

  private static String run(Path in, String stdin, String... arguments) {
    var words = new ArrayList<>(List.of("git"));
    words.addAll(List.of(arguments));
    try {
      var process =
          new ProcessBuilder(words).directory(in.toFile()).redirectErrorStream(true).start();
      try (var input = process.getOutputStream()) {
        input.write(stdin.getBytes(StandardCharsets.UTF_8));
      }
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

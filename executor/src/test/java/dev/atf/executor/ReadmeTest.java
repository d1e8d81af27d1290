package dev.atf.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ReadmeTest {
  private static final Path SOURCE = Path.of("src/test/java/dev/atf/executor/ExampleWorker.java");

  @Test
  void theExampleOfTheReadmeIsTheOneThatCompiles() throws Exception {
    var source = Files.readString(SOURCE);
    var example =
        source
            .substring(
                source.indexOf("// example begins") + "// example begins".length(),
                source.indexOf("// example ends"))
            .stripIndent()
            .strip();

    assertThat(example.lines().count()).isLessThanOrEqualTo(20);
    assertThat(Files.readString(Path.of("README.md"))).contains(example);
  }
}

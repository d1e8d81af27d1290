package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the script {@code atf}, with a copy of it that starts a program in place of Java. */
@Tag("system")
final class StartScriptTest {
  private static final Path SCRIPT = Path.of("../atf");

  @TempDir private Path home;

  /** Makes a checkout that is built, and whose Java prints its last argument. */
  @BeforeEach
  void build() throws IOException {
    Files.copy(SCRIPT, home.resolve("atf"));
    Files.createFile(home.resolve("pom.xml"));
    Files.createDirectories(home.resolve("target"));
    var java = Files.createDirectories(home.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/usr/bin/env bash\necho \"started with ${*: -1}\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.createFile(Files.createDirectories(home.resolve("lab/rigs/target/atf")).resolve("built"));
  }

  @Test
  void refusesTextThatTheLocaleCannotWrite() throws Exception {
    assertThat(run("C", "caf\u00e9")).contains("set LC_ALL=C.UTF-8").doesNotContain("started");
  }

  @Test
  void refusesTextThatALocaleCannotWriteBecauseItIsNotInstalled() throws Exception {
    assertThat(run("xx_XX.UTF-8", "caf\u00e9"))
        .contains("atf: an argument has characters that the locale xx_XX.UTF-8 cannot write")
        .doesNotContain("started");
  }

  @Test
  void startsWithPlainArgumentsAndWithALocaleThatHasUnicode() throws Exception {
    assertThat(run("xx_XX.UTF-8", "plain")).contains("started with plain");
    assertThat(run("C.UTF-8", "caf\u00e9")).contains("started with caf\u00e9");
  }

  private String run(String locale, String argument) throws IOException, InterruptedException {
    // A process of a JVM with an ASCII locale cannot pass the argument: the shell reads it.
    var arguments = home.resolve("argument");
    Files.writeString(arguments, argument);
    var builder =
        new ProcessBuilder(List.of("bash", "-c", "exec bash ./atf schedule \"$(cat argument)\""))
            .directory(home.toFile())
            .redirectErrorStream(true);
    var environment = builder.environment();
    environment.remove("LC_ALL");
    environment.remove("LC_CTYPE");
    environment.put("LANG", locale);
    environment.put("JAVA_HOME", home.resolve("jdk").toString());
    var process = builder.start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(TestTimeouts.STALL.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    return output;
  }
}

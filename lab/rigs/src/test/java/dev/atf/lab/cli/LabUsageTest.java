package dev.atf.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.Atf;
import dev.atf.cli.UsageContract;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Usage and usage errors of every command, those of the lab among them. */
final class LabUsageTest extends UsageContract {
  @Test
  void theLabsCommandsAreThere() {
    assertThat(commands().map(words -> String.join(" ", words)))
        .contains("demo", "chaos", "simulate", "bench cost", "bench isolation", "bench run")
        .contains("simulate scale", "bench peers");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo --executors 0",
        "demo --files-max 0",
        "bench",
        "bench run delivery --rate 0",
        "bench cost --load 0",
        "bench cost --long 5s",
        "bench run noise",
        "bench run --engine aws",
        "bench run --engine sqlite",
        "bench run --runs 0",
        "bench run --threads 2",
        "bench run --tasks 0",
        "bench run --waiting many",
        "bench run --waiting -1",
        "bench run --duration 10ms",
        "bench run idle --idle-tasks -1",
        "bench run --directory /etc/hostname",
        "bench isolation --troubles NOISE",
        "bench isolation --slots 257",
        "chaos --minutes 0",
        "chaos --rate 0",
        "chaos --faults FLOOD",
        "simulate --plan nonsense",
        "simulate --plan {}",
        "simulate --plan {\"seed\":1",
        "simulate --plan {\"seed\":1,\"tasks\":0}",
        "simulate --plan {\"seed\":1,\"taks\":1}",
        "simulate --plan {\"seed\":1} --seed 1",
        "simulate --seeds 0",
        "simulate --ablate 0"
      })
  void whatCannotBeMeantIsWrongUsage(String line) {
    assertWrongUsage(Atf.bare(line.split(" ")));
  }

  @Test
  @Tag("system")
  void aDemonstrationWithoutFilesIsRefused(@TempDir Path empty) throws Exception {
    var ran = Atf.bare("demo", empty.toString());
    var missing = Atf.bare("demo", empty.resolve("missing").toString());
    Files.delete(empty);

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("no files that can be read");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("is not a directory");
  }
}

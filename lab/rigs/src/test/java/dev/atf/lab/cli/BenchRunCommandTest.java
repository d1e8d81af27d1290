package dev.atf.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.Atf;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("system")
final class BenchRunCommandTest {
  @Test
  void theFloorIsMeasuredAsJson(@TempDir Path directory) throws Exception {
    var ran =
        Atf.bare(
            ("bench run floor --json --runs 2 --schedules 20 --tasks 20 --threads 3 --directory "
                    + directory)
                .split(" "));

    assertThat(ran.exitCode()).isZero();
    var report = new ObjectMapper().readTree(ran.out());
    assertThat(report.path("measured").findValuesAsText("contender"))
        .hasSize(5)
        .containsOnly("floor of embedded");
    assertThat(report.path("measured").findValuesAsText("workload"))
        .containsExactly("schedule", "schedule", "schedule", "schedule", "drain");
    assertThat(report.path("measured").path(4).path("median").path("tasks").asInt()).isEqualTo(20);
    assertThat(report.path("measured").path(4).path("runs")).hasSize(2);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  @Tag("nightly")
  void aQuietFairnessKeyIsMeasuredBesideANoisyOne(@TempDir Path directory) throws Exception {
    var ran =
        Atf.bare(
            ("bench run fairness --json --runs 1 --backlog 300 --urgent 5 --threads 6 --directory "
                    + directory)
                .split(" "));

    assertThat(ran.exitCode()).isZero();
    var measured = new ObjectMapper().readTree(ran.out()).path("measured");
    assertThat(measured).hasSize(1);
    assertThat(measured.path(0).path("name").asText())
        .isEqualTo("5 of a quiet key beside 300 of a noisy one");
    assertThat(measured.path(0).path("median").path("tasks").asInt()).isEqualTo(305);
  }
}

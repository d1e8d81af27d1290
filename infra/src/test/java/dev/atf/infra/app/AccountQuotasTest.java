package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the warnings about quotas of an account, and that the document has the same numbers. */
final class AccountQuotasTest {
  private static final Path EXAMPLE = Path.of("examples/cluster.yaml");
  private static final Path SMALL = Path.of("src/test/resources/dev/atf/infra/small.yaml");

  @TempDir private Path directory;

  @Test
  void aProductionClusterNeedsMoreThanANewAccountHas() throws IOException {
    assertThat(numbersIn(AccountQuotas.warnings(ClusterPlan.read(EXAMPLE))))
        .containsExactly(
            "vCPUs on Fargate in a deployment of the services: 18",
            "vCPUs on Fargate with all tasks and hosts: 64",
            "vCPUs on EC2 with all machines: 80");
    assertThat(Files.readString(Path.of("../docs/operate/aws.md")))
        .contains("18 for the example", "64 for the example", "80 for the example");
  }

  @Test
  void aClusterWithinTheQuotasOfANewAccountHasNoWarning() {
    assertThat(AccountQuotas.warnings(ClusterPlan.read(SMALL))).isEmpty();
  }

  @Test
  void hostsOnSpotHaveAQuotaOfTheirOwn() throws IOException {
    assertThat(numbersIn(AccountQuotas.warnings(smallWith("cpu: 512\n      memoryMib: 1024", ""))))
        .containsExactly("vCPUs on Fargate Spot with all hosts: 10");
  }

  @Test
  void provisionedUnitsOfTablesAndTheirIndexAreOneQuota() throws IOException {
    assertThat(numbersIn(AccountQuotas.warnings(smallWith("writesMax: 50}", "writesMax: 30000}"))))
        .containsExactly("provisioned write units: 90000");
  }

  private ClusterPlan smallWith(String text, String replacement) throws IOException {
    var small = Files.readString(SMALL);
    assertThat(small).contains(text);
    var file = directory.resolve("cluster.yaml");
    return ClusterPlan.read(Files.writeString(file, small.replace(text, replacement)));
  }

  private static List<String> numbersIn(List<String> warnings) {
    return warnings.stream()
        .map(warning -> warning.replaceFirst(" \\(a new account.*", ""))
        .toList();
  }
}

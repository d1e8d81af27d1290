package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.infra.NeedsNode;
import org.junit.jupiter.api.Test;

/** Tests of the processor architecture of tasks. */
@NeedsNode
final class CpuArchitectureTest {
  @Test
  void tasksOnFargateHaveTheArchitectureOfTheCluster() {
    assertThat(Synthesis.production().resources("AWS::ECS::TaskDefinition"))
        .filteredOn(CpuArchitectureTest::isOnFargate)
        .hasSize(4)
        .extracting(CpuArchitectureTest::platform)
        .containsOnly("LINUX/X86_64");
    var arm =
        Synthesis.ofProductionWith("architecture: X86_64", "architecture: ARM64")
            .resources("AWS::ECS::TaskDefinition");
    assertThat(arm)
        .filteredOn(CpuArchitectureTest::isOnFargate)
        .hasSize(4)
        .extracting(CpuArchitectureTest::platform)
        .containsOnly("LINUX/ARM64");
  }

  @Test
  void machinesHaveTheArchitectureOfTheirType() {
    var production = Synthesis.production();

    assertThat(production.resources("AWS::ECS::TaskDefinition"))
        .filteredOn(task -> !isOnFargate(task))
        .singleElement()
        .matches(task -> task.at("/Properties/RuntimePlatform").isMissingNode());
    assertThat(production.resources("AWS::EC2::LaunchTemplate"))
        .singleElement()
        .satisfies(
            template -> {
              var data = template.at("/Properties/LaunchTemplateData");
              assertThat(data.path("InstanceType").asText()).isEqualTo("c7g.xlarge");
              assertThat(data.path("ImageId").toString()).contains("arm64");
            });
  }

  private static boolean isOnFargate(JsonNode task) {
    return task.at("/Properties/RequiresCompatibilities/0").asText().equals("FARGATE");
  }

  private static String platform(JsonNode task) {
    var platform = task.at("/Properties/RuntimePlatform");
    return platform.path("OperatingSystemFamily").asText()
        + "/"
        + platform.path("CpuArchitecture").asText();
  }
}

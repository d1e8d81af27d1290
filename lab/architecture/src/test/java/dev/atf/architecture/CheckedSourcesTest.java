package dev.atf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Checks that Error Prone sees the main sources of every module (ADR 0094). */
final class CheckedSourcesTest {
  @Test
  void everyModuleWithMainSourcesIsChecked() {
    var checked = ProjectDocument.read("lab/checks/pom.xml");

    assertThat(ModuleTable.read().directories())
        // Built by a profile, which nobody else needs.
        .filteredOn(module -> !module.equals("lab/peers"))
        .filteredOn(module -> Files.exists(ProjectDocument.path(module + "/src/main/java")))
        .isNotEmpty()
        .allSatisfy(
            module ->
                assertThat(checked)
                    .contains("<source>../../%s/src/main/java</source>".formatted(module)));
  }
}

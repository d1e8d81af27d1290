package dev.atf.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.atf.controller.planted.ControllerThatReachesTheStore;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the code is as ARCHITECTURE.md draws it. */
final class ModulesTest {
  static Stream<String> modules() {
    return ModuleRules.names();
  }

  @ParameterizedTest
  @MethodSource("modules")
  @Tag("E3.5")
  void everyModuleImportsOnlyWhatItsRowAllows(String module) {
    assertThat(ProductionClasses.ALL.that(resideInAPackage("dev.atf." + module + "..")))
        .isNotEmpty();

    ModuleRules.drawingOf(module).check(ProductionClasses.ALL);
  }

  @Test
  void everyModuleHasItsRow() {
    var product = modulesIn("pom.xml").filter(module -> !module.equals("lab"));
    var lab = modulesIn("lab/pom.xml").map(module -> "lab/" + module);

    assertThat(ModuleTable.read().directories())
        .containsExactlyInAnyOrderElementsOf(Stream.concat(product, lab).toList());
  }

  private static Stream<String> modulesIn(String pom) {
    return Pattern.compile("<module>([^<]+)</module>")
        .matcher(ProjectDocument.read(pom))
        .results()
        .map(module -> module.group(1));
  }

  @Test
  void noModuleOutsideOfTheLabMayImportTheLab() {
    var table = ModuleTable.read();
    var outside =
        table.packages().stream().filter(module -> !table.lab().contains(module)).toList();

    assertThat(table.lab()).contains("simulation", "lab", "e2e");
    assertThat(outside).contains("cli", "local", "sim", "testkit");
    assertThat(outside)
        .allSatisfy(
            module -> assertThat(table.mayImport(module)).doesNotContainAnyElementsOf(table.lab()));
  }

  @ParameterizedTest
  @MethodSource("modulesOutsideOfTheLab")
  void noModuleOutsideOfTheLabDependsOnTheLab(String directory) {
    assertThat(labDependencies(ProjectDocument.read(directory + "/pom.xml"))).isEmpty();
  }

  static Stream<String> modulesOutsideOfTheLab() {
    return ModuleTable.read().directories().stream()
        .filter(directory -> !ModuleTable.isLab(directory));
  }

  @Test
  void aDependencyOnTheLabIsFound() {
    assertThat(labDependencies(ProjectDocument.read("lab/architecture/pom.xml")))
        .containsExactly("atf-lab-rigs", "atf-examples");
  }

  private static List<String> labDependencies(String pom) {
    return Pattern.compile("<artifactId>(atf-lab-[^<]+|atf-examples)</artifactId>")
        .matcher(pom)
        .results()
        .map(dependency -> dependency.group(1))
        .toList();
  }

  @Test
  void aPlantedViolationIsCaught() {
    var planted = new ClassFileImporter().importClasses(ControllerThatReachesTheStore.class);

    assertThatThrownBy(() -> ModuleRules.drawingOf("controller").check(planted))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("dev.atf.store.TaskTransitions");
  }

  @Test
  @Tag("T13")
  void theStoreConsumerNeverSeesAPayload() {
    ModuleRules.storeConsumerSeesNoPayload().check(ProductionClasses.ALL);
  }

  @Test
  void onlyWiringKnowsTheEngines() {
    ModuleRules.adaptersAreImportedByWiringAlone().check(ProductionClasses.ALL);
  }

  @Test
  void usersBringWhatTheyChoose() {
    ModuleRules.usersBringWhatTheyChoose().check(ProductionClasses.ALL);
  }

  @Test
  void theModelDoesNoInputOrOutput() {
    ModuleRules.modelDoesNoInputOrOutput().check(ProductionClasses.ALL);
  }
}

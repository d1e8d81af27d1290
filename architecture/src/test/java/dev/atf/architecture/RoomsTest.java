package dev.atf.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.atf.controller.planted.ControllerThatReachesTheStore;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the code is as ARCHITECTURE.md draws it. */
final class RoomsTest {
  static Stream<String> rooms() {
    return Rooms.names();
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void everyRoomImportsOnlyWhatItsRowAllows(String room) {
    assertThat(ProductionClasses.ALL.that(resideInAPackage("dev.atf." + room + ".."))).isNotEmpty();

    Rooms.drawingOf(room).check(ProductionClasses.ALL);
  }

  @Test
  void everyModuleHasItsRow() {
    var modules =
        Pattern.compile("<module>([^<]+)</module>").matcher(ProjectDocument.read("pom.xml"));

    assertThat(RoomTable.read().directories())
        .containsExactlyInAnyOrderElementsOf(modules.results().map(m -> m.group(1)).toList());
  }

  @Test
  void aPlantedViolationIsCaught() {
    var planted = new ClassFileImporter().importClasses(ControllerThatReachesTheStore.class);

    assertThatThrownBy(() -> Rooms.drawingOf("controller").check(planted))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("dev.atf.store.TaskTransitions");
  }

  @Test
  void theStoreConsumerNeverSeesAPayload() {
    Rooms.storeConsumerSeesNoPayload().check(ProductionClasses.ALL);
  }

  @Test
  void onlyWiringKnowsTheEngines() {
    Rooms.adaptersAreImportedByWiringAlone().check(ProductionClasses.ALL);
  }

  @Test
  void usersBringWhatTheyChoose() {
    Rooms.usersBringWhatTheyChoose().check(ProductionClasses.ALL);
  }

  @Test
  void theModelDoesNoInputOrOutput() {
    Rooms.modelDoesNoInputOrOutput().check(ProductionClasses.ALL);
  }
}

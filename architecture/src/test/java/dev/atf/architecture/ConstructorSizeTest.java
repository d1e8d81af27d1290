package dev.atf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * A class has few collaborators: a constructor of more than eight parameters says that a part of
 * its work belongs to another class. Records are data and may be as wide as what they describe.
 */
final class ConstructorSizeTest {
  private static final int PARAMETERS_MAX = 8;

  /** Classes older than the rule, still to be split. */
  private static final Set<String> EXEMPT =
      Set.of(
          "dev.atf.executor.core.WorkArrival",
          "dev.atf.executor.core.WorkLine",
          "dev.atf.executor.process.ExecutorProcess",
          "dev.atf.worker.supervisor.ExecutorSlot");

  @Test
  void noConstructorHasMoreThan8Parameters() {
    var large = classesWithLargeConstructors(ProductionClasses.ALL);

    large.removeAll(EXEMPT);
    assertThat(large).isEmpty();
  }

  @Test
  void everyExemptionIsStillNeeded() {
    assertThat(classesWithLargeConstructors(ProductionClasses.ALL)).containsAll(EXEMPT);
  }

  @Test
  void aPlantedViolationIsCaughtAndARecordIsNot() {
    var planted = new ClassFileImporter().importClasses(NineParts.class, NineNumbers.class);

    assertThat(classesWithLargeConstructors(planted)).containsExactly(NineParts.class.getName());
  }

  private static Set<String> classesWithLargeConstructors(JavaClasses classes) {
    var large = new TreeSet<String>();
    for (var one : classes) {
      if (isWrittenByHand(one)
          && !isGeneratedBuilder(one, classes)
          && !one.isRecord()
          && !one.isEnum()
          && one.getConstructors().stream()
              .anyMatch(
                  made ->
                      !made.getModifiers().contains(JavaModifier.SYNTHETIC)
                          && made.getRawParameterTypes().size() > PARAMETERS_MAX)) {
        large.add(one.getName());
      }
    }
    return large;
  }

  /** Constructors of local classes have parameters for what they see around them, too. */
  private static boolean isWrittenByHand(JavaClass one) {
    return !one.isAnnotatedWith("dagger.internal.DaggerGenerated")
        && !one.isAnonymousClass()
        && !one.isLocalClass();
  }

  /** Returns whether it is the builder of a record, made by its annotation (ADR 0059). */
  private static boolean isGeneratedBuilder(JavaClass one, JavaClasses classes) {
    return classes.contain(one.getName() + "$With")
        && classes.stream()
            .filter(JavaClass::isRecord)
            .anyMatch(built -> one.getName().equals(built.getName() + "Builder"));
  }

  /** Constructor with one parameter more than it may have. */
  private static final class NineParts {
    private final int sum;

    NineParts(int a, int b, int c, int d, int e, int f, int g, int h, int i) {
      this.sum = a + b + c + d + e + f + g + h + i;
    }

    @Override
    public String toString() {
      return "NineParts " + sum;
    }
  }

  private record NineNumbers(int a, int b, int c, int d, int e, int f, int g, int h, int i) {}
}

package dev.atf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.atf.frontend.planted.CoreThatReadsAPlan;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that the core, a task from its Schedule to its result, knows nothing of plans (ADR 0057).
 * A package with a segment {@code plans} belongs to plans; all others of these modules are core.
 */
final class PlansRingTest {
  private static final Pattern CORE_ROOM =
      Pattern.compile(
          "dev\\.atf\\.(model|protocol|store|queue|runtime|validation|clusterfile|access|console"
              + "|frontend|storeconsumer|controller|hsc|executor|worker|client)\\b.*");

  private static final Pattern PLANS = Pattern.compile("dev\\.atf\\.(\\w+\\.)*plans\\b.*");

  private static final int CORE_FILES_MAX = 10;

  /** Files of the core that may know that plans are stored. */
  private static final Set<String> STORES =
      Set.of(
          "dev.atf.store.ports.StorePorts",
          "dev.atf.store.awake.WakingPlans",
          "dev.atf.store.dynamodb.DynamoDbPlans",
          "dev.atf.store.dynamodb.PlanItem",
          "dev.atf.store.embedded.EmbeddedPlans",
          "dev.atf.store.embedded.EmbeddedStore",
          "dev.atf.store.embedded.record.PlanRecord");

  /** Interfaces of the core that plans implement. */
  private static final Set<String> HOOKS =
      Set.of(
          // The turn of a task, and those that wait for it. (The first hook is data: the origin.)
          "dev.atf.store.TaskTurns",
          "dev.atf.frontend.task.WaitingList",
          // Inputs of a claim, effects of a success, and ends.
          "dev.atf.hsc.claim.WorkInputs",
          "dev.atf.hsc.claim.SuccessEffects",
          "dev.atf.storeconsumer.alarm.ChildCreation",
          // Conditions: closing and clearing, the alarms of tasks that wait, and the reason of one.
          "dev.atf.hsc.condition.Conditions",
          "dev.atf.storeconsumer.alarm.BlockedTasks",
          "dev.atf.frontend.origin.BlockedReason",
          // Contributions: canaries, loops, and kinds of origins; services of calls are gRPC's.
          "dev.atf.frontend.lambda.CanarySetting",
          "dev.atf.runtime.loop.WakeableStep",
          "dev.atf.frontend.origin.OriginKind");

  @Test
  void coreKnowsNothingOfPlans() {
    var known = coreClassesThatKnowPlans(ProductionClasses.ALL);

    known.removeAll(STORES);
    assertThat(known).isEmpty();
  }

  @Test
  void everyExceptionIsStillNeeded() {
    assertThat(coreClassesThatKnowPlans(ProductionClasses.ALL)).containsAll(STORES);
    assertThat(STORES).hasSizeLessThanOrEqualTo(CORE_FILES_MAX);
  }

  @Test
  void plansSitOnTheCoreByTheirHooksAlone() {
    var implemented =
        ProductionClasses.ALL.stream()
            .filter(one -> isPlans(one) && !isOfDagger(one))
            .flatMap(one -> one.getRawInterfaces().stream())
            .filter(PlansRingTest::isCore)
            .map(JavaClass::getName)
            .collect(Collectors.toSet());

    assertThat(implemented).isEqualTo(HOOKS);
  }

  @Test
  void aPlantedViolationIsCaught() {
    var planted = new ClassFileImporter().importClasses(CoreThatReadsAPlan.class);

    assertThat(coreClassesThatKnowPlans(planted))
        .containsExactly(CoreThatReadsAPlan.class.getName());
  }

  private static Set<String> coreClassesThatKnowPlans(JavaClasses classes) {
    return classes.stream()
        .filter(one -> isCore(one) && !isOfDagger(outermost(one)))
        .filter(one -> targets(one).anyMatch(PlansRingTest::isPlans))
        .map(one -> outermost(one).getName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<JavaClass> targets(JavaClass one) {
    return one.getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .map(JavaClass::getBaseComponentType);
  }

  private static boolean isCore(JavaClass one) {
    return CORE_ROOM.matcher(one.getPackageName()).matches() && !isPlans(one);
  }

  private static boolean isPlans(JavaClass one) {
    return PLANS.matcher(one.getPackageName()).matches();
  }

  /** Returns whether a class only wires: a Dagger module or component, or what Dagger generates. */
  private static boolean isOfDagger(JavaClass one) {
    return one.isAnnotatedWith("dagger.Module")
        || one.isAnnotatedWith("dagger.Component")
        || one.isAnnotatedWith("dagger.internal.DaggerGenerated");
  }

  private static JavaClass outermost(JavaClass one) {
    return one.getEnclosingClass().map(PlansRingTest::outermost).orElse(one);
  }
}

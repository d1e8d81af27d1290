package dev.atf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.atf.architecture.planted.here.One;
import dev.atf.architecture.planted.there.Other;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks that no package needs one that needs it in turn, but for those that did so at first. */
final class PackageCyclesTest {
  private static final String ROOT = "dev.atf.";

  /** Packages of which each needs all others of its line. Lines only get shorter and fewer. */
  private static final String LEFT =
      """
      cli cli.access cli.chore cli.chore.bridge cli.chore.model cli.condition cli.data cli.event cli.lambda cli.notice cli.output cli.plan cli.resource cli.route cli.service cli.task cli.worker
      controller controller.poll
      executor executor.core executor.core.attempt executor.core.health executor.core.lease executor.core.log executor.core.staging executor.process
      frontend.event frontend.explain frontend.express frontend.http frontend.lambda frontend.notice frontend.resource frontend.rpc frontend.schedule frontend.settings frontend.task
      frontend.plans frontend.plans.condition frontend.plans.job frontend.plans.order frontend.plans.periodic
      hsc.call hsc.heartbeat hsc.lambda hsc.log
      hsc.claim hsc.result
      infra.constructs infra.constructs.observability infra.constructs.service
      lab.bench.workload lab.demo
      model model.history model.lambda model.notice model.origin model.resource model.route model.transition
      runtime.auth runtime.browser runtime.rpc
      simulation.check simulation.check.claim simulation.check.plans simulation.check.schedule
      simulation.world simulation.world.outage simulation.world.plans
      store store.awake store.plans
      store.dynamodb store.dynamodb.plans store.dynamodb.route
      storeconsumer.alarm storeconsumer.member storeconsumer.metrics storeconsumer.poll storeconsumer.recovery storeconsumer.release
      """;

  @Test
  void noCycleOfPackagesIsNew() {
    assertThat(cycles(ProductionClasses.ALL)).isEqualTo(LEFT);
  }

  @Test
  void aPlantedCycleIsFound() {
    var planted = new ClassFileImporter().importClasses(One.class, Other.class);

    assertThat(cycles(planted)).isEqualTo("architecture.planted.here architecture.planted.there\n");
  }

  private static String cycles(JavaClasses classes) {
    var needs = new TreeMap<String, Set<String>>();
    for (var one : classes) {
      if (!isGenerated(one)) {
        var needed = needs.computeIfAbsent(one.getPackageName(), name -> new TreeSet<>());
        one.getDirectDependenciesFromSelf().stream()
            .map(Dependency::getTargetClass)
            .map(JavaClass::getBaseComponentType)
            .map(JavaClass::getPackageName)
            .filter(name -> name.startsWith(ROOT) && !name.equals(one.getPackageName()))
            .forEach(needed::add);
      }
    }
    var reached = new TreeMap<String, Set<String>>();
    needs.keySet().forEach(from -> reached.put(from, reached(from, needs)));
    var found = new TreeSet<String>();
    reached.forEach(
        (from, others) -> {
          var cycle =
              others.stream()
                  .filter(other -> reached.getOrDefault(other, Set.of()).contains(from))
                  .map(other -> other.substring(ROOT.length()))
                  .collect(Collectors.joining(" "));
          if (!cycle.isEmpty()) {
            found.add(cycle + "\n");
          }
        });
    return String.join("", found);
  }

  /** Returns the packages that a package needs, or that one of these needs. */
  private static Set<String> reached(String from, Map<String, Set<String>> needs) {
    var reached = new TreeSet<String>();
    var next = new ArrayDeque<String>(needs.getOrDefault(from, Set.of()));
    while (!next.isEmpty()) {
      var one = next.remove();
      if (reached.add(one)) {
        next.addAll(needs.getOrDefault(one, Set.of()));
      }
    }
    return reached;
  }

  private static boolean isGenerated(JavaClass one) {
    return one.isAnnotatedWith("dagger.internal.DaggerGenerated")
        || one.getEnclosingClass().map(PackageCyclesTest::isGenerated).orElse(false);
  }
}

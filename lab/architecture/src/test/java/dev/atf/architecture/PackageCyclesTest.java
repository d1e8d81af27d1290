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

/** Checks that no package needs another one that needs it, directly or not (ADR 0096). */
final class PackageCyclesTest {
  private static final String ROOT = "dev.atf.";

  @Test
  void thereIsNoCycleOfPackages() {
    assertThat(cycles(ProductionClasses.ALL)).isEmpty();
  }

  @Test
  void aPlantedCycleIsFound() {
    var planted = new ClassFileImporter().importClasses(One.class, Other.class);

    assertThat(cycles(planted)).isEqualTo("architecture.planted.here architecture.planted.there\n");
  }

  /** Returns the packages of which each needs all others of its line. */
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

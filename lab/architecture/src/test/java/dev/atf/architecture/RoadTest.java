package dev.atf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Keeps what ARCHITECTURE.md says of the road of one task: its tour, its shapes, and the classes
 * that its main objects call. Rewrites the latter when asked to.
 */
final class RoadTest {
  private static final String ROOT = "dev.atf.";
  private static final String DOCUMENT = "ARCHITECTURE.md";

  /** Maximum number of types that carry the data of one task. */
  private static final int SHAPES_MAX = 20;

  /** Maximum number of classes that the main objects and their rules call. */
  private static final int CLASSES_MAX = 120;

  private static final Pattern FILE =
      Pattern.compile("]\\(([^)]*/src/main/java/([^)]*))\\.java\\)");
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+(?:\\.[A-Z]\\w+)*)`");

  @Test
  void eachShapeExists() {
    var names =
        ProductionClasses.ALL.stream()
            .map(one -> one.getName().replaceFirst("^dev\\.atf\\.([a-z0-9]+\\.)+", ""))
            .map(name -> name.replace('$', '.'))
            .collect(Collectors.toSet());
    var section = section("### Shapes of a task");
    var shapes = names(section.substring(section.indexOf("| step |")));

    assertThat(shapes).hasSizeGreaterThan(10).hasSizeLessThanOrEqualTo(SHAPES_MAX);
    assertThat(names).containsAll(shapes);
  }

  @Test
  void theClassesOnTheRoadAreThoseOfTheTable() throws IOException {
    var before = section("### Classes on the road");
    var rows = new StringBuilder();
    var all = new TreeSet<String>();
    for (var main : tour()) {
      var called = calledBy(main);
      all.add(main.getSimpleName());
      all.addAll(called);
      rows.append("| `").append(main.getSimpleName()).append("` | ");
      rows.append(String.join(", ", called)).append(" |\n");
    }
    var table = "| file | classes that it calls |\n|---|---|\n" + rows;
    if (Boolean.getBoolean("atf.docs.update")) {
      var updated =
          before
              .replaceFirst("(?s)\\| file \\|.*?\\n(?=\\n|$)", Matcher.quoteReplacement(table))
              .replaceFirst("\\d+ classes", all.size() + " classes");
      Files.writeString(
          ProjectDocument.path(DOCUMENT), ProjectDocument.read(DOCUMENT).replace(before, updated));
    }

    assertThat(section("### Classes on the road"))
        .describedAs(
            "stale: run ./mvnw -pl lab/architecture test -Dtest=RoadTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Datf.docs.update=true")
        .contains(table)
        .contains(all.size() + " classes");
    assertThat(all).hasSizeLessThanOrEqualTo(CLASSES_MAX);
  }

  /** Returns the classes whose files the tour names, in its order. */
  private static List<JavaClass> tour() {
    var found = new LinkedHashSet<JavaClass>();
    FILE.matcher(section("## A tour of the code"))
        .results()
        .forEach(file -> found.add(ProductionClasses.ALL.get(file.group(2).replace('/', '.'))));
    return new ArrayList<>(found);
  }

  /**
   * Returns the classes with behaviour that a class and its nested ones use: no values, settings,
   * exceptions, generated code, or what has nothing to do with tasks.
   */
  private static Set<String> calledBy(JavaClass main) {
    return ProductionClasses.ALL.stream()
        .filter(one -> outermost(one).equals(main))
        .flatMap(one -> one.getDirectDependenciesFromSelf().stream())
        .map(Dependency::getTargetClass)
        .map(JavaClass::getBaseComponentType)
        .filter(one -> one.getPackageName().startsWith(ROOT))
        .map(RoadTest::outermost)
        .filter(one -> !one.equals(main) && hasBehaviour(one))
        .map(JavaClass::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean hasBehaviour(JavaClass one) {
    return !one.isRecord()
        && !one.isEnum()
        && !one.getSimpleName().endsWith("Exception")
        && !one.getPackageName().startsWith(ROOT + "protocol")
        && !one.getPackageName().startsWith(ROOT + "runtime");
  }

  private static JavaClass outermost(JavaClass one) {
    return one.getEnclosingClass().map(RoadTest::outermost).orElse(one);
  }

  private static List<String> names(String text) {
    return NAME.matcher(text).results().map(name -> name.group(1)).distinct().toList();
  }

  /** Returns the text from a heading to the next one of the same or a higher level. */
  private static String section(String heading) {
    var text = ProjectDocument.read(DOCUMENT);
    int begin = text.indexOf(heading + "\n");
    assertThat(begin).as(heading).isNotNegative();
    int level = heading.indexOf(' ');
    var next =
        Pattern.compile("\\n#{1," + level + "} ")
            .matcher(text)
            .results()
            .filter(found -> found.start() > begin)
            .findFirst();
    return text.substring(begin, next.map(found -> found.start() + 1).orElse(text.length()));
  }
}

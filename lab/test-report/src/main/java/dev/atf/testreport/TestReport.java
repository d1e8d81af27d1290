package dev.atf.testreport;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The test classes that one level of the build has run, read from the reports in {@code
 * MODULE/target/test-reports/LEVEL}.
 */
public final class TestReport {
  private static final int SLOWEST_COUNT = 10;

  /** Time above which a class of the fast level is reported: CONTRIBUTING.md. */
  private static final double FAST_CLASS_SECONDS_MAX = 20;

  private static final String PREFIX = "TEST-";

  /** One test class, with its first failure. */
  record TestClass(
      String module,
      String name,
      int cases,
      int skipped,
      double seconds,
      Optional<String> failure) {}

  private final Path root;
  private final String level;
  private final List<TestClass> classes;

  private TestReport(Path root, String level, List<TestClass> classes) {
    this.root = root;
    this.level = level;
    this.classes = List.copyOf(classes);
  }

  /**
   * Prints a report.
   *
   * @param arguments {@code slowest}, or {@code failed} for one line {@code MODULE CLASS FAILURE}
   *     for each class that failed or never reported; the root of the checkout; the level
   */
  public static void main(String... arguments) throws IOException {
    var report = read(Path.of(arguments[1]), arguments[2]);
    if (arguments[0].equals("failed")) {
      report.failed().forEach(System.out::println);
    } else {
      report.printSlowest(System.out);
    }
  }

  static TestReport read(Path checkout, String level) throws IOException {
    var root = checkout.toAbsolutePath().normalize();
    var merged = new TreeMap<String, TestClass>();
    for (var file : files(root, Path.of("test-reports", level), PREFIX, ".xml")) {
      var read = readClass(module(root, file), file);
      merged.merge(read.module() + " " + read.name(), read, TestReport::sum);
    }
    return new TestReport(root, level, List.copyOf(merged.values()));
  }

  /** Returns one line for each class that failed, or that has tests of the level and no report. */
  List<String> failed() throws IOException {
    var lines = new TreeSet<String>();
    for (var test : classes) {
      test.failure().ifPresent(why -> lines.add(test.module() + " " + test.name() + " " + why));
    }
    var reported = classes.stream().map(TestClass::name).collect(Collectors.toSet());
    for (var source : files(root, Path.of("src", "test", "java"), "", "Test.java")) {
      if (!reported.contains(className(source)) && isOfLevel(Files.readString(source))) {
        lines.add(
            "%s %s its JVM reported nothing".formatted(module(root, source), className(source)));
      }
    }
    return List.copyOf(lines);
  }

  void printSlowest(PrintStream out) {
    var seconds = new HashMap<String, Double>();
    classes.forEach(test -> seconds.merge(test.module(), test.seconds(), Double::sum));
    out.printf(
        "%nThe %s level ran %d cases in %d classes, %d skipped. The slowest modules, by the time of"
            + " their tests:%n",
        level,
        classes.stream().mapToInt(TestClass::cases).sum(),
        classes.size(),
        classes.stream().mapToInt(TestClass::skipped).sum());
    print(out, seconds.entrySet(), Map.Entry::getKey, Map.Entry::getValue);
    out.println("The slowest classes:");
    print(out, classes, test -> test.name() + " (" + test.module() + ")", TestClass::seconds);
    if (level.equals("fast")) {
      classes.stream()
          .filter(test -> test.seconds() > FAST_CLASS_SECONDS_MAX)
          .forEach(
              test ->
                  out.printf(
                      "WARNING: %s took %.0f s (expected in the fast level: at most %.0f s)%n",
                      test.name(), test.seconds(), FAST_CLASS_SECONDS_MAX));
    }
  }

  private static <T> void print(
      PrintStream out, Collection<T> rows, Function<T, String> name, Function<T, Double> seconds) {
    rows.stream()
        .sorted(Comparator.comparing(seconds).reversed())
        .limit(SLOWEST_COUNT)
        .forEach(row -> out.printf("  %6.1f s  %s%n", seconds.apply(row), name.apply(row)));
  }

  private boolean isOfLevel(String source) {
    return source.contains("@Tag(\"%s\")".formatted(level)) && !source.contains("abstract class");
  }

  private static String className(Path source) {
    var path = source.toString();
    var from = path.lastIndexOf("src/test/java/") + "src/test/java/".length();
    return path.substring(from, path.length() - ".java".length()).replace('/', '.');
  }

  /** Two executions of a module may have run methods of one class. */
  private static TestClass sum(TestClass one, TestClass two) {
    return new TestClass(
        one.module(),
        one.name(),
        one.cases() + two.cases(),
        one.skipped() + two.skipped(),
        one.seconds() + two.seconds(),
        one.failure().or(two::failure));
  }

  private static String module(Path root, Path file) {
    var path = root.relativize(file).toString();
    return path.substring(0, path.indexOf(path.contains("/target/") ? "/target/" : "/src/test/"));
  }

  /** Returns the files below a folder of any module. */
  private static List<Path> files(Path root, Path folder, String prefix, String suffix)
      throws IOException {
    var found = new ArrayList<Path>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes unused) {
            var name = directory.getFileName().toString();
            return name.startsWith(".") || name.equals("node_modules")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes unused) {
            var name = file.getFileName().toString();
            if (name.startsWith(prefix)
                && name.endsWith(suffix)
                && root.relativize(file).toString().contains(folder.toString())) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  private static TestClass readClass(String module, Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      var reader = factory().createXMLStreamReader(in);
      var suite = Map.<String, String>of();
      Optional<String> failure = Optional.empty();
      var method = "";
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT) {
          switch (reader.getLocalName()) {
            case "testsuite" -> suite = attributes(reader);
            case "testcase" -> method = attributes(reader).getOrDefault("name", "");
            case "failure", "error" -> {
              var why = attributes(reader).getOrDefault("message", "no message");
              var line = method + ": " + why.lines().findFirst().orElse("no message");
              failure = failure.or(() -> Optional.of(line));
            }
            default -> {}
          }
        }
      }
      return new TestClass(
          module,
          suite.getOrDefault("name", file.getFileName().toString()),
          Integer.parseInt(suite.getOrDefault("tests", "0")),
          Integer.parseInt(suite.getOrDefault("skipped", "0")),
          Double.parseDouble(suite.getOrDefault("time", "0").replace(",", "")),
          failure);
    } catch (XMLStreamException e) {
      throw new UncheckedIOException(new IOException(file + " is not a report of a test class", e));
    }
  }

  private static XMLInputFactory factory() {
    var factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    return factory;
  }

  private static Map<String, String> attributes(XMLStreamReader reader) {
    var attributes = new HashMap<String, String>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
    }
    return attributes;
  }
}

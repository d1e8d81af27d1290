package dev.atf.e2e.rooms;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Who may import whom: the table of ARCHITECTURE.md. */
final class Rooms {
  private static final Map<String, List<String>> MAY_DEPEND_ON =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("model", List.of()),
              Map.entry("protocol", List.of()),
              Map.entry("store", List.of("model")),
              Map.entry("queue", List.of("model")),
              Map.entry("runtime", List.of()),
              Map.entry("frontend", List.of("model", "protocol", "store", "queue", "runtime")),
              Map.entry("storeconsumer", List.of("model", "store", "queue", "runtime")),
              Map.entry("controller", List.of("model", "protocol", "queue", "runtime")),
              Map.entry("executor", List.of("protocol", "runtime")),
              Map.entry("hsc", List.of("model", "protocol", "store", "runtime")),
              Map.entry("client", List.of("protocol")),
              Map.entry(
                  "standalone",
                  List.of(
                      "model",
                      "protocol",
                      "store",
                      "queue",
                      "runtime",
                      "frontend",
                      "storeconsumer",
                      "controller",
                      "executor",
                      "hsc",
                      "client"))));

  private Rooms() {}

  static Stream<String> names() {
    return MAY_DEPEND_ON.keySet().stream();
  }

  /** A room imports only the rooms that its row names. */
  static ArchRule drawingOf(String room) {
    var allowed =
        Stream.concat(Stream.of(room), MAY_DEPEND_ON.getOrDefault(room, List.of()).stream())
            .map(name -> "dev.atf." + name + "..")
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage("dev.atf." + room + "..")
        .should()
        .onlyDependOnClassesThat(not(resideInAPackage("dev.atf..")).or(resideInAnyPackage(allowed)))
        .as("room " + room + " imports only " + MAY_DEPEND_ON.get(room));
  }

  /** The store consumer never sees a payload. */
  static ArchRule storeConsumerSeesNoPayload() {
    return noClasses()
        .that()
        .resideInAPackage("dev.atf.storeconsumer..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("dev.atf.store.TaskEntities")
        .as("the store consumer has no access to entities");
  }

  /** Only wiring and settings know which engine stands behind a port. */
  static ArchRule adaptersAreImportedByWiringAlone() {
    return noClasses()
        .that()
        .resideInAnyPackage("dev.atf..")
        .and()
        .resideOutsideOfPackages(
            "dev.atf.store.dynamodb..", "dev.atf.queue.sqs..", "dev.atf.standalone..")
        .and()
        .haveNameNotMatching(".*(Component|Module|Config|Config\\$.*|Module[_$].*|Component\\$.*)")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.atf.store.dynamodb..", "dev.atf.queue.sqs..")
        .as("adapters are imported by components and settings alone");
  }

  /** Vocabulary and law need no files, no network and no threads. */
  static ArchRule modelDoesNoInputOrOutput() {
    return noClasses()
        .that()
        .resideInAPackage("dev.atf.model..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.net..",
            "java.nio.file..",
            "java.util.concurrent..",
            "software.amazon..",
            "com.linecorp..")
        .as("the model does no I/O");
  }
}

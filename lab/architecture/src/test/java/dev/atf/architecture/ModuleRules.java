package dev.atf.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/** Rules on which module may import which, from the table in ARCHITECTURE.md. */
final class ModuleRules {
  private static final ModuleTable TABLE = ModuleTable.read();

  private ModuleRules() {}

  static Stream<String> names() {
    return TABLE.packages().stream();
  }

  /** Returns the rule that a module imports only the modules that its row names. */
  static ArchRule drawingOf(String module) {
    var allowed =
        Stream.concat(Stream.of(module), TABLE.mayImport(module).stream())
            .map(name -> "dev.atf." + name + "..")
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage("dev.atf." + module + "..")
        .should()
        .onlyDependOnClassesThat(not(resideInAPackage("dev.atf..")).or(resideInAnyPackage(allowed)))
        .as("module " + module + " imports only " + TABLE.mayImport(module));
  }

  /** Returns the rule that the store consumer never sees a payload. */
  static ArchRule storeConsumerSeesNoPayload() {
    return noClasses()
        .that()
        .resideInAPackage("dev.atf.storeconsumer..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("dev.atf.store.TaskEntities")
        .as("the store consumer has no access to entities");
  }

  /** Returns the rule that only wiring, settings and deployment know which engine is used. */
  static ArchRule adaptersAreImportedByWiringAlone() {
    return noClasses()
        .that()
        .resideInAnyPackage("dev.atf..")
        .and()
        .resideOutsideOfPackages(
            "dev.atf.store.dynamodb..",
            "dev.atf.store.embedded..",
            "dev.atf.queue.sqs..",
            "dev.atf.infra..",
            "dev.atf.embedded..",
            "dev.atf.local..",
            "dev.atf.cli..",
            "dev.atf.lab..")
        .and()
        .haveNameNotMatching(".*(Component|Module|Config|Config\\$.*|Module[_$].*|Component\\$.*)")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.atf.store.dynamodb..", "dev.atf.store.embedded..", "dev.atf.queue.sqs..")
        .as("adapters are imported by components and settings alone");
  }

  /**
   * Returns the rule that clients and handlers depend on no container and no AWS SDK, except by a
   * module of that name.
   */
  static ArchRule usersBringWhatTheyChoose() {
    return noClasses()
        .that()
        .resideInAnyPackage(
            "dev.atf.client..", "dev.atf.outbox..", "dev.atf.executor..", "dev.atf.testkit..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.springframework..", "software.amazon..")
        .as("client, outbox, executor and test kit know no container and no AWS SDK");
  }

  /** Returns the rule that vocabulary and law need no files, no network and no threads. */
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

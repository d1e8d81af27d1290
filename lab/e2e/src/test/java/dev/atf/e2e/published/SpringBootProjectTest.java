package dev.atf.e2e.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.e2e.documents.Checkout;
import dev.atf.e2e.documents.MarkdownDocument;
import dev.atf.e2e.documents.Project;
import dev.atf.e2e.documents.Walk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Users' projects on each version of Spring Boot that {@code executor/spring-boot/README.md} names.
 * The document's own is made and followed word by word: it joins a running {@code ./atf up} that
 * does not know its lambda. Two others have a web server, Actuator and tests of their own. Spring
 * Boot comes from where this build's libraries come from, once for a checkout.
 */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class SpringBootProjectTest {
  private static final String DOCUMENT = "executor/spring-boot/README.md";
  private static final String VERSION = "<version>4.0.9</version> <!-- or 3.5.16 -->";

  /** Property of a project on Spring Boot 3.5, as the document has it. */
  private static final String NETTY = "<netty.version>4.2.18.Final</netty.version>";

  @TempDir private Path directory;
  @TempDir private Path scratch;

  @ParameterizedTest
  @ValueSource(strings = {"4.0.9", "3.5.16"})
  void applicationOfTheDocumentStartsSchedulesAndRuns(String version) throws Exception {
    var checkout = new Checkout(Files.createDirectory(directory.resolve("atf")));
    checkout.place("mvnw", maven());
    var environment = checkout.environment();
    environment.put("SPRING_APPLICATION_JSON", addresses(checkout));
    var text = Project.document(DOCUMENT);
    assertThat(text).contains(VERSION);
    var document =
        MarkdownDocument.in(DOCUMENT, text.replace(VERSION, "<version>" + version + "</version>"));

    try (var walk = new Walk(checkout.directory(), environment, scratch)) {
      walk.follow(document.between("## A project", "## What to know"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.0.9", "3.5.16"})
  void applicationsWithWebAndActuatorStartInTheirOwnTests(String version) throws Exception {
    var project = directory.resolve("applications");
    assertThat(Project.document(DOCUMENT)).contains(NETTY);
    OutsideProject.of("outside-spring-boot")
        .copyTo(
            project,
            Map.of(
                "@boot.version@",
                version,
                "@boot.properties@",
                version.startsWith("3.") ? NETTY : ""));

    var build = MavenBuild.of(project, "test");

    assertThat(build.succeeded()).as(build.output()).isTrue();
    assertThat(project.resolve("embedded/target/surefire-reports/club.ClubTest.txt"))
        .content()
        .contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
    assertThat(project.resolve("worker/target/surefire-reports/depot.DepotTest.txt"))
        .content()
        .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
  }

  private static String maven() {
    return """
    #!/usr/bin/env bash
    export MAVEN_OPTS="%s"
    exec "%s" -B -ntp -Dmaven.repo.local="%s" -Dmaven.repo.local.tail="%s" \
      -Dmaven.repo.local.tail.ignoreAvailability=true "$@"
    """
        .formatted(
            MavenBuild.JVM,
            Project.ROOT.resolve("mvnw"),
            PublishedArtifacts.repository(),
            System.getProperty("atf.repository"));
  }

  /** Replaces the usual ports of the document, which may be taken on this machine. */
  private static String addresses(Checkout checkout) {
    var here = "http://127.0.0.1:";
    var addresses =
        Map.of(
            "atf.controller-uri", here + checkout.controllerPort(),
            "atf.hsc-uri", here + checkout.hscPort(),
            "atf.client.uri", here + checkout.port());
    var json = new StringBuilder("{");
    addresses.forEach(
        (name, uri) ->
            json.append(json.length() > 1 ? "," : "")
                .append('"')
                .append(name)
                .append("\":\"")
                .append(uri)
                .append('"'));
    return json.append('}').toString();
  }
}

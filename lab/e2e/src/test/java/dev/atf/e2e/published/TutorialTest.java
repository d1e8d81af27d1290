package dev.atf.e2e.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.atf.e2e.documents.Checkout;
import dev.atf.e2e.documents.FencedBlock;
import dev.atf.e2e.documents.MarkdownDocument;
import dev.atf.e2e.documents.Project;
import dev.atf.e2e.documents.Walk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows {@code docs/tutorial.md} word by word, with nothing but a clone. Three programs are not
 * the clone's: {@code ./atf} is this build's; {@code ./mvnw} reuses this build's results, does not
 * change the user's own repository, and reaches the network once for a checkout, for descriptors
 * that only a project without this build's versions reads; and {@code npx} runs the app with a
 * directory and a context, as the CDK's command line does to synthesise.
 */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class TutorialTest {
  private static final Pattern COPY = Pattern.compile("(?m)^COPY (?:--\\S+ )*(.*) (\\S+)$");

  @TempDir private Path directory;
  @TempDir private Path scratch;

  @Test
  void leadsFromAnEmptyDirectoryToALambdaAndItsTemplates() throws Exception {
    assumeThat(nodeIsThere()).as("Node, for the templates").isTrue();
    var checkout = new Checkout(Files.createDirectory(directory.resolve("atf")));
    checkout.place("mvnw", maven());
    checkout.place("infra/bin/npx", npx());
    var environment = checkout.environment();
    environment.putAll(
        Map.of(
            "REPOSITORY", PublishedArtifacts.repository().toString(),
            "LIBRARIES", Objects.requireNonNull(System.getProperty("atf.repository")),
            "PATH", checkout.directory().resolve("infra/bin") + ":" + environment.get("PATH")));

    try (var walk =
        new Walk(checkout.directory(), environment, scratch)
            .reading("dockerfile", this::canBeBuilt)) {
      walk.follow(MarkdownDocument.of("docs/tutorial.md"));
    }

    var shop = directory.resolve("shop");
    assertThat(shop.resolve("target/surefire-reports/shop.ReceiptsTest.txt"))
        .content()
        .contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
    assertThat(checkout.directory().resolve("infra/target/cdk.out/shop-workers-shop.template.json"))
        .content()
        .contains("\"shop.Receipts\"", "print-receipt=2");
  }

  /** Returns a Maven that reads REPOSITORY and LIBRARIES. */
  static String maven() {
    return """
    #!/usr/bin/env bash
    export MAVEN_OPTS="%s"
    exec "%s" -B -ntp -Dmaven.repo.local="$REPOSITORY" -Dmaven.repo.local.tail="$LIBRARIES" \
      -Dmaven.repo.local.tail.ignoreAvailability=true "$@"
    """
        .formatted(MavenBuild.JVM, Project.ROOT.resolve("mvnw"));
  }

  private static String npx() {
    return """
    #!/usr/bin/env bash
    last=${!#}
    [ "$*" = "aws-cdk@2 synth --quiet -c $last" ] || exit 2
    export CDK_OUTDIR="$PWD/target/cdk.out"
    export CDK_CONTEXT_JSON="{\\"config\\":\\"${last#config=}\\"}"
    exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "%s/*" dev.atf.infra.app.InfraMain
    """
        .formatted(Project.ROOT.resolve("infra/target/app"));
  }

  /**
   * Asserts that the image can be built, as far as possible without Docker: the files that it
   * copies exist, and are those that are started.
   */
  private void canBeBuilt(FencedBlock dockerfile) {
    var copy = COPY.matcher(dockerfile.text());
    assertThat(dockerfile.text()).startsWith("FROM atf/worker\n");
    assertThat(copy.find()).isTrue();
    for (var source : copy.group(1).split(" ", -1)) {
      assertThat(directory.resolve("shop").resolve(source)).exists();
    }
    assertThat(directory.resolve("shop/shop.yaml")).content().contains(copy.group(2) + "*");
  }

  private static boolean nodeIsThere() throws InterruptedException {
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}

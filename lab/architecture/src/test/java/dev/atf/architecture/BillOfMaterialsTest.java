package dev.atf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that users' projects can import the versions of all that is published, and no others. */
final class BillOfMaterialsTest {
  private static final String BILL = "packaging/bom/pom.xml";

  /** The artifact of a module: the line of its parent has another indentation. */
  private static final Pattern ARTIFACT =
      Pattern.compile("(?m)^  <artifactId>([^<]+)</artifactId>$");

  @Test
  void managesAllPublishedModulesAndNothingElse() {
    assertThat(all("<artifactId>(?!maven-|spotless-|atf-bom<)([^<]+)</artifactId>"))
        .containsExactlyInAnyOrderElementsOf(published());
    assertThat(all("<type>(pom)</type>")).isEmpty();
  }

  @Test
  void hasNoParentWhoseVersionsAProjectWouldImport() {
    assertThat(all("(<parent>)")).isEmpty();
  }

  private static List<String> published() {
    return ModuleTable.read().directories().stream()
        .filter(directory -> !ModuleTable.isLab(directory))
        .map(directory -> ProjectDocument.read(directory + "/pom.xml"))
        .filter(pom -> !pom.contains("<maven.deploy.skip>true</maven.deploy.skip>"))
        .map(BillOfMaterialsTest::artifact)
        .filter(artifact -> !artifact.equals("atf-bom"))
        .toList();
  }

  private static String artifact(String pom) {
    var artifact = ARTIFACT.matcher(pom);
    assertThat(artifact.find()).isTrue();
    return artifact.group(1);
  }

  private static List<String> all(String pattern) {
    return Pattern.compile(pattern)
        .matcher(ProjectDocument.read(BILL))
        .results()
        .map(match -> match.group(1))
        .toList();
  }
}

package dev.atf.cli.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.cli.Atf;
import dev.atf.client.AtfClient;
import dev.atf.client.AtfException;
import dev.atf.client.BearerToken;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.TokenIssuer;
import dev.atf.protocol.v1.Lambda;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests tokens of a machine's own issuer, used by the command line and the Java client. */
@Tag("system")
final class TokenCommandTest {
  @TempDir private Path data;

  @Test
  void callersNeedATokenThatGrantsTheCall() throws IOException {
    var options = LocalClusterOptions.builder().data(data).issuer(TokenIssuer.of(data)).build();
    try (var cluster = LocalCluster.start(options)) {
      var atf = new Atf(cluster.frontendUri());
      var alice = token("--name", "alice");
      var bob = token("--name", "bob", "--tenant", "acme", "--grant", "read:*");

      assertThat(atf.run("lambda", "register", "resize", "--token", alice).exitCode()).isZero();
      assertThat(atf.run("lambda", "list").err()).contains("UNAUTHENTICATED", "no credentials");
      assertThat(atf.run("lambda", "list", "--token", alice).out()).contains("resize");
      assertThat(atf.run("lambda", "list", "--token", bob).out()).doesNotContain("resize");
      assertThat(atf.run("lambda", "register", "acme--a", "--token", bob).err())
          .contains("PERMISSION_DENIED", "bob is not allowed to RegisterLambda");

      var file = data.resolve("alice.token");
      Files.writeString(file, alice + "\n");
      assertThat(atf.run("lambda", "list", "--token-file", file.toString()).out())
          .contains("resize");
      assertTheClientShows(cluster.frontendUri(), file);
    }
  }

  @Test
  void theKeyIsItsOwnersAloneAndStays() throws IOException {
    token("--name", "alice");
    var key = data.resolve("auth/issuer.json");
    var before = Files.readString(key);

    token("--name", "bob");

    assertThat(Files.readString(key)).isEqualTo(before);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(data.resolve("auth/jwks.json"))).doesNotContain("\"d\"");
  }

  @Test
  void aGrantThatIsNoneIsRefused() {
    var ran = Atf.bare("token", "--data", data.toString(), "--name", "x", "--grant", "root");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("--grant: ", "expected: such as schedule,read:resize-*");
  }

  private static void assertTheClientShows(String uri, Path file) {
    try (var client = AtfClient.builder(uri).credentials(BearerToken.ofFile(file)).build();
        var nobody = AtfClient.builder(uri).triesMax(1).build()) {
      assertThat(client.listLambdas()).extracting(Lambda::getName).contains("resize");
      assertThatThrownBy(nobody::listLambdas)
          .isInstanceOf(AtfException.class)
          .hasMessageContaining("no credentials");
    }
  }

  private String token(String... arguments) {
    var all = new java.util.ArrayList<>(java.util.List.of("token", "--data", data.toString()));
    all.addAll(java.util.List.of(arguments));
    var ran = Atf.bare(all.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return ran.out().strip();
  }
}

package dev.atf.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TokenIssuerTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final int TRIALS = 200;

  @TempDir private Path data;

  @Test
  void aKeyIsKept() throws IOException {
    var first = Files.readString(TokenIssuer.of(data).keys());

    assertThat(Files.readString(TokenIssuer.of(data).keys())).isEqualTo(first);
  }

  @Test
  void aDamagedKeyIsRefusedOrStillSigns() throws IOException {
    TokenIssuer.of(data);
    var file = data.resolve("auth").resolve("issuer.json");
    var whole = Files.readAllBytes(file);
    var random = new Random(1);
    int refused = 0;
    for (int i = 0; i < TRIALS; i++) {
      var damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, damaged);
      try {
        assertThat(TokenIssuer.of(data).mint(subject(), NOW, Duration.ofHours(1))).isNotEmpty();
      } catch (ConfigException e) {
        refused++;
        assertThat(e).hasMessageContaining(file.toString()).hasMessageContaining("Delete it");
      }
    }
    assertThat(refused).isGreaterThan(TRIALS / 2);
  }

  @Test
  void aKeyThatWasCutShortIsRefusedAndADeletedOneIsReplaced() throws IOException {
    TokenIssuer.of(data);
    var file = data.resolve("auth").resolve("issuer.json");
    Files.write(file, new byte[0]);
    assertThatThrownBy(() -> TokenIssuer.of(data))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("Delete it");

    Files.delete(file);

    assertThat(TokenIssuer.of(data).mint(subject(), NOW, Duration.ofHours(1))).isNotEmpty();
  }

  private static TokenIssuer.Subject subject() {
    return new TokenIssuer.Subject("ada", "", List.of("admin"));
  }
}

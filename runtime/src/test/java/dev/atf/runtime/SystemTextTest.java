package dev.atf.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SystemTextTest {
  @Test
  void writesOnlyWhatAllEncodingsHave() {
    var ascii = new SystemText(List.of(StandardCharsets.UTF_8, StandardCharsets.US_ASCII));
    var utf8 = new SystemText(List.of(StandardCharsets.UTF_8));

    assertThat(ascii.canWrite("a b/c?")).isTrue();
    assertThat(ascii.canWrite("größe")).isFalse();
    assertThat(utf8.canWrite("größe ☃")).isTrue();
    assertThat(utf8.canWrite("half a pair: \ud83d")).isFalse();
    assertThat(ascii.expected()).contains("UTF-8 and US-ASCII", "LANG=C.UTF-8");
  }

  @Test
  void nameThatTheProcessCanWriteIsReadUnchanged() {
    assertThat(SystemText.isRead(Path.of("a", "b.txt"))).isTrue();
  }
}

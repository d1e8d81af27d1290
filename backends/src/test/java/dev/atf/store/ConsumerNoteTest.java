package dev.atf.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.store.MemberRegistry.Sighting;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ConsumerNoteTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final String ADDRESS = "http://10.0.0.7:8083";

  @Test
  void notesOfShortTimeoutsAreThoseOfEarlierVersions() {
    assertThat(new ConsumerNote(ADDRESS, true, Duration.ofSeconds(10)).text()).isEqualTo(ADDRESS);
    assertThat(new ConsumerNote("", true, Duration.ofMinutes(1)).text()).isEmpty();
    assertThat(new ConsumerNote(ADDRESS, false, Duration.ofSeconds(10)).text()).isEqualTo("unable");
  }

  @Test
  void noteWithALongTimeoutIsReadAsItWasWritten() {
    var able = new ConsumerNote(ADDRESS, true, Duration.ofMinutes(10));
    var withoutPort = new ConsumerNote("", true, Duration.ofMinutes(10));
    var unable = new ConsumerNote(ADDRESS, false, Duration.ofMinutes(10));

    assertThat(read(able.text())).isEqualTo(able);
    assertThat(read(withoutPort.text())).isEqualTo(withoutPort);
    assertThat(read(unable.text())).isEqualTo(new ConsumerNote("", false, Duration.ofMinutes(10)));
  }

  @Test
  void storeConsumerIsSilentAfterItsOwnTimeout() {
    var longTimeout = new ConsumerNote(ADDRESS, true, Duration.ofMinutes(10)).text();

    assertThat(isSilent(ADDRESS, Duration.ofMillis(59_999))).isFalse();
    assertThat(isSilent(ADDRESS, Duration.ofMinutes(1))).isTrue();
    assertThat(isSilent(longTimeout, Duration.ofMillis(599_999))).isFalse();
    assertThat(isSilent(longTimeout, Duration.ofMinutes(10))).isTrue();
  }

  @Test
  void unknownWordsAreSkipped() {
    assertThat(read(ADDRESS + " timeoutMillis=many timeoutMillis=9999999999999999 x"))
        .isEqualTo(new ConsumerNote(ADDRESS, true, Duration.ofMinutes(1)));
  }

  private static ConsumerNote read(String note) {
    return ConsumerNote.of(new Sighting(NOON, note));
  }

  private static boolean isSilent(String note, Duration ago) {
    return ConsumerNote.isSilent(new Sighting(NOON.minus(ago), note), NOON);
  }
}

package dev.atf.blob;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** Clock that starts at the machine's time, which engines record, and that tests move. */
public final class MovedClock implements InstantSource {
  private volatile Instant now = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);

  @Override
  public Instant instant() {
    return now;
  }

  public void move(Duration duration) {
    now = now.plus(duration);
  }
}

package dev.atf.simulation.scale;

import dev.atf.simulation.net.Dialect;
import dev.atf.simulation.net.Fate;
import dev.atf.simulation.net.Weather;

/** A network that loses nothing. */
record CalmWeather(Latency latency) implements Weather {
  @Override
  public Fate request(String from, String to) {
    return Fate.arrivesAfter(latency.next());
  }

  @Override
  public Fate answer(String from, String to) {
    return Fate.arrivesAfter(latency.next());
  }

  @Override
  public Dialect dialect(String process) {
    return Dialect.TODAYS;
  }
}

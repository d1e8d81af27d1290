package dev.atf.standalone.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * What AWS asks for what a task uses, from a file with its sources and dates.
 *
 * @param what which prices these are, and what they leave out
 */
public record PriceTable(
    String region, String what, Price writeUnit, Price readUnit, Price queueRequest) {

  /**
   * @param asOf the day on which the list said so
   */
  public record Price(double dollarsPerMillion, String asOf, String source) {}

  /** Of this build. */
  public static PriceTable load() {
    try (var file = PriceTable.class.getResourceAsStream("prices.json")) {
      return new ObjectMapper().readValue(Objects.requireNonNull(file), PriceTable.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For a million of what costs one of these each. */
  public double dollarsPerMillion(double writeUnits, double readUnits, double queueRequests) {
    return writeUnits * writeUnit.dollarsPerMillion()
        + readUnits * readUnit.dollarsPerMillion()
        + queueRequests * queueRequest.dollarsPerMillion();
  }
}

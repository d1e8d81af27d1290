package dev.atf.lab.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * Prices of AWS for what a task uses, from a file with its sources and dates.
 *
 * @param what the prices' scope, and what they leave out
 */
public record PriceTable(
    String region, String what, Price writeUnit, Price readUnit, Price queueRequest) {

  /**
   * @param asOf day of the price list
   */
  public record Price(double dollarsPerMillion, String asOf, String source) {}

  /** Loads the price table of this build. */
  public static PriceTable load() {
    try (var file = PriceTable.class.getResourceAsStream("prices.json")) {
      return new ObjectMapper().readValue(Objects.requireNonNull(file), PriceTable.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the price of a million operations that use so much each. */
  public double dollarsPerMillion(double writeUnits, double readUnits, double queueRequests) {
    return writeUnits * writeUnit.dollarsPerMillion()
        + readUnits * readUnit.dollarsPerMillion()
        + queueRequests * queueRequest.dollarsPerMillion();
  }
}

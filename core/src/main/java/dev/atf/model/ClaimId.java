package dev.atf.model;

import dev.atf.model.check.Names;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * Random id of one claim, which the controller creates. A claim that is repeated with the same id
 * counts as the same claim. Heartbeats and results of the attempt must contain the id.
 */
public record ClaimId(String value) {
  private static final int DIGITS_MIN = 16;
  private static final int DIGITS_MAX = 32;

  public ClaimId {
    Names.requireHex("claimId", value, DIGITS_MIN, DIGITS_MAX, "16-32 of 0-9 a-f");
  }

  public static ClaimId random(RandomGenerator random) {
    var bytes = new byte[16];
    random.nextBytes(bytes);
    return new ClaimId(HexFormat.of().formatHex(bytes));
  }

  @Override
  public String toString() {
    return value;
  }
}

package dev.atf.model.fairness;

/**
 * Bucket of fairness keys by their hash. Lists, turns and rates are kept for each group, so that
 * their number is bounded for any number of keys. Two keys are in the same group with a probability
 * of 1 in {@link #COUNT}, and then share its part.
 *
 * @param number 0 to {@link #COUNT} − 1, or −1 for tasks without a key
 */
public record KeyGroup(int number) implements Comparable<KeyGroup> {
  /** Number of groups. It bounds the lists of one shard that a poll may have to read. */
  public static final int COUNT = 1_024;

  /** Group of all tasks without a key, which share one part. */
  public static final KeyGroup NONE = new KeyGroup(-1);

  public KeyGroup {
    if (number < -1 || number >= COUNT) {
      throw new IllegalArgumentException("group " + number + " of " + COUNT);
    }
  }

  /** Returns the group of a key. It is part of the names of lists and therefore never changes. */
  static KeyGroup of(String key) {
    // This mixes the hash of the text, whose low bits depend on the last characters only.
    int hash = key.hashCode() * 0x9e3779b9;
    return new KeyGroup(hash >>> 22);
  }

  public boolean isNone() {
    return number < 0;
  }

  @Override
  public int compareTo(KeyGroup other) {
    return Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Integer.toString(number);
  }
}

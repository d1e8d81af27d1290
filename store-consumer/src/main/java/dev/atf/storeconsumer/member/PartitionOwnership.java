package dev.atf.storeconsumer.member;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.util.SortedSet;

/**
 * Assigns a partition to the live member with the highest weight for it (rendezvous hashing). When
 * a member joins or leaves, only its own share moves. Consumers that see the same members have the
 * same result without communication.
 */
final class PartitionOwnership {
  private static final HashFunction HASH = Hashing.murmur3_128();

  private PartitionOwnership() {}

  /**
   * Returns the owner of a partition.
   *
   * @param members live members, at least one
   */
  static String owner(String partition, SortedSet<String> members) {
    var owner = members.first();
    long highest = weight(partition, owner);
    for (var member : members) {
      long weight = weight(partition, member);
      if (weight > highest) {
        owner = member;
        highest = weight;
      }
    }
    return owner;
  }

  private static long weight(String partition, String member) {
    // The length keeps "a" + "bc" apart from "ab" + "c".
    return HASH.newHasher()
        .putInt(partition.length())
        .putUnencodedChars(partition)
        .putUnencodedChars(member)
        .hash()
        .asLong();
  }
}

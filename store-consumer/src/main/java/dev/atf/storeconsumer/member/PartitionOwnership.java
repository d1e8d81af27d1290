package dev.atf.storeconsumer.member;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.util.SortedSet;

/**
 * Assigns a partition to one of the living members: the one whose weight for it is highest
 * (rendezvous hashing). A member that joins or leaves moves only its own share, and consumers that
 * see the same members agree without communication.
 */
final class PartitionOwnership {
  private static final HashFunction HASH = Hashing.murmur3_128();

  private PartitionOwnership() {}

  /**
   * @param members living members, at least one
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

package dev.atf.storeconsumer.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PartitionOwnershipTest {
  private static final List<String> PARTITIONS =
      IntStream.range(0, 3_000).mapToObj(i -> "lambda-" + i / 8 + "/normal/" + i % 8).toList();

  @Test
  void aMemberThatJoinsTakesOnlyItsOwnShare() {
    var before = owners(members("a", "b", "c", "d"));

    var after = owners(members("a", "b", "c", "d", "e"));

    var moved = PARTITIONS.stream().filter(p -> !owner(before, p).equals(owner(after, p))).toList();
    assertThat(moved).allMatch(partition -> owner(after, partition).equals("e"));
    assertThat(moved).hasSizeBetween(3_000 / 5 - 120, 3_000 / 5 + 120);
  }

  @Test
  void aMemberThatLeavesGivesUpOnlyItsOwnShare() {
    var before = owners(members("a", "b", "c", "d"));

    var after = owners(members("a", "b", "d"));

    var moved = PARTITIONS.stream().filter(p -> !owner(before, p).equals(owner(after, p))).toList();
    assertThat(moved).allMatch(partition -> owner(before, partition).equals("c"));
  }

  @Test
  void theSharesAreNearlyEqual() {
    var shares = new HashMap<String, Integer>();

    owners(members("host-1-a", "host-1-b", "host-2-a"))
        .values()
        .forEach(owner -> shares.merge(owner, 1, Integer::sum));

    assertThat(shares).hasSize(3);
    assertThat(shares.values()).allSatisfy(share -> assertThat(share).isBetween(880, 1_120));
  }

  private static SortedSet<String> members(String... names) {
    return new TreeSet<>(List.of(names));
  }

  private static String owner(Map<String, String> owners, String partition) {
    return owners.getOrDefault(partition, "nobody");
  }

  private static Map<String, String> owners(SortedSet<String> members) {
    var owners = new HashMap<String, String>();
    PARTITIONS.forEach(p -> owners.put(p, PartitionOwnership.owner(p, members)));
    return owners;
  }
}

package dev.atf.cli.chore.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.chore.git.TreeEntry;
import dev.atf.cli.chore.git.TreeListing;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OpenChoresTest {
  @Test
  void theNameOfAFileIsTheState() {
    var open = of("a/do_it.txt", "b/doing_it.txt", "c/done.txt", "d/other.txt", "e/f/do_it.txt");

    assertThat(directories(open, ChoreState.DO)).containsExactly("a", "e/f");
    assertThat(directories(open, ChoreState.DOING)).containsExactly("b");
    assertThat(open.doneCount()).isEqualTo(1);
  }

  @Test
  void theFurthestStateCounts() {
    var open = of("a/do_it.txt", "a/doing_it.txt", "b/do_it.txt", "b/done.txt");

    assertThat(directories(open, ChoreState.DOING)).containsExactly("a");
    assertThat(open.chores()).hasSize(1);
  }

  @Test
  void aDirectoryWithTheNameOfAStateIsNone() {
    assertThat(of("a/do_it.txt/x").chores()).isEmpty();
  }

  @Test
  void aChoreHasTheFilesBelowItsDirectory() {
    var open = of("a/bin/x", "a/do_it.txt", "a/sub/do_it.txt", "ab/y", "z");

    assertThat(open.chores().get(0).files())
        .extracting(TreeEntry::path)
        .containsExactly("a/bin/x", "a/do_it.txt", "a/sub/do_it.txt");
    assertThat(open.chores().get(1).files())
        .extracting(TreeEntry::path)
        .containsExactly("a/sub/do_it.txt");
  }

  @Test
  void manyChoresThatWaitHideNoneThatIsBeingDone() {
    var paths = new String[OpenChores.CHORES_MAX + 2];
    for (int i = 0; i <= OpenChores.CHORES_MAX; i++) {
      paths[i] = "a%05d/do_it.txt".formatted(i);
    }
    paths[OpenChores.CHORES_MAX + 1] = "b/doing_it.txt";

    var open = of(paths);

    assertThat(open.in(ChoreState.DO)).hasSize(OpenChores.CHORES_MAX);
    assertThat(directories(open, ChoreState.DOING)).containsExactly("b");
  }

  private static OpenChores of(String... paths) {
    var entries = Arrays.stream(paths).map(path -> new TreeEntry("100644", "0", 0, path)).toList();
    return OpenChores.of(Optional.of("head"), new TreeListing(entries, List.of()));
  }

  private static List<String> directories(OpenChores open, ChoreState state) {
    return open.in(state).stream().map(Chore::directory).toList();
  }
}

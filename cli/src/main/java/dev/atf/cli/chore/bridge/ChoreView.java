package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.git.GitFailedException;
import dev.atf.cli.chore.git.GitRepository;
import dev.atf.cli.chore.git.TreeListing;
import dev.atf.cli.chore.model.OpenChores;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Latest commit of a repository that a bridge has seen, and its way to push the next ones. */
final class ChoreView {
  /** Tries of a push in one look. Chosen: more than the bridges that anybody runs side by side. */
  private static final int TRIES_MAX = 50;

  private final GitRepository repository;
  private final Consumer<ChoreEvent> events;
  private final Set<String> unreadable = new HashSet<>();
  private OpenChores open = OpenChores.of(Optional.empty(), TreeListing.EMPTY);

  ChoreView(GitRepository repository, Consumer<ChoreEvent> events) {
    this.repository = repository;
    this.events = events;
  }

  OpenChores open() {
    return open;
  }

  /** Asks the remote for its latest commit. */
  void refresh() {
    read(repository.head());
  }

  private void read(Optional<String> head) {
    if (!head.equals(open.head())) {
      open = OpenChores.of(head, head.map(repository::list).orElse(TreeListing.EMPTY));
      open.unreadable().stream()
          .filter(unreadable::add)
          .forEach(
              path ->
                  events.accept(
                      ChoreEvent.skipped(
                          path.replaceAll("\\p{Cntrl}", "?"), "its path is not UTF-8")));
    }
  }

  /**
   * Pushes until it is accepted, or there is nothing more to push.
   *
   * @param next decides, after each refused push again from the remote's state
   * @return whether a push was accepted
   * @throws GitFailedException if it is refused again and again, or it is unknown whether the push
   *     has arrived
   */
  boolean push(Function<OpenChores, Moves> next) {
    var refusal = "";
    for (int i = 0; i < TRIES_MAX; i++) {
      var moves = next.apply(open);
      if (moves.drafts().isEmpty()) {
        return false;
      }
      var commit = repository.commit(open.head(), moves.drafts());
      var refused = repository.push(commit);
      if (refused.isEmpty()) {
        moves.events().forEach(events);
        read(Optional.of(commit));
        return true;
      }
      refusal = refused.get();
      refresh();
    }
    throw new GitFailedException(
        "git push: refused %d times, at last with %s".formatted(TRIES_MAX, refusal));
  }
}

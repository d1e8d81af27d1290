package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.git.CommitDraft;
import java.util.ArrayList;
import java.util.List;

/**
 * Commits of one push, each of which moves one chore by one state.
 *
 * @param events what is to be told when the push is accepted
 */
record Moves(List<CommitDraft> drafts, List<ChoreEvent> events) {
  static final Moves NONE = new Moves(List.of(), List.of());

  Moves {
    drafts = List.copyOf(drafts);
    events = List.copyOf(events);
  }

  static Moves one(CommitDraft draft, ChoreEvent event) {
    return new Moves(List.of(draft), List.of(event));
  }

  Moves and(Moves others) {
    var all = new ArrayList<>(drafts);
    all.addAll(others.drafts);
    var told = new ArrayList<>(events);
    told.addAll(others.events);
    return new Moves(all, told);
  }
}

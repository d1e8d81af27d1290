package dev.atf.cli.chore.model;

import dev.atf.cli.chore.git.TreeEntry;
import dev.atf.cli.chore.git.TreeListing;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Chores of a commit that are not done, in the order of their directories.
 *
 * @param head the commit; empty if the branch has no commit yet
 * @param doneCount number of chores that are done
 * @param unreadable files whose paths are not UTF-8; their chores are left alone
 */
public record OpenChores(
    Optional<String> head, List<Chore> chores, int doneCount, List<String> unreadable) {
  /**
   * Maximum number of chores of one state in a check, so that a check stays fast. The next checks
   * handle further chores.
   */
  static final int CHORES_MAX = 5_000;

  private static final Map<String, ChoreState> STATES = new HashMap<>();

  static {
    for (var state : ChoreState.values()) {
      STATES.put(state.fileName(), state);
    }
  }

  public OpenChores {
    chores = List.copyOf(chores);
    unreadable = List.copyOf(unreadable);
  }

  public static OpenChores of(Optional<String> head, TreeListing listing) {
    var states = new LinkedHashMap<String, Set<ChoreState>>();
    for (var entry : listing.entries()) {
      var state = STATES.get(nameOf(entry.path()));
      if (state != null) {
        states
            .computeIfAbsent(parentOf(entry.path()), directory -> EnumSet.noneOf(ChoreState.class))
            .add(state);
      }
    }
    var files = new LinkedHashMap<String, List<TreeEntry>>();
    var counts = new EnumMap<ChoreState, Integer>(ChoreState.class);
    int done = 0;
    for (var directory : states.entrySet()) {
      if (directory.getValue().contains(ChoreState.DONE)) {
        done++;
      } else if (counts.merge(furthest(directory.getValue()), 1, Integer::sum) <= CHORES_MAX) {
        files.put(directory.getKey(), new ArrayList<>());
      }
    }
    listing.entries().forEach(entry -> addTo(files, entry));
    var chores = new ArrayList<Chore>();
    for (var of : files.entrySet()) {
      var state = furthest(states.getOrDefault(of.getKey(), Set.of()));
      chores.add(new Chore(of.getKey(), state, of.getValue()));
    }
    return new OpenChores(head, chores, done, listing.unreadable());
  }

  /** Returns the state that applies if there are files of several states. */
  private static ChoreState furthest(Set<ChoreState> states) {
    return states.contains(ChoreState.DOING) ? ChoreState.DOING : ChoreState.DO;
  }

  private static void addTo(Map<String, List<TreeEntry>> files, TreeEntry entry) {
    var directory = entry.path();
    while (!directory.isEmpty()) {
      directory = parentOf(directory);
      var of = files.get(directory);
      if (of != null) {
        of.add(entry);
      }
    }
  }

  public List<Chore> in(ChoreState state) {
    return chores.stream().filter(chore -> chore.state() == state).toList();
  }

  private static String nameOf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String parentOf(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }
}

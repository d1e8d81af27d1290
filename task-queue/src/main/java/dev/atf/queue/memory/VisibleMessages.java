package dev.atf.queue.memory;

import dev.atf.model.fairness.FairTurns;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.memory.MessageQueue.Message;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Messages that can be received, by group. Not thread-safe. */
final class VisibleMessages {
  private final Map<KeyGroup, TreeMap<Long, Message>> groups = new HashMap<>();
  private final FairTurns turns = new FairTurns();
  private int size;

  void add(Message message) {
    var group = message.sent.group();
    if (groups.computeIfAbsent(group, g -> new TreeMap<>()).put(message.id, message) == null) {
      turns.enter(group);
      size++;
    }
  }

  void remove(Message message) {
    var group = message.sent.group();
    var messages = groups.get(group);
    if (messages != null && messages.remove(message.id) != null) {
      size--;
      if (messages.isEmpty()) {
        groups.remove(group);
        turns.leave(group);
      }
    }
  }

  /** Removes and returns the next; there is one. */
  Message next() {
    var group = Objects.requireNonNull(turns.next(any -> true));
    var message = Objects.requireNonNull(groups.get(group)).firstEntry().getValue();
    turns.serve(group, message.sent.weight());
    remove(message);
    return message;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }
}

package dev.atf.controller;

import dev.atf.runtime.Loop;
import dev.atf.runtime.Loops;
import java.util.Collection;

/** Ends loops at the same time: each may wait for something and have to be interrupted. */
final class LoopEnds {
  private LoopEnds() {}

  static void stopTogether(Loops loops, Collection<Loop> ending) {
    var endings =
        ending.stream()
            .map(loop -> new Thread(() -> loops.stop(loop), "atf-end-" + loop.name()))
            .toList();
    endings.forEach(Thread::start);
    for (var end : endings) {
      try {
        end.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}

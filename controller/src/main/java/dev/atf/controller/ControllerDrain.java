package dev.atf.controller;

import jakarta.inject.Inject;

/** The end of what comes in: waiting calls, buffered references, and the polls of queues. */
final class ControllerDrain {
  private final TaskMatcher matcher;
  private final CallEndings callEnds;
  private final Releases releases;
  private final QueuePolls polls;
  private volatile boolean begun;

  @Inject
  ControllerDrain(TaskMatcher matcher, CallEndings callEnds, Releases releases, QueuePolls polls) {
    this.matcher = matcher;
    this.callEnds = callEnds;
    this.releases = releases;
    this.polls = polls;
  }

  boolean hasBegun() {
    return begun;
  }

  /** Sends waiting calls away, gives buffered references back, and polls no more. */
  void begin() {
    begun = true;
    matcher.close().forEach(callEnds::refuseDraining);
    releases.atOnce(matcher.takeAllBuffered());
    polls.close();
  }
}

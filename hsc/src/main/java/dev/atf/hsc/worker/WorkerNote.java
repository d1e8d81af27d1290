package dev.atf.hsc.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atf.protocol.v1.WorkerPresence;
import java.net.URLEncoder;
import java.util.StringJoiner;

/** Pairs of a key and a value in URL encoding, which the frontend reads. */
public final class WorkerNote {
  private static final int TEXT_MAX = 300;

  private WorkerNote() {}

  public static String of(WorkerPresence presence) {
    var note = new StringJoiner(" ");
    note.add("waiting=" + presence.getWaiting())
        .add("handedOut=" + presence.getHandedOut())
        .add("running=" + presence.getRunning());
    if (presence.hasAskedAgo()) {
      note.add("askedAgo=" + Math.max(0, presence.getAskedAgo().getSeconds()));
    }
    if (presence.getMissingNeedsCount() > 0) {
      note.add("missing=" + missing(presence));
    }
    if (!presence.getUnhealthy().isEmpty()) {
      note.add("unhealthy=" + encoded(presence.getUnhealthy()));
    }
    if (presence.hasExecutors()) {
      add(note, presence.getExecutors());
    }
    return note.toString();
  }

  /** Returns the part of the note that describes the host and its executors, without their work. */
  public static String state(WorkerPresence presence) {
    var executors = presence.getExecutors();
    return presence.hasAskedAgo()
        + " "
        + executors.getReady()
        + " "
        + executors.getStarting()
        + " "
        + executors.getFailing()
        + " "
        + missing(presence)
        + " "
        + !presence.getUnhealthy().isEmpty();
  }

  /** Returns names without characters that would have to be encoded. */
  private static String missing(WorkerPresence presence) {
    return String.join(",", presence.getMissingNeedsList());
  }

  private static void add(StringJoiner note, WorkerPresence.Executors executors) {
    note.add("wanted=" + executors.getWanted())
        .add("ready=" + executors.getReady())
        .add("starting=" + executors.getStarting())
        .add("failing=" + executors.getFailing());
    if (executors.getFailing() > 0) {
      note.add("exitCode=" + executors.getExitCode())
          .add("deathsInARow=" + executors.getDeathsInARow())
          .add("failingSince=" + executors.getFailingSince().getSeconds())
          .add("how=" + encoded(executors.getHow()))
          .add("lastError=" + encoded(executors.getLastError()));
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(
        text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + "…", UTF_8);
  }
}

package dev.atf.hsc.claim;

import dev.atf.model.task.Notes;

/**
 * Notes of one handler in a heartbeat.
 *
 * @param sequence grows with each sending of one attempt's notes; 0: not numbered
 */
public record NumberedNotes(Notes notes, long sequence) {
  public static final NumberedNotes NONE = new NumberedNotes(Notes.NONE, 0);
}

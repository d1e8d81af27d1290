package dev.atf.hsc;

import dev.atf.model.Notes;

/**
 * What a heartbeat says for one handler.
 *
 * @param sequence grows with each sending of one attempt's notes; 0: not numbered
 */
record SaidNotes(Notes notes, long sequence) {
  static final SaidNotes NONE = new SaidNotes(Notes.NONE, 0);
}

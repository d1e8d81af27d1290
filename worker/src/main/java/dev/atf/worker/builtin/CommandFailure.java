package dev.atf.worker.builtin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.atf.executor.core.call.ResultLimits;
import org.jspecify.annotations.Nullable;

/**
 * Details of the failure of {@code command}, as JSON: how it ended, and the ends of both its
 * streams.
 *
 * @param exitCode null: it was killed because of its time-out
 * @param truncated whether a stream was longer
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CommandFailure(@Nullable Integer exitCode, String stdout, String stderr, boolean truncated) {
  private static final JsonMapper JSON = new JsonMapper();

  /** Room for the names, the exit code and the punctuation. */
  private static final int FRAME_CHARS_MAX = 80;

  private static final int STREAMS_CHARS_MAX = ResultLimits.DETAILS_CHARS_MAX - FRAME_CHARS_MAX;

  /**
   * Returns the details. Half of them is kept for each stream; what one does not use is the
   * other's.
   */
  static String details(@Nullable Integer exitCode, StreamCapture stdout, StreamCapture stderr) {
    int half = STREAMS_CHARS_MAX / 2;
    var shortOut = BoundedText.tail(stdout.tail(), half);
    var err =
        BoundedText.tail(stderr.tail(), STREAMS_CHARS_MAX - BoundedText.jsonBytes(shortOut.text()));
    var out =
        BoundedText.tail(stdout.tail(), STREAMS_CHARS_MAX - BoundedText.jsonBytes(err.text()));
    boolean truncated =
        out.truncated() || err.truncated() || stdout.isTruncated() || stderr.isTruncated();
    try {
      return JSON.writeValueAsString(
          new CommandFailure(exitCode, out.text(), err.text(), truncated));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and a number that cannot be written as JSON", e);
    }
  }
}

package dev.atf.examples;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import java.util.concurrent.BlockingQueue;

/**
 * Stops when its task is cancelled. The handler learns of the cancellation within one heartbeat:
 * its thread is interrupted, and {@link TaskContext#isCancelled} returns true from then on.
 */
public final class Transcoding implements TaskHandler<String> {
  public static final String LAMBDA = "transcode-film";

  private final BlockingQueue<String> frames;

  /**
   * Creates the handler.
   *
   * @param frames input of the handler; an empty frame is the last one
   */
  public Transcoding(BlockingQueue<String> frames) {
    this.frames = frames;
  }

  @Override
  public Outcome handle(String film, TaskContext context) throws InterruptedException {
    int done = 0;
    // Waiting code ends with an InterruptedException; computing code has to check.
    while (!frames.take().isEmpty()) {
      context.throwIfCancelled();
      context.progress(++done);
    }
    return Outcome.success(done);
  }
}

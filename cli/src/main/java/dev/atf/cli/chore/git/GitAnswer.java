package dev.atf.cli.chore.git;

import com.google.protobuf.ByteString;

/**
 * Answer of one call of git.
 *
 * @param call name of the call, for messages
 * @param error what it wrote to its standard error, bounded
 */
record GitAnswer(String call, int exitCode, ByteString output, String error) {
  /**
   * Returns the answer if the call succeeded.
   *
   * @throws GitFailedException otherwise, with git's own words
   */
  GitAnswer orFail() {
    if (exitCode != 0) {
      throw failure();
    }
    return this;
  }

  GitFailedException failure() {
    var said = error.isBlank() ? text().strip() : error.strip();
    return new GitFailedException("git %s: exit code %d: %s".formatted(call, exitCode, said));
  }

  String text() {
    return output.toStringUtf8();
  }
}

package dev.atf.lab.processes;

/**
 * Finds the ends of replies in the bytes that a server sends on one connection, so that a lost
 * reply is not a lost ping. Not thread-safe.
 */
final class Replies {
  private static final int FRAME_HEADER_BYTES = 9;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int END_STREAM = 1;

  private final byte[] header = new byte[FRAME_HEADER_BYTES];
  private int headerBytes;
  private int frameBytesLeft;
  private boolean begun;
  private boolean http1;

  /**
   * Counts the replies that end in these bytes. In HTTP/2, these are the frames that end a stream.
   * In HTTP/1, whose clients here never send two requests at once, the first bytes of a reply count
   * as all of it.
   *
   * @return number of replies that these bytes complete
   */
  int endingIn(byte[] bytes, int length) {
    if (!begun && length > 0) {
      begun = true;
      http1 = bytes[0] == 'H';
    }
    return http1 ? (bytes[0] == 'H' ? 1 : 0) : framesEndingStreams(bytes, length);
  }

  private int framesEndingStreams(byte[] bytes, int length) {
    int found = 0;
    for (int at = 0; at < length; ) {
      if (frameBytesLeft > 0) {
        int passed = Math.min(frameBytesLeft, length - at);
        frameBytesLeft -= passed;
        at += passed;
        continue;
      }
      header[headerBytes++] = bytes[at++];
      if (headerBytes == FRAME_HEADER_BYTES) {
        headerBytes = 0;
        frameBytesLeft = (header[0] & 0xff) << 16 | (header[1] & 0xff) << 8 | (header[2] & 0xff);
        boolean ofStream = header[3] == DATA || header[3] == HEADERS;
        found += ofStream && (header[4] & END_STREAM) != 0 ? 1 : 0;
      }
    }
    return found;
  }
}

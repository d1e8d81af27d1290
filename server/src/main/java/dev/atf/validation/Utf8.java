package dev.atf.validation;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.io.ContentReference;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Checks the encoding that JSON requires. Without this check, the parser guesses other encodings.
 * It also accepts bytes that are not UTF-8, such as half surrogate pairs and overlong forms.
 */
final class Utf8 {
  private static final int CHUNK_CHARS = 4096;
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private Utf8() {}

  static void require(byte[] text) throws UnreadableJsonException {
    if (text.length >= MARK.length && Arrays.equals(text, 0, MARK.length, MARK, 0, MARK.length)) {
      throw unreadable("it begins with a byte order mark, which JSON does not allow", text, 0);
    }
    var in = ByteBuffer.wrap(text);
    var out = CharBuffer.allocate(CHUNK_CHARS);
    var decoder = StandardCharsets.UTF_8.newDecoder();
    CoderResult result;
    do {
      out.clear();
      result = decoder.decode(in, out, true);
      if (result.isError()) {
        throw unreadable("it is not UTF-8", text, in.position());
      }
      out.flip();
      for (int i = 0; i < out.limit(); i++) {
        if (out.get(i) == '\0') {
          throw unreadable("it is not JSON in UTF-8", text, indexOfNul(text));
        }
      }
    } while (result.isOverflow());
  }

  private static int indexOfNul(byte[] text) {
    int i = 0;
    while (text[i] != 0) {
      i++;
    }
    return i;
  }

  private static UnreadableJsonException unreadable(String complaint, byte[] text, int at) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < at; i++) {
      column++;
      if (text[i] == '\n') {
        line++;
        column = 1;
      }
    }
    return new UnreadableJsonException(
        complaint, new JsonLocation(ContentReference.unknown(), at, line, column));
  }
}

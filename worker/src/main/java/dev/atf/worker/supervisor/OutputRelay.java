package dev.atf.worker.supervisor;

import dev.atf.runtime.PrintableText;
import dev.atf.runtime.loop.Threads;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Relay of a child's output, line by line with a prefix, so that lines never mix. Control
 * characters are replaced, because the output may be written to a terminal.
 */
final class OutputRelay {
  /** Maximum length of a line. A longer line is relayed in parts. */
  private static final int LINE_BYTES_MAX = 8 * 1024;

  /** Beginning of log lines of this framework as JSON: {@code ATF_LOG_FORMAT=json}. */
  private static final String LOG_DOCUMENT = "{\"at\":";

  private OutputRelay() {}

  /** Relays on a separate thread until the stream ends. {@code each} also receives every line. */
  static void start(String prefix, InputStream from, PrintStream to, Consumer<String> each) {
    Threads.system().start("atf-relay-" + prefix, () -> relay(prefix, from, to, each));
  }

  static void relay(String prefix, InputStream from, PrintStream to, Consumer<String> each) {
    var line = new ByteArrayOutputStream();
    try (var in = new BufferedInputStream(from)) {
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next != '\n') {
          line.write(next);
        }
        if (next == '\n' || line.size() == LINE_BYTES_MAX) {
          print(prefix, line, to, each);
        }
      }
    } catch (IOException e) {
      // The child has died. All output before that was relayed.
    }
    if (line.size() > 0) {
      print(prefix, line, to, each);
    }
  }

  /** Returns a line with the prefix. A log line that is a JSON document remains a JSON document. */
  static String prefixed(String prefix, String line) {
    return line.startsWith(LOG_DOCUMENT)
        ? "{\"executor\":\"" + prefix + "\"," + line.substring(1)
        : "[" + prefix + "] " + line;
  }

  private static void print(
      String prefix, ByteArrayOutputStream line, PrintStream to, Consumer<String> each) {
    var text = line.toString(StandardCharsets.UTF_8);
    each.accept(text);
    to.println(prefixed(prefix, PrintableText.of(text)));
    line.reset();
  }
}

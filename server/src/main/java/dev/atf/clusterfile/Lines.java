package dev.atf.clusterfile;

import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Line numbers of the paths in a file. */
final class Lines {
  private final Map<DocumentPath, Integer> lines = new HashMap<>();
  private Optional<DocumentPath> alias = Optional.empty();

  private Lines() {}

  /**
   * Reads the line numbers.
   *
   * @throws IOException if the file is not YAML
   */
  static Lines of(YAMLParser in) throws IOException {
    var read = new Lines();
    JsonToken token;
    while ((token = in.nextToken()) != null) {
      if (!token.isStructEnd()) {
        var context = in.getParsingContext();
        // The context of a structure begins with its first token.
        var holder = token.isStructStart() ? context.getParent() : context;
        var place = place(holder);
        read.lines.putIfAbsent(place, in.currentTokenLocation().getLineNr());
        if (in.isCurrentAlias() && read.alias.isEmpty()) {
          read.alias = Optional.of(place);
        }
      }
    }
    return read;
  }

  /** Returns the line of a path, or of its nearest parent that the file contains. */
  int of(DocumentPath place) {
    var at = place;
    while (!lines.containsKey(at) && !at.equals(DocumentPath.WHOLE)) {
      at = at.parent();
    }
    return lines.getOrDefault(at, 1);
  }

  /**
   * Returns the first alias of the file. Aliases are refused, because a tree does not contain the
   * content of their targets.
   */
  Optional<DocumentPath> alias() {
    return alias;
  }

  private static DocumentPath place(JsonStreamContext context) {
    var holder = context.getParent();
    if (holder == null) {
      return DocumentPath.WHOLE;
    }
    var around = place(holder);
    if (context.inArray()) {
      return around.element(context.getCurrentIndex());
    }
    return context.getCurrentName() == null ? around : around.child(context.getCurrentName());
  }
}

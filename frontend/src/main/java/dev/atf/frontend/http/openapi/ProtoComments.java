package dev.atf.frontend.http.openapi;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.SourceCodeInfo.Location;
import com.google.protobuf.Descriptors.GenericDescriptor;
import com.google.protobuf.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Comments of .proto files. The generated classes do not contain them.
 *
 * @param byName texts by the full names of the described elements, with one line for each paragraph
 */
record ProtoComments(Map<String, String> byName) {
  private static final Pattern PARAGRAPH_END = Pattern.compile("\n\\s*\n");

  static ProtoComments of(FileDescriptorSet files) {
    var comments = new HashMap<String, String>();
    for (var file : files.getFileList()) {
      for (Location location : file.getSourceCodeInfo().getLocationList()) {
        if (location.hasLeadingComments()) {
          nameOf(file, location.getPathList())
              .ifPresent(name -> comments.put(name, text(location.getLeadingComments())));
        }
      }
    }
    return new ProtoComments(Map.copyOf(comments));
  }

  /** Returns the comment in front of an element of a file; empty if there is none. */
  String on(GenericDescriptor described) {
    return byName.getOrDefault(described.getFullName(), "");
  }

  /**
   * Returns the full name of an element, as in Java's descriptors.
   *
   * @param path alternating field numbers and indexes
   * @return empty if the element has no name, such as an option
   */
  private static Optional<String> nameOf(FileDescriptorProto file, List<Integer> path) {
    var name = new StringBuilder(file.getPackage());
    Message element = file;
    for (int i = 0; i < path.size(); i += 2) {
      var field = element.getDescriptorForType().findFieldByNumber(path.get(i));
      if (field == null || !field.isRepeated() || i + 1 == path.size()) {
        return Optional.empty();
      }
      if (!(element.getRepeatedField(field, path.get(i + 1)) instanceof Message inner)) {
        return Optional.empty();
      }
      var named = inner.getDescriptorForType().findFieldByName("name");
      if (named == null) {
        return Optional.empty();
      }
      name.append('.').append(inner.getField(named));
      element = inner;
    }
    return Optional.of(name.toString());
  }

  private static String text(String comment) {
    return PARAGRAPH_END
        .splitAsStream(comment.strip())
        .map(paragraph -> paragraph.replaceAll("\\s*\n\\s*", " "))
        .collect(Collectors.joining("\n\n"));
  }
}

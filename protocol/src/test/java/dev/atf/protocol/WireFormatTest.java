package dev.atf.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Checks that the wire format only grows: {@code wire.txt} lists each field, value and call that
 * ever existed, and none of them may be removed or changed.
 */
final class WireFormatTest {
  private static final Path RECORD = Path.of("src/test/resources/wire.txt");
  private static final Path DESCRIPTORS = Path.of("target/proto/atf.protoset");

  private final SortedSet<String> lines = new TreeSet<>();

  @Test
  void nothingGoesAndNothingChanges() throws IOException {
    FileDescriptorSet.parseFrom(Files.readAllBytes(DESCRIPTORS)).getFileList().stream()
        .filter(file -> file.getPackage().equals("atf.v1"))
        .forEach(this::add);
    var recorded = new TreeSet<>(Files.readAllLines(RECORD));
    if (Boolean.getBoolean("atf.docs.update")) {
      recorded.addAll(lines);
      Files.write(RECORD, recorded);
    }

    assertThat(lines).as("breaks programs that speak an earlier version").containsAll(recorded);
    assertThat(recorded)
        .as("new: run ./mvnw -pl protocol test -Datf.docs.update=true")
        .containsAll(lines);
  }

  private void add(FileDescriptorProto file) {
    file.getMessageTypeList().forEach(message -> add("", message));
    file.getEnumTypeList().forEach(values -> add("", values));
    file.getServiceList().forEach(this::add);
  }

  private void add(String outer, DescriptorProto message) {
    var name = outer + message.getName() + ".";
    message
        .getFieldList()
        .forEach(field -> lines.add(name + field.getName() + " = " + described(field)));
    message.getNestedTypeList().forEach(inner -> add(name, inner));
    message.getEnumTypeList().forEach(inner -> add(name, inner));
  }

  private static String described(FieldDescriptorProto field) {
    var label =
        field.getLabel() == FieldDescriptorProto.Label.LABEL_REPEATED
            ? "repeated "
            : field.getProto3Optional() ? "optional " : "";
    var type = field.hasTypeName() ? field.getTypeName() : field.getType().name();
    return field.getNumber() + ": " + label + type;
  }

  private void add(String outer, EnumDescriptorProto values) {
    values
        .getValueList()
        .forEach(
            value ->
                lines.add(
                    outer + values.getName() + "." + value.getName() + " = " + value.getNumber()));
  }

  private void add(ServiceDescriptorProto service) {
    service
        .getMethodList()
        .forEach(call -> lines.add(service.getName() + "." + call.getName() + described(call)));
  }

  private static String described(MethodDescriptorProto call) {
    return "(%s) -> %s%s"
        .formatted(
            call.getInputType(), call.getServerStreaming() ? "stream " : "", call.getOutputType());
  }
}

package dev.atf.frontend.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.google.common.base.Suppliers;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import com.linecorp.armeria.common.grpc.GrpcJsonMarshaller;
import dev.atf.validation.JsonBody;
import dev.atf.validation.JsonValues;
import dev.atf.validation.Violations;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServiceDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.curioswitch.common.protobuf.json.MessageMarshaller;
import org.jspecify.annotations.Nullable;

/**
 * Marshaller of messages as proto3's JSON, with two differences from the standard. An integer in a
 * {@code google.protobuf.Value} is written as an integer, so that a payload's {@code 1} does not
 * come back as {@code 1.0}. Every failure to read a message is an {@link IOException}.
 */
final class JsonMarshaller implements GrpcJsonMarshaller {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .characterEscapes(new HtmlSafe())
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  /**
   * Created on the first call, because it generates a class for each message, which takes a second
   * of processor time.
   */
  private final Supplier<GrpcJsonMarshaller> reader;

  private final Supplier<MessageMarshaller> writer;

  JsonMarshaller(ServiceDescriptor service, Consumer<MessageMarshaller.Builder> settings) {
    this.reader =
        Suppliers.memoize(
            () -> GrpcJsonMarshaller.builder().jsonMarshallerCustomizer(settings).build(service));
    this.writer = Suppliers.memoize(() -> writer(service, settings));
  }

  private static MessageMarshaller writer(
      ServiceDescriptor service, Consumer<MessageMarshaller.Builder> settings) {
    var messages = MessageMarshaller.builder().omittingInsignificantWhitespace(true);
    settings.accept(messages);
    for (var method : service.getMethods()) {
      if (method.getResponseMarshaller() instanceof PrototypeMarshaller<?> prototypes
          && prototypes.getMessagePrototype() instanceof Message prototype) {
        messages.register(prototype);
      }
    }
    return messages.build();
  }

  @Override
  public <T> void serializeMessage(
      MethodDescriptor.Marshaller<T> marshaller, T message, OutputStream out) throws IOException {
    try (var json = new IntegersAsIntegers(FACTORY.createGenerator(out))) {
      writer.get().writeValue((Message) message, json);
    }
  }

  /** Returns the text of an answer of the service, or of a part of an answer. */
  String text(Message message) {
    var text = new ByteArrayOutputStream();
    try (var json = new IntegersAsIntegers(FACTORY.createGenerator(text))) {
      writer.get().writeValue(message, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  @Override
  public <T> T deserializeMessage(MethodDescriptor.Marshaller<T> marshaller, InputStream in)
      throws IOException {
    try {
      if (marshaller instanceof PrototypeMarshaller<?> prototypes
          && prototypes.getMessagePrototype() instanceof Message prototype) {
        var text = in.readAllBytes();
        requireFit(text, prototype.getDescriptorForType());
        return reader.get().deserializeMessage(marshaller, new ByteArrayInputStream(text));
      }
      return reader.get().deserializeMessage(marshaller, in);
    } catch (StatusRuntimeException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Checks gRPC requests with JSON messages, which do not pass {@link StrictJson}. */
  private static void requireFit(byte[] text, Descriptor message) throws IOException {
    var violations = new Violations();
    JsonBody.check(text, message, Map.of(), violations);
    if (!violations.isEmpty()) {
      throw StatusProto.toStatusRuntimeException(violations.status());
    }
  }

  /** Escapes for texts in a web page: no text of a task may end a script or begin a tag. */
  private static final class HtmlSafe extends CharacterEscapes {
    private static final long serialVersionUID = 1L;
    private static final int[] ASCII = standardAsciiEscapesForJSON();

    static {
      for (char c : new char[] {'<', '>', '&', '\''}) {
        ASCII[c] = ESCAPE_STANDARD;
      }
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ASCII.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return c == 0x2028 || c == 0x2029
          ? new SerializedString("\\u" + Integer.toHexString(c))
          : null;
    }
  }

  private static final class IntegersAsIntegers extends JsonGeneratorDelegate {
    IntegersAsIntegers(JsonGenerator out) {
      super(out, false);
    }

    @Override
    public void writeNumber(double number) throws IOException {
      if (JsonValues.isExactInteger(number)) {
        delegate.writeNumber((long) number);
      } else {
        delegate.writeNumber(number);
      }
    }
  }
}

package dev.atf.runtime.rpc;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.WireFormat;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.refusal.CallRefusal;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Limit of the fields of one request. Two bytes of a request can become a message of two hundred
 * bytes, so that the number of its bytes does not bound its memory. Requests are therefore read
 * through before they are parsed: one with too many fields is refused, and one that takes more
 * memory than its bytes stand for counts as more bytes ({@link BodyLimit}).
 */
public final class FieldLimit {
  /**
   * Maximum number of fields of a request, those of its inner messages and of its map entries
   * included. A full batch has 1,000 tasks, of which each may have 30 fields, 50 labels of three
   * fields, and 60 files of five.
   */
  public static final int FIELDS_MAX = 500_000;

  /** Depth at which the parser refuses a message. */
  private static final int DEPTH_MAX = 100;

  /** Memory of a field: its place in a list or a table, and the object around its value. */
  private static final int FIELD_BYTES = 40;

  /** Memory of a message without fields, and of each field that it may have. */
  private static final int MESSAGE_BYTES = 40;

  private static final int MEMBER_BYTES = 8;

  /** Memory of a field that is kept without being known: its entry in a tree, with its lists. */
  private static final int UNKNOWN_BYTES = 160;

  /**
   * Descriptors with a limit, by those without: tables are kept by descriptor, so that there must
   * not be others for each server.
   */
  private static final Map<ServiceDescriptor, ServiceDescriptor> LIMITED =
      new ConcurrentHashMap<>();

  private int fields;
  private long memory;

  private FieldLimit() {}

  /** Returns the same service with the limit. */
  static ServerServiceDefinition on(ServerServiceDefinition service) {
    var descriptor =
        LIMITED.computeIfAbsent(service.getServiceDescriptor(), FieldLimit::descriptor);
    var methods =
        descriptor.getMethods().stream()
            .collect(Collectors.toMap(MethodDescriptor::getFullMethodName, Function.identity()));
    var limited = ServerServiceDefinition.builder(descriptor);
    for (var method : service.getMethods()) {
      add(limited, method, methods.get(method.getMethodDescriptor().getFullMethodName()));
    }
    return limited.build();
  }

  @SuppressWarnings("unchecked") // the same method
  private static <Q, A> void add(
      ServerServiceDefinition.Builder to,
      ServerMethodDefinition<Q, A> method,
      @Nullable MethodDescriptor<?, ?> limited) {
    to.addMethod((MethodDescriptor<Q, A>) limited, method.getServerCallHandler());
  }

  private static ServiceDescriptor descriptor(ServiceDescriptor service) {
    var limited =
        ServiceDescriptor.newBuilder(service.getName())
            .setSchemaDescriptor(service.getSchemaDescriptor());
    service.getMethods().forEach(method -> limited.addMethod(method(method)));
    return limited.build();
  }

  private static <Q, A> MethodDescriptor<Q, A> method(MethodDescriptor<Q, A> method) {
    var requests = method.getRequestMarshaller();
    if (!(requests instanceof PrototypeMarshaller<Q> prototypes)
        || !(prototypes.getMessagePrototype() instanceof Message)) {
      throw new IllegalArgumentException(
          method.getFullMethodName() + " has requests that are not of protobuf");
    }
    return method.toBuilder().setRequestMarshaller(new Limited<>(prototypes)).build();
  }

  /**
   * Counts the memory of a request in JSON that is about to be read.
   *
   * @param values in the text: fields and elements
   * @throws StatusRuntimeException OVERLOADED if it is more than the caller's share
   */
  public static void chargeJson(int values, int bytes) {
    charge((long) values * UNKNOWN_BYTES, bytes);
  }

  private static void charge(long memory, int bytes) {
    var context = ServiceRequestContext.currentOrNull();
    if (context != null) {
      BodyLimit.charge(context, memory, bytes);
    }
  }

  /**
   * Checks a request of this type.
   *
   * @throws StatusRuntimeException REQUEST_TOO_LARGE, OVERLOADED
   * @throws InvalidProtocolBufferException if the parser would refuse it
   */
  static void check(byte[] request, Descriptor type) throws IOException {
    var limit = new FieldLimit();
    limit.read(CodedInputStream.newInstance(request), type, 1);
    charge(limit.memory, request.length);
  }

  /** Reads the fields of one message, with those of its inner messages. */
  private void read(CodedInputStream in, Descriptor type, int depth) throws IOException {
    int groups = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int wireType = WireFormat.getTagWireType(tag);
      if (wireType == WireFormat.WIRETYPE_END_GROUP) {
        groups--;
        continue;
      }
      // What is in a group is not known, whatever its number: no message here has groups.
      var field = groups == 0 ? type.findFieldByNumber(WireFormat.getTagFieldNumber(tag)) : null;
      count(field);
      if (wireType == WireFormat.WIRETYPE_START_GROUP) {
        groups++;
      } else if (wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED
          && field != null
          && isMessage(field)) {
        inner(in, field.getMessageType(), depth + 1);
      } else {
        in.skipField(tag);
      }
    }
  }

  private void inner(CodedInputStream in, Descriptor type, int depth) throws IOException {
    int length = in.readRawVarint32();
    if (depth > DEPTH_MAX) {
      // The parser will refuse the request at this depth.
      in.skipRawBytes(length);
      return;
    }
    int limit = in.pushLimit(length);
    read(in, type, depth);
    in.popLimit(limit);
  }

  private static boolean isMessage(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
  }

  private void count(@Nullable FieldDescriptor field) {
    fields++;
    if (fields > FIELDS_MAX) {
      throw new CallRefusal(
              Code.RESOURCE_EXHAUSTED,
              HttpStatus.REQUEST_ENTITY_TOO_LARGE,
              "REQUEST_TOO_LARGE",
              "the request has too many fields: more than %d (expected: at most %d, those of inner messages included; send it in parts, and large JSON payloads as data)"
                  .formatted(FIELDS_MAX, FIELDS_MAX))
          .grpcException();
    }
    memory +=
        field == null
            ? UNKNOWN_BYTES
            : FIELD_BYTES
                + (isMessage(field)
                    ? MESSAGE_BYTES
                        + MEMBER_BYTES * field.getMessageType().toProto().getFieldCount()
                    : 0);
  }

  /** Marshaller that checks a request before it is parsed. */
  private record Limited<Q>(PrototypeMarshaller<Q> all) implements PrototypeMarshaller<Q> {
    @Override
    public Class<Q> getMessageClass() {
      return all.getMessageClass();
    }

    @Override
    public @Nullable Q getMessagePrototype() {
      return all.getMessagePrototype();
    }

    @Override
    public InputStream stream(Q request) {
      return all.stream(request);
    }

    @Override
    @SuppressWarnings("unchecked") // messages are parsed as their own type
    public Q parse(InputStream stream) {
      try {
        var prototype = (Message) all.getMessagePrototype();
        var bytes = stream.readAllBytes();
        check(bytes, prototype.getDescriptorForType());
        return (Q) prototype.getParserForType().parseFrom(bytes);
      } catch (InvalidProtocolBufferException e) {
        throw Status.INTERNAL
            .withDescription("Invalid protobuf byte sequence")
            .withCause(e)
            .asRuntimeException();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

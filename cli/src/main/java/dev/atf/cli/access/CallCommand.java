package dev.atf.cli.access;

import com.google.protobuf.Message;
import dev.atf.local.ApiConnection;
import io.grpc.MethodDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Command whose arguments are the fields of the request of one method of the API. */
@Command
public abstract class CallCommand<Q extends Message, A extends Message> extends ApiCommand {
  /** Maximum page size of the server. */
  private static final int PAGE_MAX = 1_000;

  private final Supplier<MethodDescriptor<Q, A>> method;
  private final List<Argument> arguments;
  private final List<Consumer<Message.Builder>> setters = new ArrayList<>();

  /**
   * Creates a command.
   *
   * @param method a supplier, so that only the command that runs loads its messages
   */
  protected CallCommand(Supplier<MethodDescriptor<Q, A>> method, List<Argument> arguments) {
    this.method = method;
    this.arguments = List.copyOf(arguments);
  }

  /** Adds the arguments to the command that picocli has made of the annotations. */
  public final void addArgumentsTo(CommandSpec command) {
    arguments.forEach(argument -> setters.add(argument.addTo(command)));
  }

  /** Returns the request with the values of the command line. */
  @SuppressWarnings("unchecked") // A builder builds messages of its own type.
  protected final Q request() {
    var request = prototype(method.get().getRequestMarshaller()).newBuilderForType();
    setters.forEach(setter -> setter.accept(request));
    return (Q) request.build();
  }

  /** Calls the method, and prints the answer to the request for people, or as JSON. */
  protected final int printAnswer(BiConsumer<Q, A> printer) {
    var request = request();
    return api.answer(
        connection -> answer(connection, request), answer -> printer.accept(request, answer));
  }

  /** Calls the method. */
  protected final A answer(ApiConnection connection, Q request) {
    return connection.call(method.get(), request);
  }

  /** Calls the method of a list page by page, and returns all pages as one answer. */
  @SuppressWarnings("unchecked") // A builder builds messages of its own type.
  protected final A pages(ApiConnection connection, Q request, int countMax) {
    var all = prototype(method.get().getResponseMarshaller()).toBuilder();
    var list = all.getDescriptorForType().findFieldByNumber(1);
    var token = "";
    do {
      int left = countMax - all.getRepeatedFieldCount(list);
      var sized = with(request, "page_size", Math.min(PAGE_MAX, left));
      var page = answer(connection, with(sized, "page_token", token));
      all.mergeFrom(page);
      token = nextPageToken(page);
    } while (!token.isEmpty() && all.getRepeatedFieldCount(list) < countMax);
    return with((A) all.build(), "next_page_token", token);
  }

  static String nextPageToken(Message page) {
    return (String) field(page, "next_page_token");
  }

  /** Returns the value of a field. */
  public static Object field(Message message, String field) {
    return message.getField(message.getDescriptorForType().findFieldByName(field));
  }

  /** Returns a message with another value of a field. */
  @SuppressWarnings("unchecked") // A builder builds messages of its own type.
  public static <M extends Message> M with(M message, String field, Object value) {
    var descriptor = message.getDescriptorForType().findFieldByName(field);
    return (M) message.toBuilder().setField(descriptor, value).build();
  }

  private static <M> M prototype(MethodDescriptor.Marshaller<M> marshaller) {
    return Objects.requireNonNull(
        ((MethodDescriptor.PrototypeMarshaller<M>) marshaller).getMessagePrototype());
  }
}

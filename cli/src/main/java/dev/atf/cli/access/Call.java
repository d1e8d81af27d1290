package dev.atf.cli.access;

import com.google.protobuf.Message;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.LimitOption;
import dev.atf.local.ApiConnection;
import io.grpc.MethodDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Row of a {@link dev.atf.cli.output.CommandTable}: a command that only calls a method and prints
 * the answer. It has a name and a description, arguments, the method, and a way to print:
 *
 * <pre>{@code
 * call("get", "Show a route.")
 *     .with(ROUTE)
 *     .calls(RouteServiceGrpc::getGetRouteMethod, RouteCommand::print)
 * }</pre>
 */
public final class Call {
  private final String name;
  private final String[] description;
  private final List<Argument> arguments = new ArrayList<>();
  private String[] footer = {};

  private Call(String name, String... description) {
    this.name = name;
    this.description = description;
  }

  /** Prints an answer for people. */
  public interface Printer<Q, A> {
    void print(ApiOptions api, Q request, A answer);
  }

  /** Begins a command with the lines of its description. */
  public static Call call(String name, String... description) {
    return new Call(name, description);
  }

  public Call footer(String... lines) {
    footer = lines;
    return this;
  }

  public Call with(Argument... more) {
    arguments.addAll(List.of(more));
    return this;
  }

  public <Q extends Message, A extends Message> CommandSpec calls(
      Supplier<MethodDescriptor<Q, A>> method, BiConsumer<ApiOptions, A> printer) {
    return calls(method, (api, request, answer) -> printer.accept(api, answer));
  }

  public <Q extends Message, A extends Message> CommandSpec calls(
      Supplier<MethodDescriptor<Q, A>> method, Printer<Q, A> printer) {
    return calls(method, (connection, request) -> request, printer);
  }

  /**
   * Returns a command that completes its request before it calls the method.
   *
   * @param completed adds to the request what other calls return
   */
  public <Q extends Message, A extends Message> CommandSpec calls(
      Supplier<MethodDescriptor<Q, A>> method,
      BiFunction<ApiConnection, Q, Q> completed,
      Printer<Q, A> printer) {
    return as(
        all ->
            new CallCommand<Q, A>(method, all) {
              @Override
              public Integer call() {
                var request = request();
                return api.answer(
                    connection -> answer(connection, completed.apply(connection, request)),
                    answer -> printer.print(api, request, answer));
              }
            });
  }

  /** Returns a command that repeats the call with {@code --watch}. */
  public <Q extends Message, A extends Message> CommandSpec watches(
      Supplier<MethodDescriptor<Q, A>> method, BiConsumer<ApiOptions, A> printer) {
    return as(
        all ->
            new CallCommand<Q, A>(method, all) {
              @Mixin private Repetition repetition;

              @Override
              public Integer call() {
                var request = request();
                return repetition.run(
                    api,
                    connection -> {
                      api.print(answer(connection, request), answer -> printer.accept(api, answer));
                      return true;
                    });
              }
            });
  }

  /** Returns a command that reads a list page by page, up to {@code --limit}. */
  public <Q extends Message, A extends Message> CommandSpec lists(
      Supplier<MethodDescriptor<Q, A>> method, Printer<Q, A> printer) {
    return as(
        all ->
            new CallCommand<Q, A>(method, all) {
              @Mixin private Bounds bounds;
              @Mixin private LimitOption limit;

              @Override
              public Integer call() {
                int countMax = limit.get(bounds);
                var request = request();
                return api.answer(
                    connection -> pages(connection, request, countMax),
                    answer -> {
                      printer.print(api, request, answer);
                      if (!nextPageToken(answer).isEmpty()) {
                        api.err().println("there may be more: --limit shows them");
                      }
                    });
              }
            });
  }

  /** Returns a command that does something else with its request. */
  public CommandSpec as(Function<List<Argument>, CallCommand<?, ?>> command) {
    var spec = CommandSpec.forAnnotatedObject(command.apply(arguments)).name(name);
    spec.usageMessage().description(description).footer(footer);
    return spec;
  }
}

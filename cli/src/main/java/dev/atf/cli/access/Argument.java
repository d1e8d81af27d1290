package dev.atf.cli.access;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.ProtocolMessageEnum;
import com.google.protobuf.Timestamp;
import dev.atf.cli.output.JsonInput;
import dev.atf.protocol.ProtoTimes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** Argument of a {@link CallCommand}, whose value becomes a field of the request. */
public interface Argument {
  /** The lambda that a command is about. */
  Argument LAMBDA = parameter("LAMBDA", "The name of the lambda.");

  /**
   * Adds the argument to a command.
   *
   * @return sets the field of a request, if the argument has a value after parsing
   */
  Consumer<Message.Builder> addTo(CommandSpec command);

  /**
   * Returns an option. {@code -p, --page-token=T} is a text, {@code --all} is a flag. The field has
   * the long name: {@code page_token}.
   */
  static Single option(String usage, String description) {
    int equals = usage.indexOf('=');
    var names = equals < 0 ? usage : usage.substring(0, equals);
    var label = usage.substring(equals + 1);
    var field = names.substring(names.lastIndexOf("--") + 2).replace('-', '_');
    Class<?> type = equals < 0 ? boolean.class : String.class;
    return new Single(names, label, description, List.of(type), false, "", setter(field, names));
  }

  /** Returns a required parameter. The field has the name of the parameter in lower case. */
  static Single parameter(String name, String description) {
    var setter = setter(name.toLowerCase(Locale.ROOT), name);
    return new Single(name, name, description, List.of(String.class), true, "", setter);
  }

  /**
   * Returns options that exclude each other.
   *
   * @param multiplicity {@code 1} if one of them is required, otherwise {@code 0..1}
   */
  static Argument oneOf(String multiplicity, Single... options) {
    return command -> {
      var group = ArgGroupSpec.builder().multiplicity(multiplicity);
      var setters = new ArrayList<Consumer<Message.Builder>>();
      for (var option : options) {
        var spec = option.spec(command);
        group.addArg(spec);
        setters.add(option.valueOf(spec, command));
      }
      command.addArgGroup(group.build());
      return request -> setters.forEach(setter -> setter.accept(request));
    };
  }

  /** Returns several arguments as one. */
  static Argument all(Argument... arguments) {
    return command -> {
      var setters = Arrays.stream(arguments).map(each -> each.addTo(command)).toList();
      return request -> setters.forEach(setter -> setter.accept(request));
    };
  }

  /** Returns a field that has the same value in every request. */
  static Argument fixed(String field, Object value) {
    return command -> request -> setter(field, field).accept(request, value);
  }

  /**
   * Returns what sets a field of a request.
   *
   * @param path name of the field, or path to a field of a message in it: {@code to.lambda}
   * @param argument name of the argument, for error messages
   */
  private static BiConsumer<Message.Builder, Object> setter(String path, String argument) {
    return (message, value) -> {
      int dot = path.indexOf('.');
      var name = dot < 0 ? path : path.substring(0, dot);
      var field =
          Objects.requireNonNull(message.getDescriptorForType().findFieldByName(name), path);
      if (dot >= 0) {
        var inner = message.getFieldBuilder(field);
        setter(path.substring(dot + 1), argument).accept(inner, value);
      } else if (value instanceof Map<?, ?> entries) {
        entries.forEach(
            (key, each) -> {
              var entry = message.newBuilderForField(field);
              setter("key", argument).accept(entry, key);
              setter("value", argument).accept(entry, each);
              message.addRepeatedField(field, entry.build());
            });
      } else if (value instanceof List<?> elements) {
        elements.forEach(each -> message.addRepeatedField(field, proto(each, field, argument)));
      } else {
        message.setField(field, proto(value, field, argument));
      }
    };
  }

  /** Returns a value as a field takes it. In a field for a time, a duration counts from now. */
  private static Object proto(Object value, FieldDescriptor field, String argument) {
    if (value instanceof ProtocolMessageEnum constant) {
      return constant.getValueDescriptor();
    }
    if (value instanceof Enum<?> constant) {
      return field.getJavaType() == FieldDescriptor.JavaType.ENUM
          ? field.getEnumType().findValueByName(constant.name())
          : constant.name();
    }
    if (value instanceof Instant at) {
      return ProtoTimes.proto(at);
    }
    if (value instanceof Duration period) {
      return field.getMessageType().equals(Timestamp.getDescriptor())
          ? ProtoTimes.proto(InstantSource.system().instant().plus(period))
          : ProtoTimes.proto(period);
    }
    boolean isJson = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
    return isJson && value instanceof String text ? new JsonInput(argument, text).value() : value;
  }

  /**
   * One option or parameter.
   *
   * @param types type of the value; for a list or map, the types of its elements follow
   * @param fallback default value; empty for none
   */
  record Single(
      String names,
      String label,
      String description,
      List<Class<?>> types,
      boolean mandatory,
      String fallback,
      BiConsumer<Message.Builder, Object> setter)
      implements Argument {

    /** Returns the argument with another type of its value: {@code of(List.class, Mode.class)}. */
    public Single of(Class<?>... other) {
      return new Single(names, label, description, List.of(other), mandatory, fallback, setter);
    }

    public Single required(boolean required) {
      return new Single(names, label, description, types, required, fallback, setter);
    }

    public Single orElse(String value) {
      return new Single(names, label, description, types, mandatory, value, setter);
    }

    /** Returns the argument for another field: a name, or a path such as {@code to.lambda}. */
    public Single into(String field) {
      return by(Argument.setter(field, names));
    }

    /** Returns the argument with another way to put its value into the builder of a request. */
    @SuppressWarnings("unchecked") // The command has such requests, and the argument this type.
    public <B extends Message.Builder, T> Single by(BiConsumer<B, T> other) {
      var any = (BiConsumer<Message.Builder, Object>) (BiConsumer<?, ?>) other;
      return new Single(names, label, description, types, mandatory, fallback, any);
    }

    @Override
    public Consumer<Message.Builder> addTo(CommandSpec command) {
      var spec = spec(command);
      command.add(spec);
      return valueOf(spec, command);
    }

    private Consumer<Message.Builder> valueOf(ArgSpec spec, CommandSpec command) {
      return request ->
          Optional.<Object>ofNullable(spec.getValue())
              .ifPresent(
                  value -> {
                    requireSent(value, command);
                    setter.accept(request, value);
                  });
    }

    /** Refuses an empty text and 0, which protobuf does not distinguish from no value. */
    private void requireSent(Object value, CommandSpec command) {
      boolean isNone =
          value instanceof Number number ? number.longValue() < 1 : value.toString().isEmpty();
      if (isNone) {
        var name = names.substring(names.lastIndexOf(' ') + 1);
        throw new ParameterException(
            command.commandLine(),
            value instanceof Number
                ? "%s: %s (expected: at least 1)".formatted(name, value)
                : "%s: an empty text (expected: at least one character)".formatted(name));
      }
    }

    private ArgSpec spec(CommandSpec command) {
      var parts = types.subList(1, types.size()).toArray(Class<?>[]::new);
      if (names.startsWith("-")) {
        var option =
            OptionSpec.builder(names.split(", ", -1))
                .paramLabel(label)
                .description(description)
                .type(types.get(0))
                .auxiliaryTypes(parts)
                .required(mandatory);
        return (fallback.isEmpty() ? option : option.defaultValue(fallback)).build();
      }
      var parameter =
          PositionalParamSpec.builder()
              .index(Integer.toString(command.positionalParameters().size()))
              .paramLabel(label)
              .description(description)
              .type(types.get(0))
              .required(mandatory);
      return (mandatory ? parameter : parameter.arity("0..1")).build();
    }
  }
}

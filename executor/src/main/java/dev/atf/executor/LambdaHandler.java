package dev.atf.executor;

/**
 * A handler that knows what it handles, for containers that find handlers by their type.
 *
 * @param <T> what the payload is read as
 */
public interface LambdaHandler<T> extends TaskHandler<T> {
  /** The name of the lambda. */
  String lambda();

  /** What the payload is read as; {@code byte[]} and {@code JsonNode} are taken as they are. */
  Class<T> payloadType();

  /** One of its parts. */
  static <T> LambdaHandler<T> of(String lambda, Class<T> payloadType, TaskHandler<T> handler) {
    return new LambdaHandler<>() {
      @Override
      public String lambda() {
        return lambda;
      }

      @Override
      public Class<T> payloadType() {
        return payloadType;
      }

      @Override
      public Outcome handle(T payload, TaskContext context) throws Exception {
        return handler.handle(payload, context);
      }
    };
  }
}

package dev.atf.executor;

/**
 * Handler that names its lambda and payload type. Containers such as Spring find handlers by this
 * type.
 *
 * @param <T> Java type of the payload
 */
public interface LambdaHandler<T> extends TaskHandler<T> {
  /** Returns the name of the lambda. */
  String lambda();

  /**
   * Returns the Java type of the payload; {@code byte[]} and {@code JsonNode} are passed as they
   * are.
   */
  Class<T> payloadType();

  /** Returns a handler for a lambda and payload type. */
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

package dev.atf.executor;

/** Example of the README, kept here so that it is compiled and run. */
final class ExampleWorker {
  // example begins
  record ResizeRequest(String image, int width) {}

  record Resized(String image, int bytes) {}

  public static void main(String[] args) {
    var worker = Worker.builder(ExecutorConfig.fromEnvironment());
    System.exit(worker.handle("resize-image", ResizeRequest.class, ExampleWorker::resize).run());
  }

  static Outcome resize(ResizeRequest request, TaskContext context) {
    if (request.width() < 1) {
      return Outcome.fatal("WIDTH_INVALID", "width: " + request.width() + " (expected: 1 or more)");
    }
    context.throwIfCancelled();
    var target = request.image() + "@" + request.width() + "-" + context.fencingToken();
    return Outcome.success(new Resized(target, request.width() * request.width()));
  }

  // example ends
}

package dev.atf.client;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.okhttp.OkHttpServerBuilder;
import java.io.IOException;

/** gRPC server of one service, and a client of it. */
record OneService(Server server, AtfClient client) implements AutoCloseable {
  static OneService start(BindableService service) throws IOException {
    var server =
        OkHttpServerBuilder.forPort(0, InsecureServerCredentials.create())
            .addService(service)
            .build()
            .start();
    return new OneService(
        server, AtfClient.builder("http://127.0.0.1:" + server.getPort()).build());
  }

  @Override
  public void close() {
    client.close();
    server.shutdownNow();
  }
}

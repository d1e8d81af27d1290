package dev.atf.lab.bench.keys;

import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.SkipHeadRequest;
import java.util.Set;
import java.util.TreeSet;

/** Calls by which the benchmark looks at the ordering keys of its lambda, and unblocks them. */
record KeyCalls(ApiConnection api) {
  private static final int PAGE = 1_000;

  OrderingKey key(String name) {
    return api.keys()
        .getKey(GetKeyRequest.newBuilder().setLambda(KeyWorker.LAMBDA).setKey(name).build());
  }

  /** Skips the head task as an operator would, once the key is held. */
  void skipHead(OrderingKey key) {
    var unused =
        api.keys()
            .skipHead(
                SkipHeadRequest.newBuilder()
                    .setLambda(KeyWorker.LAMBDA)
                    .setKey(key.getKey())
                    .setTaskId(key.getHolderTaskId())
                    .build());
  }

  /** Returns the keys for whose turn tasks wait, including the held ones. */
  Set<String> listed() {
    var names = new TreeSet<String>();
    var token = "";
    do {
      var page =
          api.keys()
              .listKeys(
                  ListKeysRequest.newBuilder()
                      .setLambda(KeyWorker.LAMBDA)
                      .setPageSize(PAGE)
                      .setPageToken(token)
                      .build());
      page.getKeysList().forEach(key -> names.add(key.getKey()));
      token = page.getNextPageToken();
    } while (!token.isEmpty());
    return names;
  }
}

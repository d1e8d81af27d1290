package dev.atf.frontend.lambda;

import dev.atf.access.AccessControl;
import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.Gates;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.ListLambdasResponse;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.validation.LambdaCodec;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Reads lambdas with their gates, as callers see them. */
final class LambdaReading {
  private final LambdaRegistry registry;
  private final GateRegistry gates;
  private final LambdaFigures figures;
  private final AccessControl access;
  private final InstantSource clock;

  @Inject
  LambdaReading(
      LambdaRegistry registry,
      GateRegistry gates,
      LambdaFigures figures,
      AccessControl access,
      InstantSource clock) {
    this.registry = registry;
    this.gates = gates;
    this.figures = figures;
    this.access = access;
    this.clock = clock;
  }

  /**
   * Returns one lambda with its live figures.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND
   */
  Lambda read(LambdaName name) {
    var lambda = registry.find(name).orElseThrow(() -> LambdaCache.notFound(name));
    var present = gates.read();
    var now = now();
    return view(lambda, present, now).setLive(figures.read(lambda, present, now)).build();
  }

  /** Returns a page of those lambdas that the caller may see. */
  ListLambdasResponse list(ListLambdasRequest request) {
    var response = ListLambdasResponse.newBuilder();
    var present = gates.read();
    var now = now();
    var visible = access.visible();
    var page =
        LambdaPage.of(
            request,
            registry.list().stream().filter(lambda -> visible.test(lambda.name().value())));
    page.lambdas().forEach(lambda -> response.addLambdas(view(lambda, present, now)));
    return response.setNextPageToken(page.next()).build();
  }

  /** Adds the current gates to a lambda that was just read. */
  Lambda withGates(LambdaDefinition lambda, Instant now) {
    return view(lambda, gates.read(), now).build();
  }

  private static Lambda.Builder view(LambdaDefinition lambda, Gates gates, Instant now) {
    var view = LambdaCodec.lambda(lambda);
    gates.of(lambda.name()).forEach(gate -> view.addGates(GateCodec.proto(gate, now)));
    return view;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Page of lambdas, in the order of their names.
   *
   * @param next token of the next page; empty on the last page
   */
  private record LambdaPage(List<LambdaDefinition> lambdas, String next) {
    private static final int SIZE_MAX = 1_000;

    /**
     * Returns the requested page of lambdas.
     *
     * @param visible lambdas that the caller may see
     * @throws InvalidFieldException if the request's size is out of range
     */
    static LambdaPage of(ListLambdasRequest request, Stream<LambdaDefinition> visible) {
      int size = request.getPageSize();
      if (size < 0 || size > SIZE_MAX) {
        throw new InvalidFieldException(
            "pageSize", Integer.toString(size), "0 for all, or 1 to " + SIZE_MAX);
      }
      var rest =
          visible
              .sorted(Comparator.comparing(LambdaPage::name))
              .filter(lambda -> name(lambda).compareTo(request.getPageToken()) > 0);
      var lambdas = (size == 0 ? rest : rest.limit(size + 1L)).toList();
      if (size == 0 || lambdas.size() <= size) {
        return new LambdaPage(lambdas, "");
      }
      var page = lambdas.subList(0, size);
      return new LambdaPage(page, name(page.get(size - 1)));
    }

    private static String name(LambdaDefinition lambda) {
      return lambda.name().value();
    }
  }
}

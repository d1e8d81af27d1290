package dev.atf.frontend.lambda;

import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.ListLambdasRequest;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Page of the list of lambdas, by their names.
 *
 * @param next token of the page behind it; empty on the last one
 */
record LambdaPage(List<LambdaDefinition> lambdas, String next) {
  private static final int SIZE_MAX = 1_000;

  /**
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

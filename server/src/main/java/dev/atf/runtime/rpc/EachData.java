package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.FilteredHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpRequest;
import java.util.function.UnaryOperator;

/**
 * Request that passes its data to a function as it arrives. With {@link HttpRequest#mapData}, the
 * function would get the data of an aggregated body only after all of it is in memory.
 */
public final class EachData extends FilteredHttpRequest {
  private final UnaryOperator<HttpData> function;

  public EachData(HttpRequest request, UnaryOperator<HttpData> function) {
    super(request);
    this.function = function;
  }

  @Override
  protected HttpObject filter(HttpObject part) {
    return part instanceof HttpData data ? function.apply(data) : part;
  }
}

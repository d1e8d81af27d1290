/** Definitions of lambdas, as last read. */
@NullMarked
package dev.atf.storeconsumer.lambda;

import org.jspecify.annotations.NullMarked;

/** Definitions of lambdas, as of the last read. */
@NullMarked
package dev.atf.storeconsumer.lambda;

import org.jspecify.annotations.NullMarked;

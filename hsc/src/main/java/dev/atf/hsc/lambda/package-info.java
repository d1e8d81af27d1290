/** Definitions of lambdas and their gates, as last read. */
@NullMarked
package dev.atf.hsc.lambda;

import org.jspecify.annotations.NullMarked;

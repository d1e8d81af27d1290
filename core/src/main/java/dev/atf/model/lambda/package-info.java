/** Definitions of lambdas: leases, retries, gates and quarantine. */
@NullMarked
package dev.atf.model.lambda;

import org.jspecify.annotations.NullMarked;

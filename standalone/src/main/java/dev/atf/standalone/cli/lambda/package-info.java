/** Commands on lambdas and gates. */
@NullMarked
package dev.atf.standalone.cli.lambda;

import org.jspecify.annotations.NullMarked;

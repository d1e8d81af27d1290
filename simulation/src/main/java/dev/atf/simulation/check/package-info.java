/** The laws, each as a rule over what was seen to happen; none knows how it came about. */
@NullMarked
package dev.atf.simulation.check;

import org.jspecify.annotations.NullMarked;

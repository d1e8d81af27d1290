/** The laws, each as a rule over observed events; none depends on the implementation. */
@NullMarked
package dev.atf.simulation.check;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.atf.frontend.plans.periodic;

import org.jspecify.annotations.NullMarked;

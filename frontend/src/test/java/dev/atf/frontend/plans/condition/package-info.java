@NullMarked
package dev.atf.frontend.plans.condition;

import org.jspecify.annotations.NullMarked;

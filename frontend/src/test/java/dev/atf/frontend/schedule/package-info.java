@NullMarked
package dev.atf.frontend.schedule;

import org.jspecify.annotations.NullMarked;

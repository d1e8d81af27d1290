@NullMarked
package dev.atf.frontend.event;

import org.jspecify.annotations.NullMarked;

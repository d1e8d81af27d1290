@NullMarked
package dev.atf.controller.claim;

import org.jspecify.annotations.NullMarked;

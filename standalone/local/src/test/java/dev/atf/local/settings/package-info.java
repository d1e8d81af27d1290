/** Tests that the documented settings are those of the services. */
@NullMarked
package dev.atf.local.settings;

import org.jspecify.annotations.NullMarked;

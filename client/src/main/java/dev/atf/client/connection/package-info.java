/** Connection to a frontend and its calls; internal to the client. */
@NullMarked
package dev.atf.client.connection;

import org.jspecify.annotations.NullMarked;

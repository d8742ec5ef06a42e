// SPDX-License-Identifier: MIT
// The HTTP server of the JDK: GET / says hello, all else is refused.
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

public class Hello {
  public static void main(String[] arguments) throws Exception {
    byte[] text = "Hello world!".getBytes(StandardCharsets.UTF_8);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT"))), 1024);
    server.createContext("/", exchange -> {
      boolean get = exchange.getRequestMethod().equals("GET");
      boolean root = exchange.getRequestURI().getPath().equals("/");
      int status = !get ? 405 : !root ? 404 : 200;
      exchange.sendResponseHeaders(status, status == 200 ? text.length : -1);
      if (status == 200) exchange.getResponseBody().write(text);
      exchange.close();
    });
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }
}

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.JSON;

/** Parses each answer of the file ANSWERS with the client's class for it and prints what the class has kept, one a line. */
public class Parse {
	public static void main(String[] args) throws Exception {
		JsonArray answers = JsonParser.parseString(Files.readString(Path.of(System.getenv("ANSWERS")))).getAsJsonArray();
		new JSON();
		for (var answer : answers) {
			String model = answer.getAsJsonObject().get("model").getAsString();
			Class<?> type = Class.forName("org.openapitools.client.model." + model);
			Object parsed = JSON.getGson().fromJson(answer.getAsJsonObject().get("body").toString(), type);
			System.out.println(JSON.getGson().toJson(parsed));
		}
	}
}

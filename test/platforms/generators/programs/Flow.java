import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Creates invoices, pays one, settles a lost answer and pages through a list. */
public class Flow {
	private static final ApiClient api = new ApiClient();
	private static final InvoicesApi invoices = new InvoicesApi(api);
	private static final PaymentsApi payments = new PaymentsApi(api);

	public static void main(String[] args) throws ApiException {
		api.setBasePath(System.getenv("API"));
		api.setApiKeyPrefix("Api-Key");
		api.setApiKey(System.getenv("API_KEY"));

		var request = new CreateInvoicesRequest().invoices(IntStream.range(0, 3).mapToObj(Flow::newInvoice).toList());
		List<String> slugs = invoices.createInvoices(request).getData().getCreated().stream().map(CreatedInvoice::getId).toList();

		must(pay(slugs.get(0), "java").getData().getResults().get(0).getStatus().equals("DONE"));
		try {
			pay(slugs.get(1), "lost-java");
			throw new IllegalStateException("The answer arrived");
		} catch (ApiException lost) {
			must(lost.getCode() == 0);
			var attempt = new AttemptsApi(api).getMarkAsPaidAttempt("lost-java").getData();
			must(attempt.getResults().get(0).getStatus().equals("RECORDED"));
		}
		try {
			pay(slugs.get(2) + "-unknown", "java-unknown");
			throw new IllegalStateException("Paid an unknown invoice");
		} catch (ApiException refusal) {
			must(refusal.getCode() == 422 && refusal.getResponseBody().contains("NOT_FOUND"));
		}

		Map<String, Double> dues = new HashMap<>();
		String cursor = null;
		do {
			var page = invoices.listInvoices(2, cursor, null, null, null, null, null).getData();
			page.getItems().forEach(invoice -> dues.put(invoice.getId(), invoice.getDue()));
			cursor = page.getNextCursor();
		} while (cursor != null);
		must(slugs.stream().map(dues::get).toList().equals(List.of(123356789.11, 123356789.11, 123456789.12)));
	}

	private static CreateInvoicesRequestInvoicesItem newInvoice(int number) {
		return new CreateInvoicesRequestInvoicesItem().invoiceNumber("JAVA-" + number).vendorId("v-steel").amount(123456789.12)
			.invoiceDate(LocalDate.of(2026, 11, 2)).state(CreateInvoicesRequestInvoicesItem.StateEnum.APPROVED);
	}

	private static MarkAsPaidResult pay(String slug, String key) throws ApiException {
		var resource = new MarkAsPaidRequestResourcesItem().slug(slug).amount(100000.01);
		var request = new MarkAsPaidRequest().resourceType(MarkAsPaidRequest.ResourceTypeEnum.INVOICE).resources(List.of(resource));
		return payments.markAsPaid(key, request);
	}

	private static void must(boolean holds) {
		if (!holds) throw new IllegalStateException();
	}
}

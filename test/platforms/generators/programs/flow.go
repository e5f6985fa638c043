// Creates invoices, pays one, settles a lost answer and pages through a list.
package main

import (
	"context"
	"fmt"
	"os"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("API")}}
	api := client.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), client.ContextAPIKeys, map[string]client.APIKey{
		"apiKey": {Key: os.Getenv("API_KEY"), Prefix: "Api-Key"},
	})

	var items []client.CreateInvoicesRequestInvoicesItem
	for number := range 3 {
		item := client.NewCreateInvoicesRequestInvoicesItem(fmt.Sprintf("GO-%d", number), "v-steel", 123456789.12, "2026-11-02")
		item.SetState("APPROVED")
		items = append(items, *item)
	}
	created, _, err := api.InvoicesAPI.CreateInvoices(ctx).CreateInvoicesRequest(*client.NewCreateInvoicesRequest(items)).Execute()
	check(err)
	var slugs []string
	for _, invoice := range created.Data.Created {
		slugs = append(slugs, invoice.Id)
	}

	pay := func(slug string, key string) (*client.MarkAsPaidResult, error) {
		resource := client.NewMarkAsPaidRequestResourcesItem(slug, 100000.01)
		request := client.NewMarkAsPaidRequest("INVOICE", []client.MarkAsPaidRequestResourcesItem{*resource})
		result, _, err := api.PaymentsAPI.MarkAsPaid(ctx).XIdempotencyKey(key).MarkAsPaidRequest(*request).Execute()
		return result, err
	}
	paid, err := pay(slugs[0], "go")
	check(err)
	must(paid.Data.Results[0].Status == "DONE", paid)
	_, err = pay(slugs[1], "lost-go")
	must(err != nil, "The answer arrived")
	attempt, _, err := api.AttemptsAPI.GetMarkAsPaidAttempt(ctx).XIdempotencyKey("lost-go").Execute()
	check(err)
	must(attempt.Data.Results[0].Status == "RECORDED", attempt)
	_, err = pay(slugs[2]+"-unknown", "go-unknown")
	refusal, isRefusal := err.(*client.GenericOpenAPIError)
	must(isRefusal, err)
	body, isUnpaid := refusal.Model().(client.MarkAsPaidResult422)
	must(isUnpaid && body.Message == "NOT_FOUND", refusal)

	dues := map[string]float64{}
	for cursor := (*string)(nil); ; {
		request := api.InvoicesAPI.ListInvoices(ctx).Limit(2)
		if cursor != nil {
			request = request.Cursor(*cursor)
		}
		page, _, err := request.Execute()
		check(err)
		for _, invoice := range page.Data.Items {
			dues[invoice.Id] = invoice.Due
		}
		cursor = page.Data.NextCursor.Get()
		if cursor == nil {
			break
		}
	}
	must(dues[slugs[0]] == 123356789.11 && dues[slugs[1]] == 123356789.11 && dues[slugs[2]] == 123456789.12, dues)
}

func must(holds bool, seen any) {
	if !holds {
		panic(fmt.Sprintf("%+v", seen))
	}
}

func check(err error) { must(err == nil, err) }

using AzurePerf.Core.Limits;
using Xunit;

namespace AzurePerf.UnitTests.Limits;

public sealed class PriceListTests
{
    private const string WestEurope = """{ "date": "2026-03-01", "currency": "EUR", "regions": { "westeurope": { "queue": 0.004, "blob": 0.05 } } }""";

    [Fact]
    public void Requests_cost_what_the_file_says_for_10_000_of_them_in_the_region()
    {
        var cost = PriceList.Read(WestEurope).CostOf(Estimate(("queue", 20_000), ("blob", 5_000)), "westeurope");

        Assert.Equal(0.033, cost.Amount!.Value, 12);
        Assert.Equal(("EUR", new DateOnly(2026, 3, 1)), (cost.Currency, cost.PricesOf));
    }

    [Theory]
    [InlineData(""" "blob": 0.05, "blobRead": 0.004 """, 0.086, "requests to the measured account only: not what workers, traffic and stored bytes cost")]
    [InlineData(""" "blob": 0.05 """, 0.5, "requests to the measured account only: not what workers, traffic and stored bytes cost; "
        + "reads of blobs at the price of blob, because the price file has none of blobRead")]
    public void Reads_of_blobs_have_their_own_price_where_the_file_has_one(string prices, double amount, string note)
    {
        var list = PriceList.Read($$$"""{ "date": "2026-03-01", "currency": "EUR", "regions": { "westeurope": { {{{prices}}} } } }""");

        var cost = list.CostOf(Estimate(("blob", 100_000)) with { BlobReads = 90_000 }, "westeurope");

        Assert.Equal((amount, note), (Math.Round(cost.Amount!.Value, 4), cost.Note));
    }

    [Theory]
    [InlineData(null, "queue", "add a tag such as region=westeurope, because prices differ by region")]
    [InlineData("moon", "queue", "the price file has no region 'moon'")]
    [InlineData("westeurope", "table", "the price file has no price of table requests in region 'westeurope'")]
    public void Without_a_price_there_is_no_estimate(string? region, string service, string remark)
    {
        var cost = PriceList.Read(WestEurope).CostOf(Estimate((service, 10)), region);

        Assert.Null(cost.Amount);
        Assert.Equal(remark, cost.Note);
    }

    [Fact]
    public void What_is_no_request_to_an_account_has_no_estimate() =>
        Assert.Equal("no account is measured, and what workers cost is in no price file", PriceList.Shipped.CostOf(Estimate(), "westeurope").Note);

    [Fact]
    public void The_prices_that_come_with_the_build_know_queues_and_tables_only()
    {
        Assert.Equal(0.00436, PriceList.Shipped.CostOf(Estimate(("queue", 10_000), ("table", 10_000)), "eastus").Amount!.Value, 12);
        Assert.Null(PriceList.Shipped.CostOf(Estimate(("blob", 1)), "eastus").Amount);
    }

    [Fact]
    public void A_file_may_have_the_prices_of_products_and_the_one_of_the_build_has_none()
    {
        var list = PriceList.Read("""{ "date": "2026-03-01", "currency": "EUR", "regions": {}, "products": { "gigabyteMonth": 0.02, "slotHour": 0.05 } }""");

        Assert.Equal(new(0.02, 0.05), list.Products);
        Assert.Null(PriceList.Shipped.Products);
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("null")]
    [InlineData("""{ "currency": "EUR", "regions": {} }""")]
    [InlineData("""{ "date": "2026-03-01", "currency": "EUR", "regions": { "a": null } }""")]
    [InlineData("""{ "date": "2026-03-01", "currency": "EUR", "regions": { "a": { "queue": -1 } } }""")]
    [InlineData("""{ "date": "2026-03-01", "currency": "EUR", "regions": { "any": { "queue": 1 } } }""")]
    [InlineData("""{ "date": "yesterday", "currency": "EUR", "regions": {} }""")]
    [InlineData("""{ "date": "2026-03-01", "currency": "EUR", "regions": {}, "discount": 1 }""")]
    [InlineData("""{ "date": "2026-03-01", "currency": "EUR", "regions": {}, "products": { "gigabyteMonth": 1 } }""")]
    [InlineData("""{ "date": "2026-03-01", "currency": "EUR", "regions": {}, "products": { "gigabyteMonth": 1, "slotHour": -1 } }""")]
    public void A_file_that_is_no_price_file_is_refused(string json) => Assert.Throws<InvalidDataException>(() => PriceList.Read(json));

    private static RunEstimate Estimate(params (string Service, long Requests)[] requests) =>
        new(1, 1, 1, TimeSpan.FromSeconds(1), requests.ToDictionary(service => service.Service, service => service.Requests), IsBound: true);
}
